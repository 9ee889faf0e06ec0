//! A walk through the graph that keeps the meaning of each value: columns of the input, scores, labels, constants, or the output of an
//! operator that is not understood. Nodes are ordered so that every value is computed before it is used.

use super::attributes::{linked, listed};
use super::columns::{Column, Step};
use super::form::{classifier, regressor, total, Operator, ScoreForm, Shown};
use super::linear::{self, Sums, Weights};
use super::proto::{Element, Input, NodeProto, Tensor};
use super::wire::Message;
use crate::error::Fault;
use crate::words::one_line;
use crate::words::quote;
use crate::MOST_COLUMNS;
use espalier_model::ensemble::{Link, Precision};
use std::collections::HashMap;
use std::rc::Rc;

/// Most columns of all values of a graph together.
const MOST_ALL_COLUMNS: usize = 2 * MOST_COLUMNS;

/// Tree operators that are looked at.
const MOST_OPERATORS: usize = 4096;

/// Operators whose sum is taken.
const MOST_PARTS: usize = 1024;

/// The meaning of a value of the graph.
#[derive(Clone)]
pub(super) enum Says<'a> {
    Columns(Rc<Vec<Column>>),
    /// Sums of weighted columns: scores, or a layer before others.
    Sums(Rc<Sums>),
    Scores(Rc<ScoreForm>),
    /// 1 less a second class's probability.
    Rest(Rc<ScoreForm>),
    /// Class labels: the scores from which they follow, and the reason why they are not always those of the highest score.
    Labels(Rc<ScoreForm>, Option<&'static str>),
    /// Numbers of the classes with the highest scores.
    Highest(Rc<ScoreForm>),
    Constant(Tensor<'a>),
    /// The output of an operator that is not understood: the node's number and the operator's name.
    Unknown(usize, Rc<str>),
}

/// The graph, walked through.
pub(super) struct Walk<'a> {
    says: HashMap<&'a [u8], Says<'a>>,
    pub operators: Vec<Operator>,
    /// Names of the input columns, where the graph has one input a column.
    pub names: Vec<String>,
    /// Whether all inputs are whole numbers.
    pub whole: bool,
    /// Whether a tree operator reads something that is not understood.
    pub hidden: bool,
    /// Whether weights are added up in some order, as for a weighted median.
    pub median: bool,
    columns: usize,
    /// Columns of all values so far.
    spent: usize,
    /// Weights of all sums so far.
    weights: usize,
}

/// Walks through a graph. Returns the meanings of its outputs by name.
pub(super) fn walk<'a>(graph: Message<'a>) -> Result<(Walk<'a>, Vec<(String, Says<'a>)>), Fault> {
    let mut walk = Walk {
        says: HashMap::new(),
        operators: Vec::new(),
        names: Vec::new(),
        whole: true,
        hidden: false,
        median: false,
        columns: 0,
        spent: 0,
        weights: 0,
    };
    for initializer in graph.all(5)? {
        let tensor = Tensor(initializer);
        if let Some(name) = initializer.bytes_of(8)? {
            walk.says.insert(name.bytes(), Says::Constant(tensor));
        }
    }
    let nodes = graph.all(1)?;
    let mut inputs = Vec::new();
    for message in graph.all(11)? {
        let input = Input::read(message)?;
        // Old files list constants among the inputs as well.
        if !walk.says.contains_key(input.name) {
            inputs.push(input);
        }
    }
    let alone = inputs.len() == 1;
    for input in inputs {
        walk.input(&input, alone, &nodes)?;
    }
    for (index, message) in nodes.iter().enumerate() {
        let node = NodeProto::read(index, *message)?;
        let made = walk.node(&node)?;
        for (name, says) in node.outputs.iter().zip(made) {
            walk.says.insert(name, says);
        }
    }
    let mut outputs = Vec::new();
    for output in graph.all(12)? {
        let name = output.bytes_of(1)?.map_or(&b""[..], Message::bytes);
        let text = one_line(&String::from_utf8_lossy(name));
        walk.settle(name);
        let Some(says) = walk.says.get(name) else {
            let what = format!("no node makes the output {}", quote(&text));
            return Err(Fault::new("/graph/output", what, "export the model again; this copy is damaged"));
        };
        outputs.push((text, says.clone()));
    }
    Ok((walk, outputs))
}

