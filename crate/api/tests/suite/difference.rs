//! The difference of two models from the request's document to the answer's: units and classes, both predictions, and refusals by name.

use espalier_api::{Asked, Shared};
use serde_json::{json, Value};
use std::rc::Rc;

/// A model of stumps over three columns: `(column, threshold, values left, values right)`.
fn model(more: Value, stumps: &[(usize, f64, Value, Value)]) -> Value {
    let tree = |(column, threshold, left, right): &(usize, f64, Value, Value)| json!({"feature": [column, -1, -1], "threshold": [threshold, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, left, right]});
    let mut model = json!({
        "format": "espalier", "version": 1, "columns": 3, "input": "float64", "compare": "<=",
        "trees": stumps.iter().map(tree).collect::<Vec<_>>(),
    });
    model.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    model
}

fn forest(classes: Value, aggregation: &str, stumps: &[(usize, f64, Value, Value)]) -> Value {
    model(json!({"kind": "classifier", "classes": classes, "aggregation": aggregation}), stumps)
}

fn boosted(kind: Value, stumps: &[(usize, f64, Value, Value)]) -> Value {
    let mut more = json!({"aggregation": "sum"});
    more.as_object_mut().unwrap().extend(kind.as_object().unwrap().clone());
    model(more, stumps)
}

fn shared(model: &Value) -> Rc<Shared> {
    Rc::new(Shared::read(model.to_string().as_bytes(), "model", None).unwrap_or_else(|e| panic!("{}", e.to_json())))
}

fn answer(shared: &Rc<Shared>, more: Value) -> Result<Value, String> {
    let mut request = json!({"query": [0, 0, 0]});
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let mut search = Asked::new(shared, &request).and_then(|asked| asked.search()).map_err(|e| e.to_json())?;
    while !search.step(100) {}
    Ok(serde_json::to_value(search.answer(0.0)?).expect("documents are JSON"))
}

#[test]
fn forests_are_compared_by_the_probability_of_a_class_of_one_name() {
    let own = shared(&forest(
        json!(["no", "yes"]),
        "mean",
        &[(0, 0.5, json!([0.9, 0.1]), json!([0.2, 0.8])), (1, 0.5, json!([0.6, 0.4]), json!([0.5, 0.5]))],
    ));
    // The same classes in another order, and votes.
    let other = forest(json!(["yes", "no"]), "vote", &[(2, 0.5, json!([0.1, 0.9]), json!([0.7, 0.3]))]);
    let found = answer(&own, json!({"target": {"best": {"difference": other.clone()}}})).unwrap();
    let first = &found["counterfactuals"][0];
    assert_eq!((&found["status"], &found["unit"]), (&json!("optimal"), &json!("probability")));
    // Of "yes" the model says at least 0.25 and at most 0.65, the reference 0 or 1: it is farthest below where the first says 0.25.
    assert_eq!(first["difference"], json!(-0.75));
    assert_eq!(first["prediction"]["scores"], json!([0.75, 0.25]));
    assert_eq!(first["also"][0]["scores"], json!([1, 0]));
    assert_eq!(found["best"], json!({"value": -0.75, "bound": -0.75}));
    assert_eq!(first["changes"].as_array().unwrap().len(), 1);

    let above = json!({"difference": other.clone(), "class": "yes", "side": "above"});
    let found = answer(&own, json!({"target": {"best": above.clone(), "budget": 10}})).unwrap();
    assert_eq!(found["best"], json!({"value": 0.65, "bound": 0.65}));
    let of_no =
        answer(&own, json!({"target": {"best": {"difference": other, "class": "no", "side": "below"}}})).unwrap();
    assert_eq!(of_no["best"], json!({"value": -0.65, "bound": -0.65}));

    // The nearest difference of at least so much, and that there is none.
    let near = answer(&own, json!({"target": {"apart": above.clone(), "at_least": 0.6}})).unwrap();
    assert_eq!(
        (&near["status"], &near["counterfactuals"][0]["difference"]),
        (&json!("optimal"), &json!(0.6000000000000001))
    );
    let none = answer(&own, json!({"target": {"apart": above, "at_least": 0.66}})).unwrap();
    assert_eq!((&none["status"], &none["unit"]), (&json!("infeasible"), &json!("probability")));
}

