import type { Check } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { hasCheckLoaded, listKnownTests, restorePublishedNames } from '../../../record/checks/has_check_passed.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { RequiredNames } from '../../../record/tests/evaluate_required_tests.js';
import type { Evidence } from '../../../record/verdict/verdict.js';
import { type CheckOutcome, judgeCheckRun } from '../checks/check_outcome.js';
import { resolveRequiredTests } from '../checks/resolve_required_tests.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/**
 * Result of the perturbed runs of one check.
 *
 * - `held`: it passes.
 * - `broken`: it fails with irrelevant changes to hidden files.
 * - `inconclusive`: no run was completed, or the changed oracle did not load.
 * - `none`: nothing could be changed.
 */
export interface PerturbationResult {
  check: string;
  standing: 'held' | 'broken' | 'inconclusive' | 'none';
  why: string;
  /** True if only gatebench's changes made it inconclusive, in an attempt without suspicions. */
  excused?: true;
  evidence: Evidence;
}

/**
 * Judges the perturbed runs of mandatory acceptance checks.
 *
 * With an equivalent oracle a check must pass as before, with every required test; a difference that repeats is `broken`.
 * Runs with wrong expectations, which earlier versions made, are not judged.
 */
export function judgePerturbations(trace: AttemptTrace): PerturbationResult[] {
  const { contract, record } = trace;
  const events = selectEvents(record.events, 'perturbation');
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  return mandatory.flatMap((check) => {
    const check_events = events.filter(({ payload }) => payload.check === check.id && payload.kind === 'equivalent');
    return check_events.length === 0 ? [] : [judgeEquivalentRuns(check, check_events, trace)];
  });
}

/** Finds perturbations that the contract requires for every pass and that are not recorded. */
export function findPerturbationGaps(trace: AttemptTrace, passed: boolean): { what: string; evidence: Evidence }[] {
  const { perturbation, files } = trace.contract.oracle;
  if (!passed || perturbation.when !== 'always' || files === undefined) return [];
  const events = selectEvents(trace.record.events, 'perturbation');
  const gaps: { what: string; evidence: Evidence }[] = [];
  trace.contract.acceptance.forEach((check, i) => {
    if (!check.mandatory) return;
    const check_events = events.filter(({ payload }) => payload.check === check.id && payload.kind === 'equivalent');
    const evidence = { contract_path: `acceptance.${i}` };
    if (check_events.length === 0) gaps.push({ what: `${check.id}: no equivalent perturbation is recorded`, evidence });
    const blank = check_events.find(({ payload }) => !payload.execution === !payload.not_run);
    if (blank)
      gaps.push({
        what: `${check.id}: a perturbation must hold either an execution or the reason for its absence`,
        evidence: { seq: blank.seq, ...evidence },
      });
  });
  return gaps;
}

/** Result of one run. `differs`: it runs and does not pass. `unloaded`: it does not reach its tests. */
interface RunStanding {
  event: Event<'perturbation'>;
  standing: 'held' | 'broken' | 'differs' | 'unloaded' | 'inconclusive' | 'none';
  why: string;
}

type StandingOfCheck = Pick<PerturbationResult, 'standing' | 'why'> & { event: Event<'perturbation'> };

function createResult(check: Check, { event, standing, why }: StandingOfCheck): PerturbationResult {
  const { execution } = event.payload;
  const evidence = { seq: event.seq, ...omitUndefined({ command: execution?.command }) };
  return { check: check.id, standing, why: toOneLine(`${check.id}: ${why}`), evidence };
}

/**
 * Judges runs over an equivalent oracle. The last run that ended by itself decides; a difference counts if another run
 * shows it as well.
 *
 * The changes themselves may keep an oracle from loading. If the reference solution passed with them all (`equivalent`
 * of the proof), that is ruled out, and the run counts as any other difference. Otherwise each change was also made
 * alone: all of these runs must hold, and an oracle that still does not load stays undecided. It is excused if the
 * contract leaves the choice to gatebench and nothing speaks against the patch.
 */
