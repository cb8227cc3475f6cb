//! Reports one finding for each rule that exceeds its budget. The server reports it three times: for the rule, for its part of the
//! total, and for the total.

use crate::check::{Finding, codes};

/// Returns the findings without those on a total that single rules already exceed.
#[doc(hidden)]
pub fn without_repeated_costs(findings: &[Finding]) -> Vec<Finding> {
    let is_own = |finding: &&Finding| {
        [codes::RULE_COST, codes::MESSAGE_EXPRESSION_COST].contains(&finding.diagnostic.code)
    };
    let own: Vec<Finding> = findings.iter().filter(is_own).cloned().collect();
    let is_repeated = |finding: &Finding| {
        finding.diagnostic.code == codes::TOTAL_COST
            && own.iter().any(|own| {
                own.name == finding.name
                    && own.version == finding.version
                    && own.diagnostic.field == finding.diagnostic.field
            })
    };
    // The total is that of a schema; its parts are rules.
    let is_explained = |finding: &Finding| {
        let mut parts = findings.iter().filter(|part| {
            part.diagnostic.code == codes::TOTAL_COST
                && part.name == finding.name
                && part.version == finding.version
                && part.diagnostic.field != finding.diagnostic.field
        });
        parts.clone().next().is_some() && parts.all(is_repeated)
    };
    let is_total = |finding: &Finding| {
        finding.diagnostic.code == codes::TOTAL_COST
            && finding
                .diagnostic
                .field
                .below_schema()
                .is_some_and(<[_]>::is_empty)
    };
    let mut kept = Vec::new();
    for finding in findings {
        if is_repeated(finding) || is_total(finding) && is_explained(finding) {
            continue;
        }
        let mut finding = finding.clone();
        if is_own(&&finding)
            && findings
                .iter()
                .any(|other| is_total(other) && other.version == finding.version)
        {
            let help = "all rules of the schema together cost too much, too; this one is the most expensive";
            finding.diagnostic.help.push(help.to_owned());
        }
        kept.push(finding);
    }
    kept
}