#[test]
fn boosted_models_are_compared_by_log_odds_and_values_by_themselves() {
    let stump = |left: Value, right: Value| [(0, 0.5, left, right)];
    let binary = |left: f64, right: f64| {
        boosted(
            json!({"kind": "classifier", "classes": ["no", "yes"], "link": "logistic"}),
            &stump(json!([left]), json!([right])),
        )
    };
    let softmax = |classes: Value, left: Value, right: Value| {
        boosted(json!({"kind": "classifier", "classes": classes, "link": "softmax"}), &stump(left, right))
    };
    let unit = |own: &Value, other: &Value, more: Value| {
        let mut best = json!({"difference": other});
        best.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let found = answer(&shared(own), json!({"target": {"best": best}})).unwrap();
        (found["unit"].clone(), found["best"]["value"].clone())
    };
    assert_eq!(unit(&binary(-1.0, 2.0), &binary(-0.5, 0.5), json!({})), (json!("log_odds"), json!(1.5)));
    // A softmax over two classes has log odds too.
    let two = softmax(json!(["no", "yes"]), json!([0.5, 0.25]), json!([1, -1]));
    assert_eq!(unit(&binary(-1.0, 2.0), &two, json!({})), (json!("log_odds"), json!(4)));
    let three = softmax(json!(["a", "b", "c"]), json!([0, 0, 0]), json!([1, 0, 3]));
    let none = softmax(json!(["a", "b", "c"]), json!([0, 0, 0]), json!([0, 0, 0]));
    assert_eq!(unit(&three, &none, json!({"class": "c"})), (json!("log_odds"), json!(2.5)));
    let value = |link: &str, right: f64| {
        boosted(json!({"kind": "regressor", "link": link}), &stump(json!([0]), json!([right])))
    };
    assert_eq!(unit(&value("none", 3.0), &value("none", 5.0), json!({})), (json!("value"), json!(-2)));
    assert_eq!(unit(&value("exp", 3.0), &value("exp", 2.0), json!({})), (json!("log_value"), json!(1)));
}

#[test]
fn differences_that_are_no_sum_over_trees_are_refused_by_name() {
    let stump = |left: Value, right: Value| [(0, 0.5, left, right)];
    let trees = forest(json!(["no", "yes"]), "mean", &stump(json!([1, 0]), json!([0, 1])));
    let binary = boosted(
        json!({"kind": "classifier", "classes": ["no", "yes"], "link": "logistic"}),
        &stump(json!([-1]), json!([1])),
    );
    let square = boosted(json!({"kind": "regressor", "link": "square"}), &stump(json!([-1]), json!([1])));
    let three = forest(json!(["a", "b", "c"]), "mean", &stump(json!([1, 0, 0]), json!([0, 1, 0])));
    let mut single = trees.clone();
    single["input"] = json!("float32");
    let mut decisions = trees.clone();
    decisions["probabilities"] = json!(false);
    let refused = |own: &Value, target: Value, more: Value| {
        let mut request = json!({"target": target});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        answer(&shared(own), request.clone()).expect_err(&format!("a refusal of {request}"))
    };
    for (own, target, more, where_, what) in [
        (
            &trees,
            json!({"best": {"difference": binary}}),
            json!({}),
            "/target/best/difference",
            "its trees add up to \"log_odds\", the model's to \"probability\"",
        ),
        (
            &binary,
            json!({"best": {"difference": trees}}),
            json!({}),
            "/target/best/difference",
            "\"probability\", the model's",
        ),
        (
            &square,
            json!({"best": {"difference": square}}),
            json!({}),
            "/target/best/difference",
            "the link of one of the models",
        ),
        (
            &trees,
            json!({"best": {"difference": single}}),
            json!({}),
            "/target/best/difference",
            "rounds its columns otherwise",
        ),
        (&trees, json!({"best": {"difference": decisions}}), json!({}), "/target/best/difference", "no probabilities"),
        (&three, json!({"best": {"difference": three}}), json!({}), "/target/best/difference", "which class"),
        (
            &three,
            json!({"best": {"difference": trees, "class": "c"}}),
            json!({}),
            "/target/best/difference",
            "other classes",
        ),
        (&trees, json!({"best": {"difference": trees, "side": "left"}}), json!({}), "/target/best/side", "above"),
        (&trees, json!({"best": {"difference": 7}}), json!({}), "/target/best/difference", "object"),
        (&trees, json!({"apart": {"difference": trees}}), json!({}), "/target", "at_least"),
        (&trees, json!({"apart": {"difference": trees}, "at_least": 0}), json!({}), "/target/at_least", "above 0"),
        (
            &trees,
            json!({"apart": {"difference": trees}, "at_least": 0.1}),
            json!({"certificate": true}),
            "/certificate",
            "one model's file",
        ),
        (
            &trees,
            json!({"apart": {"difference": trees}, "at_least": 0.1}),
            json!({"margin": 0.1}),
            "/margin",
            "no class need beat another",
        ),
        (&trees, json!({"best": {"difference": trees}}), json!({"count": 2}), "", "one answer"),
        (
            &trees,
            json!({"class": 1}),
            json!({"constraints": [{"also": {"model": trees, "target": {"apart": {"difference": trees}, "at_least": 1}}}]}),
            "/constraints/0/also/target",
            "another model's target",
        ),
    ] {
        let said = refused(own, target, more);
        let said: Value = serde_json::from_str(&said).expect("a document");
        // A refusal of a combination names no field.
        assert_eq!(said["where"].as_str().unwrap_or(""), where_, "{said}");
        assert!(
            said["what"].as_str().is_some_and(|w| w.contains(what))
                || said["message"].as_str().is_some_and(|w| w.contains(what)),
            "{what}: {said}"
        );
    }
}
