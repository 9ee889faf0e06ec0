//! Writes a model as Espalier's own JSON. The document holds the model completely: reading it again gives the same ensemble, schema and
//! background, number for number.

use crate::written::to_json;
use espalier_model::ensemble::{
    Aggregation, Arithmetic, Compare, Ensemble, Library, LinearLeaf, Neuron, Node, Precision, Side, Split, Task, Tree,
};
use espalier_model::schema::{Change, Feature, Kind, Level, Schema};
use espalier_model::{Background, Model};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

/// Writes a model that has been loaded. Its origin becomes the field `library`. The leaves of each tree are numbered in the order of its nodes, as
/// every loader numbers them. An isolation forest's path lengths are written as the `samples` from which they follow, where there are any.
///
/// # Cost
/// Linear in the model's size.
pub fn write(model: &Model) -> Vec<u8> {
    to_json(&Document(model))
}

/// A number such that reading it gives the same bits: null for NaN, words for the infinities.
struct Exact(f64);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            n if n.is_nan() => out.serialize_none(),
            f64::INFINITY => out.serialize_str("Infinity"),
            f64::NEG_INFINITY => out.serialize_str("-Infinity"),
            // Shorter than "1.0", which matters for leaf counts. The negative zero cannot be an integer.
            n if n.fract() == 0.0 && n.abs() < 1e15 && !(n == 0.0 && n.is_sign_negative()) => {
                out.serialize_i64(n as i64)
            }
            n => out.serialize_f64(n),
        }
    }
}

/// A list made while it is written, so that no copy of a tree is held.
struct List<F>(F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.0())
    }
}

fn exact(numbers: &[f64]) -> impl Serialize + '_ {
    List(move || numbers.iter().copied().map(Exact))
}

struct Document<'a>(&'a Model);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Model { ensemble, schema, background, isolation_forest, probabilities, origin } = self.0;
        let mut fields = out.serialize_map(None)?;
        fields.serialize_entry("format", "espalier")?;
        fields.serialize_entry("version", &1)?;
        if let Some(library) = &origin.library {
            fields.serialize_entry("library", library)?;
        }
        fields.serialize_entry("kind", kind(ensemble.task))?;
        fields.serialize_entry("columns", &ensemble.columns)?;
        fields.serialize_entry("input", ensemble.input.name())?;
        let Arithmetic { library, divisors, scale, complement } = ensemble.arithmetic;
        if library != Library::Plain {
            fields.serialize_entry("arithmetic", library.name())?;
        }
        if divisors != [1.0; 2] {
            fields.serialize_entry("divide", &exact(&divisors))?;
        }
        if scale != 1.0 {
            fields.serialize_entry("scale", &Exact(scale))?;
        }
        if complement {
            fields.serialize_entry("complement", &true)?;
        }
        if ensemble.planes == Precision::F32 {
            fields.serialize_entry("hyperplane_sums", ensemble.planes.name())?;
        }
        fields.serialize_entry("compare", if ensemble.compare == Compare::Less { "<" } else { "<=" })?;
        fields.serialize_entry("aggregation", aggregation(ensemble.aggregation))?;
        fields.serialize_entry("base", &exact(&ensemble.base))?;
        fields.serialize_entry("link", ensemble.link.name())?;
        if !probabilities {
            fields.serialize_entry("probabilities", &false)?;
        }
        if !schema.classes.is_empty() {
            fields.serialize_entry("classes", &schema.classes)?;
        }
        fields.serialize_entry("schema", &SchemaOut(schema))?;
        if let Some(background) = background {
            fields.serialize_entry("background", &Rows(background))?;
        }
        if let Some(forest) = isolation_forest {
            fields.serialize_entry("isolation_forest", &Forest(forest))?;
        }
        if !ensemble.neurons.is_empty() {
            fields.serialize_entry("neurons", &List(|| ensemble.neurons.iter().map(NeuronOut)))?;
        }
        fields.serialize_entry("trees", &trees(ensemble))?;
        fields.end()
    }
}

struct NeuronOut<'a>(&'a Neuron);

impl Serialize for NeuronOut<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Neuron { constant, sum } = self.0;
        let mut fields = out.serialize_map(Some(3))?;
        fields.serialize_entry("constant", &Exact(*constant))?;
        fields.serialize_entry("columns", &sum.columns)?;
        fields.serialize_entry("weights", &exact(&sum.weights))?;
        fields.end()
    }
}

fn kind(task: Task) -> &'static str {
    match task {
        Task::Classifier { .. } => "classifier",
        Task::Regressor => "regressor",
        Task::IsolationForest => "isolation_forest",
    }
}

fn aggregation(aggregation: Aggregation) -> &'static str {
    match aggregation {
        Aggregation::Mean => "mean",
        Aggregation::Vote => "vote",
        Aggregation::Sum => "sum",
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

struct Forest<'a>(&'a Ensemble);

impl Serialize for Forest<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_map(Some(1))?;
        fields.serialize_entry("trees", &trees(self.0))?;
        fields.end()
    }
}