impl<'a> Walk<'a> {
    fn input(&mut self, input: &Input<'a>, alone: bool, nodes: &[Message]) -> Result<(), Fault> {
        let text = one_line(&String::from_utf8_lossy(input.name));
        let at = format!("/graph/input/{text}");
        let Some(element) = Element::of(input.element) else {
            let what = format!("the input {} holds no numbers that can be read", quote(&text));
            return Err(Fault::new(at, what, "float, double or whole numbers are needed"));
        };
        let width = match input.width {
            Some(width) if width > 0 => width,
            // Without a stated width, the model reads the columns that its operators name.
            _ if alone => widest(nodes)?,
            _ => 1,
        };
        let Some(width) = usize::try_from(width).ok().filter(|w| self.columns + w <= MOST_COLUMNS) else {
            let what = format!("the input {} has {width} columns", quote(&text));
            return Err(Fault::new(at, what, format!("{MOST_COLUMNS} columns in all can be read")));
        };
        // Whole numbers are compared as single precision.
        let precision = if element == Element::Double { Precision::F64 } else { Precision::F32 };
        self.whole &= element == Element::Whole;
        let column = |source| Column { source, input: precision, now: precision, steps: Vec::new() };
        let columns: Vec<Column> = (self.columns..self.columns + width).map(column).collect();
        self.columns += width;
        for i in 0..width {
            self.names.push(match (alone, width) {
                (true, _) => String::new(),
                (false, 1) => text.clone(),
                (false, _) => format!("{text} {i}"),
            });
        }
        self.says.insert(input.name, Says::Columns(Rc::new(columns)));
        Ok(())
    }