function judgeEquivalentRuns(
  check: Check,
  events: readonly Event<'perturbation'>[],
  trace: AttemptTrace,
): PerturbationResult {
  const { manifest } = trace.record;
  const trusted = manifest.proof?.proven === true && manifest.proof.perturbation.equivalent;
  const accepted = selectEvents(trace.record.events, 'acceptance_check').find(
    ({ payload }) => payload.check === check.id,
  );
  const known_tests = listKnownTests(check, accepted?.payload.report);
  const runs = events.map((event) =>
    judgeEquivalentRun(check, event, known_tests, trusted, resolveRequiredTests(check, trace)),
  );
  const select = (standing: RunStanding['standing']) => runs.filter((run) => run.standing === standing);
  const say = (event: StandingOfCheck['event'], standing: PerturbationResult['standing'], why: string) =>
    createResult(check, { event, standing, why });
  const [differing, unloaded] = [select('differs'), select('unloaded')];
  const decided = runs.findLast(({ standing }) => standing === 'held' || standing === 'differs');
  const first = unloaded[0];
  if (differing.length > 1 && (first || decided?.standing === 'differs')) {
    const { event, why } = differing.at(-1)!;
    return say(event, 'broken', `does not pass with hidden files changed (${describeChanges(event)}): ${why}`);
  }
  if (!first) {
    if (decided?.standing === 'held') return say(decided.event, 'held', decided.why);
    const [open] = select('inconclusive');
    if (!decided) return say((open ?? runs.at(-1)!).event, open ? 'inconclusive' : 'none', (open ?? runs.at(-1)!).why);
    return say(decided.event, 'inconclusive', `differs once, which was not repeated to an end: ${decided.why}`);
  }
  const held_runs = select('held');
  const covered = new Set(held_runs.flatMap(({ event }) => listChanges(event)));
  if (held_runs.length > 0 && listChanges(first.event).every((change) => covered.has(change)))
    return say(held_runs.at(-1)!.event, 'held', `${held_runs.at(-1)!.why}, with each change by itself`);
  const but = held_runs.length > 0 ? `; passes with ${[...covered].join(', ')} alone` : '';
  const alone = (change: string) =>
    events.some((event) => event.seq > first.event.seq && listChanges(event).join() === change);
  const isTried = listChanges(first.event).every(alone);
  const doubted = events.some(({ payload }) => payload.because.startsWith('suspicion'));
  const isExcused = trace.contract.oracle.perturbation.when === 'auto' && isTried && !doubted && differing.length === 0;
  return {
    ...say(
      first.event,
      'inconclusive',
      `does not load with hidden files changed (${describeChanges(first.event)}), ` +
        `which may be the doing of that change: ${first.why}${but}`,
    ),
    ...omitUndefined({ excused: isExcused ? (true as const) : undefined }),
  };
}

const listChanges = ({ payload: { changes } }: Event<'perturbation'>): string[] => [
  ...(Object.keys(changes.renamed).length > 0 ? ['other names'] : []),
  ...(changes.commented.length > 0 ? ['comments'] : []),
  ...(changes.directory === null ? [] : ['another folder']),
];
const describeChanges = (event: Event<'perturbation'>) => listChanges(event).join(', ') || 'nothing that is recorded';

function judgeEquivalentRun(
  check: Check,
  event: Event<'perturbation'>,
  known: readonly string[],
  trusted: boolean,
  names: RequiredNames,
): RunStanding {
  const { execution, changes } = event.payload;
  if (!execution) return judgeSkippedRun(event, trusted);
  const report = restorePublishedNames(event.payload.report, changes.renamed);
  const verdict = judgeCheckRun(check, { check: check.id, run: 1, execution, report }, undefined, names);
  if (verdict.outcome === 'pass') return { event, standing: 'held', why: verdict.why };
  if (isUndecided(verdict)) return { event, standing: 'inconclusive', why: verdict.why };
  const loaded = trusted || hasCheckLoaded(check, { execution, report }, known);
  return { event, standing: loaded ? 'differs' : 'unloaded', why: verdict.why };
}

function judgeSkippedRun(event: Event<'perturbation'>, trusted: boolean): RunStanding {
  const { not_run } = event.payload;
  const detail = not_run?.detail || not_run?.because || 'no reason is recorded';
  if (not_run?.because === 'unchanged') return { event, standing: 'none', why: `nothing was changed: ${detail}` };
  if (not_run?.because === 'build')
    return { event, standing: trusted ? 'differs' : 'unloaded', why: `does not build: ${detail}` };
  return { event, standing: 'inconclusive', why: `not run: ${detail}` };
}

/** Tags of errors of the machine, not of the code. */
const UNSTARTED_TAGS = new Set<string>(['check-not-started', 'check-cancelled']);
const STOPPED_TAGS = new Set<string>([
  ...UNSTARTED_TAGS,
  'check-timeout',
  'check-oom',
  'check-limit',
  'runner-missing',
]);
const isUndecided = (said: CheckOutcome) => said.outcome === 'error' && STOPPED_TAGS.has(said.tag ?? '');
