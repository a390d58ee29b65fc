import type { AttemptReport } from '../../../record/verdict/attempt_result.js';
import {
  type CheckVerdict,
  formatTestCounts,
  GATES,
  type GateId,
  type Verdict,
  type VerdictOutcome,
} from '../../../record/verdict/verdict.js';
import { type Comparability, compareConditions } from '../conditions/comparability.js';
import { toTrial } from '../trials/trial.js';

/** Result of one attempt: its verdict, and the tree that its patch gave. */
interface ReplaySide {
  report: AttemptReport;
  /** Git tree id of the snapshot with the patch; null if the patch did not apply. */
  tree: string | null;
}

/** Difference between an attempt and its replay, as a reader sees it. */
interface ReplayDifference {
  what: string;
  recorded: string;
  replayed: string;
}

/** Comparison of an attempt with the replay of its evaluation (requirement R16). */
export interface ReplayComparison {
  /** True if tree, gates and checks are equal; null if the replay came to no result. */
  same: boolean | null;
  differences: ReplayDifference[];
  /** Checks that were compared. */
  checks: number;
  /** Conditions in which both differ, and whether their results can be compared. */
  comparability: Comparability;
  /** Parts of the verdict that a replay cannot repeat. */
  not_replayed: string[];
}

/** Gates that a patch decides alone. */
const PATCH_GATES: readonly GateId[] = ['G1', 'G2', 'G3'];
/** Kinds of agents that act in the repository; the others bring a finished patch. */
const ACTING_KINDS: readonly string[] = ['command', 'scripted', 'loop'];

/**
 * Compares an attempt with the replay of its evaluation, check by check. The agent is not run again, so what rests on
 * its acts is not compared.
 */
export function compareReplay(recorded: ReplaySide, replayed: ReplaySide): ReplayComparison {
  const differences: ReplayDifference[] = [];
  const note = (what: string, recorded_verdict: string, replayed_verdict: string) => {
    if (recorded_verdict !== replayed_verdict)
      differences.push({ what, recorded: recorded_verdict, replayed: replayed_verdict });
  };
  const [recorded_verdict, replayed_verdict] = [recorded.report.verdict, replayed.report.verdict];
  note('tree of the patched repository', recorded.tree ?? 'none', replayed.tree ?? 'none');
  // Acts of an agent decide G4 as well, and are not made again.
  // A sandbox that shows less than the first leaves it open.
  const is_open = [recorded_verdict, replayed_verdict].some((verdict) => describeGate(verdict, 'G4') === 'error');
  const gates = hasActed(recorded.report) || is_open ? PATCH_GATES : GATES;
  for (const gate of gates)
    note(`gate ${gate}`, describeGate(recorded_verdict, gate), describeGate(replayed_verdict, gate));
  const later = new Map(replayed_verdict.checks.map((check) => [getCheckKey(check), check]));
  for (const check of recorded_verdict.checks) {
    const counterpart = later.get(getCheckKey(check));
    later.delete(getCheckKey(check));
    note(
      `check ${check.check}`,
      describeCheck(check),
      counterpart === undefined ? 'was not run' : describeCheck(counterpart),
    );
  }
  for (const check of later.values()) note(`check ${check.check}`, 'was not run', describeCheck(check));
  const decided = replayed_verdict.status !== 'invalid' && recorded_verdict.status !== 'invalid';
  return {
    same: decided ? differences.length === 0 : null,
    differences,
    checks: recorded_verdict.checks.length,
    comparability: compareSides(recorded.report, replayed.report),
    not_replayed: [
      ...listNotReplayed(recorded.report),
      ...(is_open ? ['gate G4: what its evidence needs is not there on both sides'] : []),
    ],
  };
}

const getCheckKey = ({ kind, check }: CheckVerdict): string => `${kind}\0${check}`;

function describeGate({ gates }: Verdict, id: GateId): string {
  const gate = gates.find((one) => one.gate === id);
  if (gate === undefined) return 'none';
  return gate.reached ? gate.outcome : 'not reached';
}

/** Describes the result of a check without its times: outcome, numbers of tests, and the failing ones. */
function describeCheck({ outcome, reached, tests, fail_to_pass, pass_to_pass, failing }: CheckVerdict): string {
  if (!reached) return 'not reached';
  const count = (name: string, { passed, total }: { passed: number; total: number }) =>
    total === 0 ? [] : [`${name} ${passed} of ${total}`];
  return [
    outcome satisfies VerdictOutcome,
    ...(tests ? [formatTestCounts(tests)] : []),
    ...count('fail_to_pass', fail_to_pass),
    ...count('pass_to_pass', pass_to_pass),
    ...(failing.length > 0 ? [`failing: ${[...failing].sort().join(', ')}`] : []),
  ].join('; ');
}

/** Compares the conditions of both, without those of the agent: it does not run in a replay. */
function compareSides(recorded: AttemptReport, replayed: AttemptReport): Comparability {
  const side = (report: AttemptReport) => ({ trials: [toTrial({ ...report, run: '' }, { id: 'replay' })] });
  const { differences, tasks } = compareConditions(side(recorded), side(replayed));
  const deciding = differences.filter(({ about }) => about !== 'agent');
  const isDifferent = deciding.some(({ standing }) => standing === 'different');
  const verdict = deciding.length > 0 ? null : true;
  return { comparable: isDifferent ? false : verdict, tasks, differences: deciding };
}

const hasActed = ({ agent }: AttemptReport): boolean => ACTING_KINDS.includes(agent.kind);

function listNotReplayed(report: AttemptReport): string[] {
  if (!hasActed(report)) return [];
  const safety = report.verdict.gates.find(({ gate }) => gate === 'G4');
  return [
    'acts of the agent: they are in the record and are not made again',
    ...(safety?.reached && safety.outcome !== 'pass' ? [`gate G4 (${safety.outcome}): ${safety.why}`] : []),
  ];
}