    /// Number of input columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The meanings of a node's outputs.
    fn node(&mut self, node: &NodeProto<'a>) -> Result<Vec<Says<'a>>, Fault> {
        if !["MatMul", "Gemm", "Add", "Relu"].contains(&node.op.as_str()) {
            node.inputs.iter().for_each(|name| self.settle(name));
        }
        let inputs: Option<Vec<Says<'a>>> = node.inputs.iter().map(|name| self.says.get(name).cloned()).collect();
        let Some(inputs) = inputs else {
            let right = "export the model again; this copy is damaged";
            return Err(node.fault("input", "the node uses a value that nothing before it makes", right));
        };
        // A value computed from an unknown one is unknown too, and names the operator that came first.
        if let Some(unknown) = inputs.iter().find(|i| matches!(i, Says::Unknown(..))) {
            self.hidden |= node.ml && node.op.starts_with("TreeEnsemble");
            self.median |= node.op == "CumSum";
            return Ok(vec![unknown.clone(); node.outputs.len()]);
        }
        let says = match (node.op.as_str(), inputs.as_slice()) {
            _ if node.foreign => None,
            ("TreeEnsembleClassifier" | "TreeEnsembleRegressor" | "TreeEnsemble", [Says::Columns(columns)])
                if node.ml && self.operators.len() < MOST_OPERATORS =>
            {
                return self.trees(node, columns)
            }
            ("LinearRegressor" | "LinearClassifier", [Says::Columns(columns)])
                if node.ml && self.operators.len() < MOST_OPERATORS =>
            {
                let read = if node.op == "LinearRegressor" { linear::regressor } else { linear::classifier };
                let form = self.add(read(node, columns, self.operators.len())?);
                let labels = (node.op == "LinearClassifier").then(|| Says::Labels(form.clone(), None));
                return Ok(labels.into_iter().chain([Says::Scores(form)]).collect());
            }
            ("MatMul" | "Gemm", [of @ (Says::Columns(_) | Says::Sums(_)), Says::Constant(weights), rest @ ..]) => {
                self.layer(node, of, weights, rest)?
            }
            ("Add", [Says::Sums(sums), Says::Constant(numbers)] | [Says::Constant(numbers), Says::Sums(sums)]) => {
                match numbers.numbers()?.and_then(|n| sums.plus(&n)) {
                    Some(sums) => Some(self.summed(node, sums)?),
                    None => None,
                }
            }
            ("Relu", [Says::Sums(sums)]) => Some(self.summed(node, sums.rectify())?),
            ("Tanh" | "LeakyRelu" | "Elu" | "Selu" | "Gelu" | "Softplus", [Says::Scores(form)])
                if form.link == Link::None =>
            {
                let what = format!("a layer of {} neurons cannot be read", node.op);
                return Err(node.fault("", what, "train with hidden layers of Relu"));
            }
            ("Sub", [Says::Constant(one), Says::Scores(form)]) if form.shown == Shown::Second => {
                (one.numbers()?.as_deref() == Some(&[1.0])).then(|| Says::Rest(form.clone()))
            }
            ("Concat", [Says::Rest(rest), Says::Scores(form)]) if Rc::ptr_eq(rest, form) => {
                Some(Says::Scores(Rc::new(ScoreForm { shown: Shown::Plain, ..ScoreForm::clone(form) })))
            }
            ("Constant", []) => node.tensor("value")?.map(Says::Constant),
            ("Identity" | "ZipMap", [says]) => Some(says.clone()),
            (_, [Says::Columns(columns)]) => self.step_alone(node, columns)?,
            (_, [Says::Columns(columns), Says::Constant(constant)]) => self.step(node, columns, constant, false)?,
            ("Add" | "Mul", [Says::Constant(constant), Says::Columns(columns)]) => {
                self.step(node, columns, constant, true)?
            }
            ("Concat", all) => self.join(node, all)?,
            ("Normalizer", [Says::Scores(form)]) => self.normal(node, form)?,
            (_, [Says::Scores(form), rest @ ..]) => scores(node, form, rest)?,
            ("Add" | "Mul", [Says::Constant(constant), Says::Scores(form)]) => {
                scores(node, form, &[Says::Constant(*constant)])?
            }
            ("ArrayFeatureExtractor" | "Gather", [Says::Constant(classes), Says::Highest(form)]) => {
                named(form, classes)?.map(|form| Says::Labels(Rc::new(form), None))
            }
            ("Cast" | "Reshape" | "Squeeze" | "Flatten", [labels @ (Says::Labels(..) | Says::Highest(_)), ..]) => {
                Some(labels.clone())
            }
            _ => None,
        };
        let says = says.unwrap_or_else(|| Says::Unknown(node.index, node.op.as_str().into()));
        Ok(vec![says; node.outputs.len()])
    }

    /// Takes note of an operator; gives its form.
    fn add(&mut self, operator: Operator) -> Rc<ScoreForm> {
        let form = Rc::new(operator.form.clone());
        self.operators.push(operator);
        form
    }

    /// Takes sums for scores, where no Relu follows them.
    fn settle(&mut self, name: &[u8]) {
        if let Some(Says::Sums(sums)) = self.says.get(name) {
            if !sums.is_rectified() && self.operators.len() < MOST_OPERATORS {
                let form = self.add(sums.scores(self.operators.len()));
                if let Some(says) = self.says.get_mut(name) {
                    *says = Says::Scores(form);
                }
            }
        }
    }

    /// Takes note of new sums.
    fn summed(&mut self, node: &NodeProto, sums: Sums) -> Result<Says<'a>, Fault> {
        self.weights = self.weights.saturating_add(sums.size());
        if self.weights > linear::MOST_WEIGHTS {
            let what = format!("the layers up to here have more than {} weights", linear::MOST_WEIGHTS);
            return Err(node.fault("", what, "a smaller network is needed"));
        }
        Ok(Says::Sums(Rc::new(sums)))
    }

    /// The meaning of a layer of constant weights.
    fn layer(
        &mut self,
        node: &NodeProto,
        of: &Says<'a>,
        weights: &Tensor,
        rest: &[Says<'a>],
    ) -> Result<Option<Says<'a>>, Fault> {
        let bias = match rest {
            [] => None,
            [Says::Constant(bias)] => Some(bias),
            _ => return Ok(None),
        };
        let Some(layer) = Weights::of_layer(node, weights, bias)? else { return Ok(None) };
        let sums = match of {
            Says::Columns(columns) => Sums::of_columns(node, columns, &layer)?,
            Says::Sums(sums) => sums.layer(node, &layer)?,
            _ => return Ok(None),
        };
        self.summed(node, sums).map(Some)
    }

