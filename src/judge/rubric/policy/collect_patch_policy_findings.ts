import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  listPatchPolicyFindings,
  type PatchPolicyCondition,
  type PatchPolicyFinding,
} from '../../../contract/policy/patch_policy_finding.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { Evidence, VerdictFinding } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { limitFindings } from './collect_path_findings.js';
import { appendEscalationAnswer, describeEscalationAnswer, findEscalationAnswer } from './find_escalation_answer.js';

const SEVERITY = { allow: 'info', warn: 'warning', deny: 'violation' } as const;

/** Returns the facts that were read from the applied patch. */
export function findPatchFacts(trace: AttemptTrace): Event<'patch_facts'> | undefined {
  return selectEvents(trace.record.events, 'patch_facts').at(-1);
}

/**
 * Collects findings of `policy.dependencies`, `policy.install_scripts` and `policy.ci`, one per uncovered item. An item
 * that the policy escalates is a warning if a person allowed it, else a violation: a denial, no answer and a question
 * that was never asked are the same.
 */
export function collectPatchPolicyFindings(trace: AttemptTrace): VerdictFinding[] {
  const facts = findPatchFacts(trace);
  if (!facts) return [];
  const answers = new Map<PatchPolicyCondition, Event<'escalation'> | undefined>();
  const answerAbout = (condition: PatchPolicyCondition) => {
    if (!answers.has(condition)) answers.set(condition, findEscalationAnswer(trace, condition, facts.seq));
    return answers.get(condition);
  };
  const byRule = new Map<string, VerdictFinding[]>();
  for (const item of listPatchPolicyFindings(trace.contract.policy, facts.payload)) {
    const answer = item.handling === 'escalate' ? answerAbout(item.condition) : undefined;
    const sizes = {
      rule: item.rule,
      evidence: createItemEvidence(item, facts.seq, answer),
      ...judgeItem(item, answer),
    };
    byRule.set(item.rule, [...(byRule.get(item.rule) ?? []), sizes]);
  }
  return [...byRule.values()].flatMap(limitFindings);
}

function judgeItem(
  item: PatchPolicyFinding,
  answer: Event<'escalation'> | undefined,
): Pick<VerdictFinding, 'severity' | 'message'> {
  if (item.handling !== 'escalate') return { severity: SEVERITY[item.handling], message: toOneLine(item.message, 400) };
  const severity = answer?.payload.decision === 'allow' ? 'warning' : 'violation';
  return {
    severity,
    message: appendEscalationAnswer(item.message, answer ? describeEscalationAnswer(answer) : 'nobody was asked'),
  };
}

function createItemEvidence(
  item: PatchPolicyFinding,
  seq: number,
  answer: Event<'escalation'> | undefined,
): Evidence[] {
  const place: Evidence = {
    seq,
    ...omitUndefined({
      patch_line: item.patch_line ?? undefined,
      file: item.file === '' ? undefined : item.file,
      line: item.line ?? undefined,
    }),
    contract_path: item.contract_path,
  };
  return answer ? [place, { seq: answer.seq }] : [place];
}