struct Rows<'a>(&'a Background);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_map(None)?;
        fields.serialize_entry("rows", &List(|| self.0.rows.iter().map(|row| exact(row))))?;
        if let Some(labels) = &self.0.labels {
            fields.serialize_entry("labels", &exact(labels))?;
        }
        fields.end()
    }
}

fn trees(ensemble: &Ensemble) -> impl Serialize + '_ {
    List(move || ensemble.trees.iter().map(move |tree| TreeOut { tree, ensemble }))
}

struct TreeOut<'a> {
    tree: &'a Tree,
    ensemble: &'a Ensemble,
}

impl TreeOut<'_> {
    /// One entry for each node: for a split the value of `of`, for a leaf `leaf`.
    fn each<'b, T: Copy + 'b>(
        &'b self,
        leaf: T,
        of: impl Fn(&'b Split, usize, usize) -> T + 'b,
    ) -> impl Iterator<Item = T> + 'b {
        self.tree.nodes.iter().map(move |node| match node {
            Node::Leaf(_) => leaf,
            Node::Split { split, left, right, .. } => of(split, *left, *right),
        })
    }

    /// An object with node numbers as keys, for the nodes where `of` returns a value. Left out where it returns none.
    fn by_node<'b, M: SerializeMap, T: Serialize>(
        &'b self,
        fields: &mut M,
        name: &'static str,
        of: impl Fn(&'b Node) -> Option<T>,
    ) -> Result<(), M::Error> {
        let entries: Vec<(usize, T)> =
            self.tree.nodes.iter().enumerate().filter_map(|(n, node)| Some((n, of(node)?))).collect();
        if entries.is_empty() {
            return Ok(());
        }
        fields.serialize_entry(name, &ByNode(entries))
    }
}

struct ByNode<T>(Vec<(usize, T)>);

impl<T: Serialize> Serialize for ByNode<T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().map(|(node, entry)| (node, entry)))
    }
}

#[derive(Serialize)]
struct Hyperplane<'a, W> {
    columns: &'a [usize],
    weights: W,
}

#[derive(Serialize)]
struct Linear<'a, M> {
    columns: &'a [usize],
    weights: Weights<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<M>,
}

/// The weights of a linear leaf: one list where the leaf has one number, else one for each output.
struct Weights<'a> {
    leaf: &'a LinearLeaf,
    one: bool,
    width: usize,
}

impl Serialize for Weights<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        if self.one {
            return exact(self.leaf.weights_of(0)).serialize(out);
        }
        out.collect_seq((0..self.width).map(|i| exact(self.leaf.weights_of(i))))
    }
}

#[derive(Serialize)]
struct Intervals<L> {
    column: usize,
    left: L,
}

#[derive(Serialize)]
struct Categories<'a> {
    column: usize,
    left: &'a [u32],
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Unknown>,
}

#[derive(Serialize)]
struct Unknown {
    from: u32,
    to: &'static str,
}

impl Serialize for TreeOut<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let TreeOut { tree, ensemble } = self;
        let mut fields = out.serialize_map(None)?;
        fields.serialize_entry("weight", &Exact(tree.weight))?;
        if let Some(output) = tree.output {
            fields.serialize_entry("output", &output)?;
        }
        let feature = |split: &Split, _, _| match split {
            Split::Axis { column, .. } => *column as i64,
            Split::Oblique { .. } => -2,
            Split::Categories { .. } => -3,
            Split::Intervals { .. } => -4,
        };
        let threshold = |split: &Split, _, _| match split {
            Split::Axis { threshold, .. } | Split::Oblique { threshold, .. } => *threshold,
            Split::Categories { .. } | Split::Intervals { .. } => 0.0,
        };
        if tree.oblivious {
            fields.serialize_entry("oblivious", &true)?;
        }
        fields.serialize_entry("feature", &List(|| self.each(-1i64, feature)))?;
        fields.serialize_entry("threshold", &List(|| self.each(0.0, threshold).map(Exact)))?;
        if !tree.oblivious {
            fields.serialize_entry("left", &List(|| self.each(-1, |_, left, _| left as i64)))?;
            fields.serialize_entry("right", &List(|| self.each(-1, |_, _, right| right as i64)))?;
        }
        if tree.oblivious {
            let leaves = || tree.values.chunks(tree.width(ensemble.outputs)).map(Leaf);
            fields.serialize_entry("value", &List(leaves))?;
        } else if ensemble.task != Task::IsolationForest || tree.samples.is_none() {
            fields.serialize_entry("value", &Values(self))?;
        }
        self.by_node(&mut fields, "hyperplanes", |node| match node {
            Node::Split { split: Split::Oblique { columns, weights, .. }, .. } => {
                Some(Hyperplane { columns, weights: exact(weights) })
            }
            _ => None,
        })?;
        self.by_node(&mut fields, "categories", |node| match node {
            Node::Split { split: Split::Categories { column, left, unknown }, .. } => Some(Categories {
                column: *column,
                left,
                unknown: unknown.map(|(from, to)| Unknown { from, to: side(to) }),
            }),
            _ => None,
        })?;
        self.by_node(&mut fields, "intervals", |node| match node {
            Node::Split { split: Split::Intervals { column, left }, .. } => {
                let left = List(move || left.iter().map(|&(lo, hi)| (Exact(lo), Exact(hi))));
                Some(Intervals { column: *column, left })
            }
            _ => None,
        })?;
        self.by_node(&mut fields, "linear", |node| match node {
            Node::Leaf(leaf) => {
                let linear = tree.linear_leaf(*leaf)?;
                let weights = Weights { leaf: linear, one: tree.output.is_some(), width: tree.width(ensemble.outputs) };
                Some(Linear { columns: &linear.columns, weights, missing: linear.missing.as_deref().map(exact) })
            }
            Node::Split { .. } => None,
        })?;
        self.by_node(&mut fields, "missing", |node| match node {
            Node::Split { missing: Some(to), .. } => Some(side(*to)),
            _ => None,
        })?;
        if let Some(samples) = &tree.samples {
            fields.serialize_entry("samples", &exact(samples))?;
        }
        fields.end()
    }
}

