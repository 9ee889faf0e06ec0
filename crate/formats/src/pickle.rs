//! Python pickles and joblib files, which are never opened. The first class that a pickle names determines its content. From that follows the
//! line that exports it, or that no export exists (tests/fixtures/make_pickles.py asks the exporters themselves).

use super::error::ParseError;

/// Number of bytes that are read, from the start. A pickle names its content first.
const HEAD: usize = 4096;
/// Libraries whose models are distinguished.
const LIBRARIES: [&str; 6] = ["sklearn", "xgboost", "lightgbm", "catboost", "treeple", "isotree"];
/// Classes of scikit-learn that espalier_slanted.py writes.
const LINEAR: [&str; 10] = [
    "LogisticRegression",
    "LogisticRegressionCV",
    "LinearSVC",
    "SVC",
    "SGDClassifier",
    "RidgeClassifier",
    "RidgeClassifierCV",
    "Perceptron",
    "LinearDiscriminantAnalysis",
    "PassiveAggressiveClassifier",
];
/// Beginnings of the classes of scikit-learn that espalier_export.py writes.
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

/// The refusal of a pickle, with the line that exports its content.
pub(super) fn refusal(bytes: &[u8]) -> ParseError {
    let right = match first_class(&bytes[..bytes.len().min(HEAD)]) {
        Some((library, class)) if library != "sklearn" || !class.is_empty() => way_out(library, &class),
        _ => format!("where it holds a tree model of scikit-learn, {}", by("espalier_export", "model, ", "X")),
    };
    ParseError::whole("Python pickle or joblib file", "a pickle can run any program and is not opened", right)
}

/// The line with which an exporter writes a model.
fn by(exporter: &str, model: &str, rows: &str) -> String {
    format!(
        "in Python, with the file {exporter}.py: from {exporter} import export; \
         export({model}\"model.json\", X={rows}, y=y)"
    )
}

fn way_out(library: &str, class: &str) -> String {
    let own = |name: &str, line: &str| format!("it holds a model of {name}; in Python: {line}");
    let oblique = class.is_empty() || class.contains("Oblique") && !class.starts_with("Unsupervised");
    match (library, class) {
        ("xgboost", _) => own("XGBoost", "model.save_model(\"model.json\")"),
        ("lightgbm", "Booster") => own("LightGBM", "model.save_model(\"model.txt\")"),
        ("lightgbm", _) => own("LightGBM", "model.booster_.save_model(\"model.txt\")"),
        ("catboost", _) => own("CatBoost", "model.save_model(\"model.json\", format=\"json\")"),
        ("isotree", _) => "in Python, with the file espalier_isotree.py: from espalier_isotree import export; \
                           export(model, \"model.json\", X=X)"
            .into(),
        ("treeple", _) if oblique => by("espalier_slanted", "model, ", "X"),
        ("sklearn", "Pipeline") => by("espalier_export", "model[-1], ", "model[:-1].transform(X)"),
        ("sklearn", "GridSearchCV" | "RandomizedSearchCV" | "HalvingGridSearchCV" | "HalvingRandomSearchCV") => {
            by("espalier_export", "model.best_estimator_, ", "X")
        }
        ("sklearn", _) if LINEAR.contains(&class) => by("espalier_slanted", "model, ", "X"),
        ("sklearn", _) if TREES.iter().any(|name| class.starts_with(name)) => by("espalier_export", "model, ", "X"),
        _ => {
            let name = if library == "sklearn" { "scikit-learn" } else { library };
            format!(
                "it holds {name}'s {class}, which cannot be exported; train an ensemble of trees (but no \
                 AdaBoostRegressor) or a linear classifier"
            )
        }
    }
}

/// The library and class that come first; the class is empty where it is cut off. Old pickles have `c`, module and class by line, later ones
/// texts with their lengths.
fn first_class(head: &[u8]) -> Option<(&'static str, String)> {
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
    let class = text.unwrap_or_default().iter().take_while(|b| is_name(b)).map(|b| char::from(*b)).collect();
    Some((library, class))
}
