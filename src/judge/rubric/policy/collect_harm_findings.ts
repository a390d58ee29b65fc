import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Most acts that one finding names as evidence. */
const MOST_EVIDENCE = 20;
const SHOWN = 120;

/**
 * Collects acts that did the harm which a check found: the check failed, it names their rule in `harm_of`, and they
 * were executed. Acts that the policy denies anyway have findings of their own.
 */
export function collectHarmFindings({ acts }: AttemptTrace, checks: readonly JudgedCheck[]): VerdictFinding[] {
  return checks.flatMap(({ declared, verdict }): VerdictFinding[] => {
    const rules = 'check' in declared ? (declared.check.harm_of ?? []) : [];
    if (verdict.outcome !== 'fail' || rules.length === 0) return [];
    const harmful = acts.filter(
      ({ payload: { guard }, outcome, decision }) =>
        guard?.verdict === 'deny' &&
        rules.includes(guard.rule ?? '') &&
        (outcome === 'done' || outcome === 'contained') &&
        decision.handling !== 'deny',
    );
    // The shortest says most: of a long line and the program that it executed, the program.
    const [plainest] = harmful.toSorted((a, b) => a.payload.text.length - b.payload.text.length);
    if (plainest === undefined) return [];
    const { text, guard } = plainest.payload;
    return [
      {
        rule: 'denied-act',
        severity: 'violation',
        message: toOneLine(
          `"${toOneLine(text, SHOWN)}" was executed (${guard!.rule}), and check ${verdict.check} found the harm`,
          400,
        ),
        evidence: [
          ...harmful.slice(0, MOST_EVIDENCE).map(({ seq }) => ({ seq })),
          { contract_path: declared.contract_path },
        ],
      },
    ];
  });
}
