//! Python pickles and joblib files, which are never opened. The first class that a pickle names determines its content. From that follows the
//! line that exports it, or that no export exists (tests/fixtures/make_pickles.py asks the exporters themselves).

use super::error::ParseError;

/// Number of bytes that are read, from the start. A pickle names its content first. A pipeline names its model after the steps before it.
const HEAD: usize = 1 << 16;
/// Libraries whose models are distinguished.
const LIBRARIES: [&str; 6] = ["sklearn", "xgboost", "lightgbm", "catboost", "treeple", "isotree"];
/// Modules of scikit-learn with the steps of a pipeline before its model, and the tools of a search.
const STEPS: [&str; 9] = [
    "preprocessing",
    "impute",
    "decomposition",
    "compose",
    "feature_selection",
    "feature_extraction",
    "model_selection",
    "pipeline",
    "utils",
];
/// Classes of scikit-learn that `espalier_xai.export.slanted` writes: its own lists, to which a test holds this one.
const LINEAR: &str = " LogisticRegression LogisticRegressionCV LinearDiscriminantAnalysis LinearSVC SVC SGDClassifier \
    RidgeClassifier RidgeClassifierCV Perceptron PassiveAggressiveClassifier LinearRegression Ridge RidgeCV Lasso \
    LassoCV ElasticNet ElasticNetCV Lars LarsCV LassoLars LassoLarsCV LassoLarsIC OrthogonalMatchingPursuit \
    OrthogonalMatchingPursuitCV BayesianRidge ARDRegression HuberRegressor QuantileRegressor TheilSenRegressor \
    SGDRegressor PassiveAggressiveRegressor LinearSVR PoissonRegressor GammaRegressor MLPClassifier MLPRegressor ";
/// Beginnings of the classes of scikit-learn that `espalier_xai.export.trees` writes.
const TREES: [&str; 11] = [
    "DecisionTree",
    "ExtraTreeClassifier",
    "ExtraTreeRegressor",
    "RandomForest",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "GradientBoosting",
    "HistGradientBoosting",
    "AdaBoostClassifier",
    "Bagging",
    "IsolationForest",
];

/// The way out where the class cannot be read.
macro_rules! either {
    () => {
        "in Python, of trees, linear models and ReLU networks of scikit-learn, with the package espalier-xai: \
         from espalier_xai.export import export; export(model, \"model.json\", X=X, y=y)"
    };
}
pub(super) use either;

/// The refusal of a pickle, with the line that exports its content.
pub(super) fn refusal(bytes: &[u8]) -> ParseError {
    ParseError::whole(
        "Python pickle or joblib file",
        "a pickle can run any program and is not opened",
        right(&bytes[..bytes.len().min(HEAD)]),
    )
}

/// The way out for the first model that a pickle names, within a search or a pipeline too.
fn right(mut head: &[u8]) -> String {
    let (mut model, mut piped) = ("model", false);
    while let Some(Named { library, module, class, rest }) = next_class(head) {
        head = rest;
        let own = library == "sklearn";
        match class.as_str() {
            "" if own => break,
            "Pipeline" if own => piped = true,
            "GridSearchCV" | "RandomizedSearchCV" | "HalvingGridSearchCV" | "HalvingRandomSearchCV" if own => {
                model = "model.best_estimator_";
            }
            _ if own && (piped || model != "model") && STEPS.contains(&module.as_str()) => {}
            _ => return way_out(library, &class, model, piped),
        }
    }
    match (model, piped) {
        ("model", false) => either!().into(),
        _ => format!("with model = {model}, {}; trees of a pipeline: model[-1], X=model[:-1].transform(X)", either!()),
    }
}

/// The line with which the package writes a model.
fn by(model: &str, rows: &str) -> String {
    format!(
        "in Python, with the package espalier-xai: from espalier_xai.export import export; \
         export({model}, \"model.json\", X={rows}, y=y)"
    )
}

fn way_out(library: &str, class: &str, model: &str, piped: bool) -> String {
    let (last, rows) = match piped {
        true => (format!("{model}[-1]"), format!("{model}[:-1].transform(X)")),
        false => (model.into(), "X".into()),
    };
    let own = |name: &str, line: &str| format!("it holds a model of {name}; in Python: {last}.{line}");
    let oblique = class.is_empty() || class.contains("Oblique") && !class.starts_with("Unsupervised");
    match (library, class) {
        ("xgboost", _) => own("XGBoost", "save_model(\"model.json\")"),
        ("lightgbm", "Booster") => own("LightGBM", "save_model(\"model.txt\")"),
        ("lightgbm", _) => own("LightGBM", "booster_.save_model(\"model.txt\")"),
        ("catboost", _) => own("CatBoost", "save_model(\"model.json\", format=\"json\")"),
        ("isotree", _) => "in Python, with the package espalier-xai: from espalier_xai.export import export; \
                           export(model, \"model.json\", X=X)"
            .into(),
        ("treeple", _) if oblique => by(&last, &rows),
        // A pipeline of scalers and one of these is written as a whole.
        ("sklearn", _) if LINEAR.contains(&format!(" {class} ")) => {
            let only = match class {
                "SVC" => " (of SVC only kernel=\"linear\" with two classes)",
                "MLPClassifier" | "MLPRegressor" => " (only activation=\"relu\" or \"identity\")",
                _ => "",
            };
            by(model, "X") + only
        }
        ("sklearn", _) if TREES.iter().any(|name| class.starts_with(name)) => by(&last, &rows),
        _ => {
            let name = if library == "sklearn" { "scikit-learn" } else { library };
            format!(
                "it holds {name}'s {class}, which cannot be exported; train an ensemble of trees (but no \
                 AdaBoostRegressor), a linear model or a ReLU network"
            )
        }
    }
}

/// A class that a pickle names.
struct Named<'a> {
    library: &'static str,
    /// The module within the library, without the classes in it.
    module: String,
    /// Empty where it is cut off.
    class: String,
    /// The bytes behind the module's name.
    rest: &'a [u8],
}

/// The class that comes next. Old pickles have `c`, module and class by line, later ones texts with their lengths.
fn next_class(head: &[u8]) -> Option<Named<'_>> {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let begins = |at: usize| {
        let library = LIBRARIES.into_iter().find(|l| head[at..].starts_with(l.as_bytes()))?;
        // Another library's module may end in the same word. The byte before may also be a length of 46, which looks like a point.
        let inner = at > 0 && head[at - 1] == b'.' && (at < 2 || head[at - 2] != 0x8C);
        (!inner && head.get(at + library.len()) == Some(&b'.')).then_some((at, library))
    };
    let (at, library) = (0..head.len()).find_map(begins)?;
    let module = head[at..].iter().take_while(|b| is_name(b) || **b == b'.').count();
    // A new line, or memo marks and the length of a text, which may look like a letter.
    let rest = &head[at + module..];
    let text = match rest {
        [0x94, 0x8C, length, text @ ..] | [0x8C, length, text @ ..] => text.get(..usize::from(*length)),
        _ => rest.get(1..),
    };
    let word = |text: &[u8]| text.iter().take_while(|b| is_name(b)).map(|b| char::from(*b)).collect();
    let module = word(head.get(at + library.len() + 1..).unwrap_or_default());
    Some(Named { library, module, class: word(text.unwrap_or_default()), rest })
}
