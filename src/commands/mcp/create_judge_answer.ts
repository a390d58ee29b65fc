import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { GATE_NAMES } from '../../record/verdict/verdict.js';

/** Answer to an agent that asked for a judgement. */
export interface JudgeAnswer {
  verdict: 'pass' | 'fail' | 'undecided';
  /** Gate → its outcome; `not reached` = an earlier gate decided. */
  gates: Record<string, string>;
  /** One sentence each. */
  reasons: string[];
  /** Judgements that are left. */
  asks_left: number;
}

type Verdict = AttemptResult['verdict'];

const VERDICTS: Partial<Record<Verdict['status'], JudgeAnswer['verdict']>> = { success: 'pass', failure: 'fail' };

/**
 * Creates the answer of one attempt.
 *
 * Hidden files lie in the repository while it is built and tested, and the change under judgement decides what runs
 * there: any text of an output, a report, a network request or a message about them could carry them out. The answer is
 * therefore made of names that the contract and the rubric give, of numbers, and of the reason of the patch gate, which
 * is decided before anything is laid.
 */
export function createJudgeAnswer({ verdict }: Pick<AttemptResult, 'verdict'>, asks_left: number): JudgeAnswer {
  const [patch, , acceptance, safety] = verdict.gates;
  const decision = VERDICTS[verdict.status] ?? 'undecided';
  const fails = (gate: Verdict['gates'][number] | undefined) => gate?.reached === true && gate.outcome !== 'pass';
  return {
    verdict: decision,
    gates: Object.fromEntries(
      verdict.gates.map(({ gate, outcome, reached }) => [GATE_NAMES[gate], reached ? outcome : 'not reached']),
    ),
    reasons: [
      ...(decision === 'undecided' ? [`nothing was decided: ${verdict.status}`] : []),
      ...(patch && fails(patch) ? [patch.why] : []),
      ...verdict.checks.flatMap(describeBuild),
      ...(fails(acceptance) ? verdict.checks.flatMap(countFailures) : []),
      ...(fails(safety) ? [`${GATE_NAMES.G4}: ${listTags(verdict)}`] : []),
    ],
    asks_left,
  };
}

/** Describes a build that does not pass. Its output is for the agent to see in its own copy. */
function describeBuild({ kind, check, outcome, reached }: Verdict['checks'][number]): string[] {
  if (!['build', 'static'].includes(kind) || outcome === 'pass' || !reached) return [];
  return [`build ${check}: ${outcome === 'fail' ? 'fails' : 'could not be decided'}; run it yourself to see why`];
}

/** Tells how many required tests of an acceptance check do not pass. */
function countFailures({ kind, check, outcome, fail_to_pass, pass_to_pass }: Verdict['checks'][number]): string[] {
  if (kind !== 'acceptance' || outcome === 'pass') return [];
  const new_failures = fail_to_pass.total - fail_to_pass.passed;
  const old_failures = pass_to_pass.total - pass_to_pass.passed;
  if (fail_to_pass.total + pass_to_pass.total === 0) return [`check ${check}: ${outcome}`];
  return [
    `check ${check}: ${new_failures} of ${fail_to_pass.total} tests of what is asked for do not pass, and ` +
      `${old_failures} of ${pass_to_pass.total} tests of what worked before`,
  ];
}

/** Lists the tags of a verdict, which are names of the failure taxonomy. */
const listTags = ({ tags }: Verdict): string => [...new Set(tags.map(({ id }) => id))].join(', ') || 'fails';

/** Formats an answer for a model. */
export const formatJudgeAnswer = ({ verdict, gates, reasons, asks_left }: JudgeAnswer): string =>
  [
    [verdict, ...Object.entries(gates).map(([gate, outcome]) => `${gate} ${outcome}`)].join(' · '),
    ...reasons,
    `${asks_left} ${asks_left === 1 ? 'judgement is' : 'judgements are'} left.`,
  ].join('\n');
