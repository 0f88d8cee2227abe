//! A study.

use super::experiment::experiment;
use hyakuman_arena::experiment::Found;
use hyakuman_arena::study::{Answered, Part, Study};
use serde_json::{Value, json};

/// What was found for the questions of a study.
pub fn study(study: &Study, answers: &[Answered]) -> Value {
    let part = |(part, found): &(Part, Found)| json!({ "repeat": part.repeat, "experiment": experiment(&part.experiment, found) });
    let question = |answered: &Answered| {
        let question = &answered.question;
        json!({
            "name": question.name,
            "title": question.title,
            "measures": question.measures,
            "primary": question.primary,
            "whole": answered.is_whole(),
            "found": crate::study::sentences(answered),
            "parts": answered.parts.iter().map(part).collect::<Vec<_>>(),
        })
    };
    json!({
        "study": study.name,
        "title": study.title,
        "questions": answers.iter().map(question).collect::<Vec<_>>(),
    })
}