    /// The outputs of a tree operator.
    fn trees(&mut self, node: &NodeProto<'a>, columns: &[Column]) -> Result<Vec<Says<'a>>, Fault> {
        let index = self.operators.len();
        if columns.iter().any(|c| c.input != columns[0].input) {
            return Err(node.fault(
                "",
                "some columns are of single and some of double precision",
                "one type is needed",
            ));
        }
        let sums = if columns.iter().all(|c| c.now == Precision::F64) { Precision::F64 } else { Precision::F32 };
        if node.op == "TreeEnsembleClassifier" {
            let numbered = node.wholes("classlabels_int64s").collect::<Result<Vec<i64>, Fault>>()?;
            let classes: Vec<String> = match numbered.is_empty() {
                true => node.texts("classlabels_strings").map(|t| t.map(Message::text)).collect::<Result<_, _>>()?,
                false => numbered.iter().map(i64::to_string).collect(),
            };
            if !(2..=MOST_COLUMNS).contains(&classes.len()) {
                let right = format!("2 to {MOST_COLUMNS} classes can be read");
                return Err(node.fault("", format!("the model has {} classes", classes.len()), right));
            }
            let nodes = listed(node, "class", classes.len(), columns)?;
            let operator = classifier(node, &nodes, classes, index, sums)?;
            let form = Rc::new(operator.form.clone());
            self.operators.push(operator);
            let labels = form.labels;
            return Ok(vec![Says::Labels(form.clone(), labels), Says::Scores(form)]);
        }
        let targets = node.whole("n_targets")?.unwrap_or(1);
        let Some(outputs) = usize::try_from(targets).ok().filter(|t| (1..=MOST_COLUMNS).contains(t)) else {
            let right = format!("1 to {MOST_COLUMNS} can be read");
            return Err(node.fault("n_targets", format!("the model has {targets} targets"), right));
        };
        let nodes = match node.op.as_str() {
            "TreeEnsemble" => linked(node, outputs, columns)?,
            _ => listed(node, "target", outputs, columns)?,
        };
        let operator = regressor(node, &nodes, index, sums)?;
        let form = Rc::new(operator.form.clone());
        self.operators.push(operator);
        Ok(vec![Says::Scores(form)])
    }

    /// The meaning of scores divided by their sum.
    fn normal(&self, node: &NodeProto, form: &ScoreForm) -> Result<Option<Says<'a>>, Fault> {
        if node.text("norm")?.as_deref() != Some("L1") {
            return Ok(None);
        }
        // A softmax adds up to 1 already.
        if form.link == Link::Softmax {
            return Ok(Some(Says::Scores(Rc::new(form.clone()))));
        }
        let mut new = form.clone();
        let Some(total) = total(form, &self.operators) else { return Ok(None) };
        if form.shown == Shown::Plain {
            new.parts.iter_mut().for_each(|(_, factor)| *factor /= total);
            new.base.iter_mut().for_each(|b| *b /= total);
        }
        Ok(Some(Says::Scores(Rc::new(new))))
    }