/// Leaf values by node: null, a number where leaves hold one number, else a list.
struct Values<'a>(&'a TreeOut<'a>);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let TreeOut { tree, ensemble } = self.0;
        let width = tree.width(ensemble.outputs);
        let mut values = out.serialize_seq(Some(tree.nodes.len()))?;
        for node in &tree.nodes {
            match node {
                Node::Split { .. } => values.serialize_element(&())?,
                Node::Leaf(leaf) => values.serialize_element(&Leaf(&tree.values[leaf * width..(leaf + 1) * width]))?,
            }
        }
        values.end()
    }
}

/// A leaf's numbers, or its number.
struct Leaf<'a>(&'a [f64]);

impl Serialize for Leaf<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            [one] => Exact(*one).serialize(out),
            numbers => exact(numbers).serialize(out),
        }
    }
}

/// The schema without its classes, which the document lists in another field.
struct SchemaOut<'a>(&'a Schema);

impl Serialize for SchemaOut<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_map(None)?;
        fields.serialize_entry("features", &List(|| self.0.features.iter().map(FeatureOut)))?;
        if let Some(subject) = &self.0.subject {
            fields.serialize_entry("subject", subject)?;
        }
        if let Some(image) = &self.0.image {
            fields.serialize_entry("image", image)?;
        }
        fields.end()
    }
}

struct FeatureOut<'a>(&'a Feature);

impl Serialize for FeatureOut<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let feature = self.0;
        let mut fields = out.serialize_map(None)?;
        fields.serialize_entry("name", &feature.name)?;
        let (kind, levels): (_, Option<&[Level]>) = match &feature.kind {
            Kind::Numeric { .. } => ("numeric", None),
            Kind::Integer { .. } => ("integer", None),
            Kind::Ordinal { levels, .. } => ("ordinal", Some(levels)),
            Kind::Binary { levels, .. } => ("binary", Some(levels)),
            Kind::OneHot { .. } => ("categorical", None),
            Kind::Codes { levels, .. } => ("categorical", Some(levels)),
        };
        fields.serialize_entry("kind", kind)?;
        match &feature.kind {
            Kind::OneHot { columns, labels } => {
                fields.serialize_entry("columns", columns)?;
                fields.serialize_entry("labels", labels)?;
            }
            _ => fields.serialize_entry("column", &feature.columns()[0])?,
        }
        match levels {
            Some(levels) => {
                fields.serialize_entry("labels", &List(|| levels.iter().map(|l| &l.label)))?;
                fields.serialize_entry("values", &List(|| levels.iter().map(|l| Exact(l.value))))?;
            }
            // A discrete kind's range is that of its levels.
            None if feature.level_count().is_none() => {
                fields.serialize_entry("min", &Exact(feature.min))?;
                fields.serialize_entry("max", &Exact(feature.max))?;
            }
            None => {}
        }
        let change = match feature.change {
            Change::Free => None,
            Change::Fixed => Some("fixed"),
            Change::Increase => Some("increase"),
            Change::Decrease => Some("decrease"),
        };
        if let Some(change) = change {
            fields.serialize_entry("change", change)?;
        }
        let weight = feature.weight;
        if weight.up != 1.0 || weight.down != 1.0 {
            fields.serialize_entry("weight", &Weight { up: Exact(weight.up), down: Exact(weight.down) })?;
        }
        if let Some(unit) = &feature.unit {
            fields.serialize_entry("unit", unit)?;
        }
        if let Some(decimals) = feature.decimals {
            fields.serialize_entry("decimals", &decimals)?;
        }
        if let Some(phrase) = &feature.phrase {
            fields.serialize_entry("phrase", phrase)?;
        }
        fields.end()
    }
}

#[derive(Serialize)]
struct Weight {
    up: Exact,
    down: Exact,
}
