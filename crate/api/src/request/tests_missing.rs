//! Requests about rows with missing values.

use super::tests::model;
use super::*;

#[test]
fn counting_a_change_from_a_missing_value_is_refused_by_the_features_name() {
    let asked = |age: &str, rest: &str| {
        let query = format!("[{age}, 21000, 0, 0.1, 1, 0, 0, 3]");
        Request::from_json(&format!(r#"{{"query": {query}, "target": {{"class": 1}}, {rest}}}"#), &model(&[0]))
    };
    for (rest, at) in [
        (
            r#""constraints": [{"linear": {"terms": {"Income": 1, "Age": 2}, "op": "<=", "rhs": 3, "of": "change"}}]"#,
            "/constraints/0",
        ),
        (r#""constraints": [{"causal": {"feature": "Income", "parents": {"Age": 100}}}]"#, "/constraints/0"),
        (r#""cost": {"piecewise": {"Age": [[-10, 2], [0, 0], [10, 1]]}}"#, "/cost/piecewise/Age"),
        (r#""cost": {"quadratic": [[1, 0], [0, 1]]}"#, "/cost/quadratic"),
    ] {
        asked("39", rest).expect(rest);
        let error = asked("null", rest).expect_err(rest);
        assert_eq!(error.at, at, "{rest}: {error}");
        assert!(error.to_string().contains(r#"the change of "Age" has no size"#), "{rest}: {error}");
    }
}