    /// Takes note of new columns.
    fn made(&mut self, node: &NodeProto, columns: Vec<Column>) -> Result<Option<Says<'a>>, Fault> {
        self.spent += columns.len();
        if columns.len() > MOST_COLUMNS || self.spent > MOST_ALL_COLUMNS {
            let what = format!("the graph makes more than {MOST_ALL_COLUMNS} columns on the way to its trees");
            return Err(node.fault("", what, "export the model without the steps before its trees"));
        }
        Ok(Some(Says::Columns(Rc::new(columns))))
    }

    /// Steps without a second input.
    fn step_alone(&mut self, node: &NodeProto<'a>, columns: &[Column]) -> Result<Option<Says<'a>>, Fault> {
        let mut columns = columns.to_vec();
        match node.op.as_str() {
            "Cast" => match Element::of(node.whole("to")?.unwrap_or(0)) {
                Some(Element::Single) => {
                    if !columns.iter_mut().all(|c| c.push(Step::Single)) {
                        return Ok(None);
                    }
                }
                Some(Element::Double) => {
                    if !columns.iter_mut().all(|c| c.push(Step::Double)) {
                        return Ok(None);
                    }
                }
                _ => return Ok(None),
            },
            "Scaler" if node.ml => {
                let (offsets, factors) = (node.numbers("offset")?, node.numbers("scale")?);
                let of = |list: &[f64], i: usize, neutral: f64| match list.len() {
                    0 => Some(neutral),
                    1 => Some(list[0]),
                    _ => list.get(i).copied(),
                };
                for (i, column) in columns.iter_mut().enumerate() {
                    let (Some(offset), Some(factor)) = (of(&offsets, i, 0.0), of(&factors, i, 1.0)) else {
                        let what = format!("there are {} offsets and {} factors", offsets.len(), factors.len());
                        let right = "one, or one a column, of each is right";
                        return Err(node.fault("", what, right));
                    };
                    if !column.push(Step::Scale { offset, factor }) {
                        return Ok(None);
                    }
                }
            }
            "Concat" | "Flatten" => {}
            _ => return Ok(None),
        }
        self.made(node, columns)
    }

    /// A step with a constant; `turned` where the constant is the first operand.
    fn step(
        &mut self,
        node: &NodeProto<'a>,
        columns: &[Column],
        constant: &Tensor,
        turned: bool,
    ) -> Result<Option<Says<'a>>, Fault> {
        let Some(numbers) = constant.numbers()? else { return Ok(None) };
        let mut columns = columns.to_vec();
        match node.op.as_str() {
            "Add" | "Sub" | "Mul" | "Div" => {
                if numbers.len() != 1 && numbers.len() != columns.len() {
                    return Ok(None);
                }
                for (i, column) in columns.iter_mut().enumerate() {
                    let c = numbers[if numbers.len() == 1 { 0 } else { i }];
                    let step = match node.op.as_str() {
                        "Add" => Step::Add(c),
                        "Sub" => Step::Subtract(c),
                        "Mul" => Step::Multiply(c),
                        _ => Step::Divide(c),
                    };
                    if !column.push(step) {
                        return Ok(None);
                    }
                }
            }
            "Reshape" if numbers.len() == 2 && !turned => {
                if numbers[0] > 0.0 || numbers[1] != -1.0 && numbers[1] != columns.len() as f64 {
                    return Ok(None);
                }
            }
            "ArrayFeatureExtractor" => return self.pick(node, &columns, &numbers),
            "Gather" if node.whole("axis")? == Some(1) => return self.pick(node, &columns, &numbers),
            _ => return Ok(None),
        }
        self.made(node, columns)
    }

    fn pick(&mut self, node: &NodeProto<'a>, columns: &[Column], numbers: &[f64]) -> Result<Option<Says<'a>>, Fault> {
        let picked: Option<Vec<Column>> = numbers
            .iter()
            .map(|i| if *i >= 0.0 && i.fract() == 0.0 { columns.get(*i as usize).cloned() } else { None })
            .collect();
        match picked {
            Some(picked) => self.made(node, picked),
            None => {
                let right = format!("the node is given {} columns, numbered from 0", columns.len());
                Err(node.fault("input/1", "the node picks a column that is not there", right))
            }
        }
    }

    fn join(&mut self, node: &NodeProto<'a>, all: &[Says<'a>]) -> Result<Option<Says<'a>>, Fault> {
        let mut columns = Vec::new();
        for says in all {
            let Says::Columns(some) = says else { return Ok(None) };
            if columns.len() + some.len() > MOST_COLUMNS {
                let what = format!("the node joins more than {MOST_COLUMNS} columns");
                return Err(node.fault("", what, format!("at most {MOST_COLUMNS} can be read")));
            }
            columns.extend(some.iter().cloned());
        }
        if node.whole("axis")?.unwrap_or(1) == 0 {
            return Ok(None);
        }
        self.made(node, columns)
    }
}

/// The width of an input without a stated width: one more than the largest column that a tree operator names.
fn widest(nodes: &[Message]) -> Result<i64, Fault> {
    let mut widest = 0;
    for (index, message) in nodes.iter().enumerate() {
        let node = NodeProto::read(index, *message)?;
        if node.ml && node.op.starts_with("TreeEnsemble") {
            for feature in node.wholes("nodes_featureids") {
                widest = widest.max(feature?);
            }
        }
    }
    Ok(widest.saturating_add(1))
}

