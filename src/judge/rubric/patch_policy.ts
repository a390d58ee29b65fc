import { type Condition, type OpenItem, openItems } from '../../contract/dependency_policy.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { Evidence, Finding } from '../../record/verdict.js';
import { answerTo, inWords, withAnswer } from './answer.js';
import { bounded } from './path_policy.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

const SEVERITY = { allow: 'info', warn: 'warning', deny: 'violation' } as const;

/** The facts that were read from the applied patch. */
export function patchFacts(trace: Trace): Event<'patch_facts'> | undefined {
  return eventsOf(trace.record.events, 'patch_facts').at(-1);
}

/**
 * Findings of `policy.dependencies`, `policy.install_scripts` and `policy.ci` (K6): one per item that the contract does not cover.
 * What the policy gives to a person is a warning when somebody allowed it, and a violation otherwise: a denial, silence
 * and a question that was never asked are the same.
 */
export function patchPolicyFindings(trace: Trace): Finding[] {
  const facts = patchFacts(trace);
  if (!facts) return [];
  const answers = new Map<Condition, Event<'escalation'> | undefined>();
  const answerAbout = (condition: Condition) => {
    if (!answers.has(condition)) answers.set(condition, answerTo(trace, condition, facts.seq));
    return answers.get(condition);
  };
  const byRule = new Map<string, Finding[]>();
  for (const item of openItems(trace.contract.policy, facts.payload)) {
    const answer = item.handling === 'escalate' ? answerAbout(item.condition) : undefined;
    const found = { rule: item.rule, evidence: evidenceOf(item, facts.seq, answer), ...decide(item, answer) };
    byRule.set(item.rule, [...(byRule.get(item.rule) ?? []), found]);
  }
  return [...byRule.values()].flatMap(bounded);
}

function decide(item: OpenItem, answer: Event<'escalation'> | undefined): Pick<Finding, 'severity' | 'message'> {
  if (item.handling !== 'escalate') return { severity: SEVERITY[item.handling], message: oneLine(item.message, 400) };
  const severity = answer?.payload.decision === 'allow' ? 'warning' : 'violation';
  return { severity, message: withAnswer(item.message, answer ? inWords(answer) : 'nobody was asked') };
}

function evidenceOf(item: OpenItem, seq: number, answer: Event<'escalation'> | undefined): Evidence[] {
  const place: Evidence = {
    seq,
    ...(item.patch_line === null ? {} : { patch_line: item.patch_line }),
    ...(item.file === '' ? {} : { file: item.file }),
    ...(item.line === null ? {} : { line: item.line }),
    contract_path: item.contract_path,
  };
  return answer ? [place, { seq: answer.seq }] : [place];
}