/// The meaning of an operator's output where its input is scores.
fn scores<'a>(node: &NodeProto, form: &Rc<ScoreForm>, rest: &[Says<'a>]) -> Result<Option<Says<'a>>, Fault> {
    let constant = match rest {
        [Says::Constant(tensor)] => tensor.numbers()?,
        _ => None,
    };
    let mut new = ScoreForm::clone(form);
    let outputs = form.base.len();
    let plain = form.link == Link::None;
    match (node.op.as_str(), constant.as_deref()) {
        ("Cast", None) if rest.is_empty() => {
            if matches!(Element::of(node.whole("to")?.unwrap_or(0)), None | Some(Element::Whole)) {
                return Ok(None);
            }
        }
        // Reshaping one number a row changes nothing; reshaping several may.
        ("Reshape" | "Squeeze" | "Flatten" | "Unsqueeze", _) if form.classes.is_none() && outputs == 1 => {}
        ("Reshape", Some([a, b])) if *a <= 0.0 && (*b == outputs.max(2) as f64 || *b == -1.0) => {}
        ("Mul" | "Div", Some([c])) if *c == 1.0 => {}
        ("Mul" | "Div", Some([c])) if c.is_finite() && *c > 0.0 => {
            let c = if node.op == "Mul" { *c } else { 1.0 / *c };
            match (form.link, form.shown) {
                (Link::Exp, _) => new.base[0] += c.ln(),
                (Link::None, Shown::Plain | Shown::Opposite) => {
                    new.parts.iter_mut().for_each(|(_, factor)| *factor *= c);
                    new.base.iter_mut().for_each(|b| *b *= c);
                }
                _ => return Ok(None),
            }
        }
        ("Add", Some(numbers))
            if plain && form.classes.is_none() && matches!(numbers.len(), n if n == 1 || n == outputs) =>
        {
            for (i, b) in new.base.iter_mut().enumerate() {
                *b += numbers[if numbers.len() == 1 { 0 } else { i }];
            }
        }
        ("Add" | "Sum", None) => return Ok(sum(form, rest)),
        ("Sigmoid", None) if plain && form.shown == Shown::Opposite => {
            (new.link, new.shown) = (Link::Logistic, Shown::Plain);
        }
        ("Sigmoid", None) if plain && form.shown == Shown::Plain && outputs == 1 => {
            (new.link, new.shown) = (Link::Logistic, Shown::Second);
        }
        ("Sigmoid", None) if plain && outputs > 1 => new.link = Link::OneVsRest,
        ("Softmax", None) if plain && form.shown == Shown::Opposite => {
            (new.link, new.shown) = (Link::Logistic, Shown::Plain);
            new.parts.iter_mut().for_each(|(_, factor)| *factor *= 2.0);
            new.base[0] *= 2.0;
        }
        ("Softmax", None) if plain && outputs > 1 => new.link = Link::Softmax,
        ("Exp", None) if plain && form.classes.is_none() && outputs == 1 => new.link = Link::Exp,
        ("ArgMax", _) if form.shown == Shown::Second => return Ok(None),
        ("ArgMax", _) if outputs > 1 || form.shown != Shown::Plain || form.link == Link::Logistic => {
            return Ok(Some(Says::Highest(form.clone())));
        }
        _ => return Ok(None),
    }
    if new.base.iter().any(|b| !b.is_finite()) || new.parts.iter().any(|(_, f)| !f.is_finite()) {
        return Ok(None);
    }
    Ok(Some(Says::Scores(Rc::new(new))))
}

/// The sum of scores that are plain numbers.
fn sum<'a>(form: &ScoreForm, rest: &[Says<'a>]) -> Option<Says<'a>> {
    let fits = |f: &ScoreForm| f.link == Link::None && f.shown == Shown::Plain && f.classes.is_none();
    // A sum of means is a sum of trees with weights.
    let summed = |f: &ScoreForm| {
        let parts = f.parts.iter().map(|&(o, factor)| (o, factor / f.divisor)).collect();
        ScoreForm { parts, divisor: 1.0, ..f.clone() }
    };
    let mut new = summed(form);
    if !fits(form) || rest.is_empty() {
        return None;
    }
    for says in rest {
        let Says::Scores(other) = says else { return None };
        if !fits(other) || other.base.len() != new.base.len() {
            return None;
        }
        for (operator, factor) in summed(other).parts {
            match new.parts.iter_mut().find(|(o, _)| *o == operator) {
                Some(part) => part.1 += factor,
                None => new.parts.push((operator, factor)),
            }
        }
        new.base.iter_mut().zip(&other.base).for_each(|(a, b)| *a += b);
        if new.parts.len() > MOST_PARTS {
            return None;
        }
    }
    Some(Says::Scores(Rc::new(new)))
}

/// The form with the names of its classes, where the constant has one for each.
fn named(form: &ScoreForm, classes: &Tensor) -> Result<Option<ScoreForm>, Fault> {
    let names = match classes.texts()? {
        Some(texts) => Some(texts),
        None => classes.numbers()?.map(|n| n.into_iter().map(|v| v.to_string()).collect()),
    };
    let count = if form.base.len() == 1 { 2 } else { form.base.len() };
    Ok(names.filter(|n| n.len() == count).map(|n| ScoreForm { classes: Some(n), labels: None, ..form.clone() }))
}
