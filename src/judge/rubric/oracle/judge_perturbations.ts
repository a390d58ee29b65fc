import type { Check } from '../../../contract/contract_schema.js';
import { hasCheckLoaded, listKnownTests } from '../../../record/checks/has_check_passed.js';
import { restorePublishedNames } from '../../../record/checks/restore_published_names.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { RequiredNames } from '../../../record/tests/required_names.js';
import type { Evidence } from '../../../record/verdict/verdict.js';
import type { AttemptTrace } from '../attempt_trace.js';
import { type CheckOutcome, judgeCheckRun } from '../checks/check_outcome.js';
import { resolveRequiredTests } from '../checks/resolve_required_tests.js';
import { toOneLine } from '../to_one_line.js';

type PerturbationKind = Event<'perturbation'>['payload']['kind'];

/**
 * Result of the perturbed runs of one check and kind.
 *
 * - `held`: as it must be.
 * - `broken`: the check fails with irrelevant changes to hidden files, or passes whatever its tests expect.
 * - `inconclusive`: no run was completed, or the changed oracle did not load.
 * - `none`: nothing could be changed.
 */
export interface PerturbationResult {
  check: string;
  kind: PerturbationKind;
  standing: 'held' | 'broken' | 'inconclusive' | 'none';
  why: string;
  /** True if only gatebench's changes made it inconclusive, in an attempt without suspicions. */
  excused?: true;
  /** Required tests that did not pass under wrong expectations. Absent if unknown. */
  failed?: string[];
  evidence: Evidence;
}

/**
 * Judges the perturbed runs of mandatory acceptance checks.
 *
 * With an equivalent oracle a check must pass as before, with every required test; a difference that repeats is
 * `broken`. With wrong expectations it must not pass; a failure and a crash count the same.
 */
export function judgePerturbations(trace: AttemptTrace): PerturbationResult[] {
  const { contract, record } = trace;
  const events = selectEvents(record.events, 'perturbation');
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  return mandatory.flatMap((check) => {
    const of = (kind: PerturbationKind) =>
      events.filter(({ payload }) => payload.check === check.id && payload.kind === kind);
    const [equivalent, wrong] = [of('equivalent'), of('wrong-expectations')];
    const failing = record.manifest.proof?.perturbation.failed;
    const must = failing && Object.hasOwn(failing, check.id) ? failing[check.id]! : [];
    return [
      ...(equivalent.length === 0 ? [] : [judgeEquivalentRuns(check, equivalent, trace)]),
      ...(wrong.length === 0
        ? []
        : [judgeWrongExpectationRuns(check, wrong, must, resolveRequiredTests(check, trace))]),
    ];
  });
}

/** Finds perturbations that the contract requires for every pass and that are not recorded. */
export function findPerturbationGaps(trace: AttemptTrace, passed: boolean): { what: string; evidence: Evidence }[] {
  const { perturbation, files } = trace.contract.oracle;
  if (!passed || perturbation.when !== 'always' || files === undefined) return [];
  const events = selectEvents(trace.record.events, 'perturbation');
  const kinds: PerturbationKind[] = perturbation.expectations ? ['equivalent', 'wrong-expectations'] : ['equivalent'];
  const gaps: { what: string; evidence: Evidence }[] = [];
  trace.contract.acceptance.forEach((check, i) => {
    if (!check.mandatory) return;
    for (const kind of kinds) {
      const own = events.filter(({ payload }) => payload.check === check.id && payload.kind === kind);
      const evidence = { contract_path: `acceptance.${i}` };
      if (own.length === 0) gaps.push({ what: `${check.id}: no ${kind} perturbation is recorded`, evidence });
      const blank = own.find(({ payload }) => !payload.execution === !payload.not_run);
      if (blank)
        gaps.push({
          what: `${check.id}: a perturbation must hold either an execution or the reason for its absence`,
          evidence: { seq: blank.seq, ...evidence },
        });
    }
  });
  return gaps;
}

/** Result of one run. `differs`: it runs and does not pass. `unloaded`: it does not reach its tests. */
interface RunStanding {
  event: Event<'perturbation'>;
  standing: 'held' | 'broken' | 'differs' | 'unloaded' | 'inconclusive' | 'none';
  why: string;
  failed?: string[];
}

type StandingOfCheck = Pick<PerturbationResult, 'standing' | 'why'> & { event: Event<'perturbation'> };

function createResult(
  check: Check,
  kind: PerturbationKind,
  { event, standing, why }: StandingOfCheck,
): PerturbationResult {
  const { execution } = event.payload;
  const evidence = { seq: event.seq, ...(execution ? { command: execution.command } : {}) };
  return { check: check.id, kind, standing, why: toOneLine(`${check.id}: ${why}`), evidence };
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
  const known = listKnownTests(check, accepted?.payload.report);
  const runs = events.map((event) =>
    judgeEquivalentRun(check, event, known, trusted, resolveRequiredTests(check, trace)),
  );
  const of = (standing: RunStanding['standing']) => runs.filter((run) => run.standing === standing);
  const say = (event: StandingOfCheck['event'], standing: PerturbationResult['standing'], why: string) =>
    createResult(check, 'equivalent', { event, standing, why });
  const [differing, unloaded] = [of('differs'), of('unloaded')];
  const decided = runs.findLast(({ standing }) => standing === 'held' || standing === 'differs');
  const first = unloaded[0];
  if (differing.length > 1 && (first || decided?.standing === 'differs')) {
    const { event, why } = differing.at(-1)!;
    return say(event, 'broken', `does not pass with hidden files changed (${describeChanges(event)}): ${why}`);
  }
  if (!first) {
    if (decided?.standing === 'held') return say(decided.event, 'held', decided.why);
    const [open] = of('inconclusive');
    if (!decided) return say((open ?? runs.at(-1)!).event, open ? 'inconclusive' : 'none', (open ?? runs.at(-1)!).why);
    return say(decided.event, 'inconclusive', `differs once, which was not repeated to an end: ${decided.why}`);
  }
  const held = of('held');
  const covered = new Set(held.flatMap(({ event }) => listChanges(event)));
  if (held.length > 0 && listChanges(first.event).every((change) => covered.has(change)))
    return say(held.at(-1)!.event, 'held', `${held.at(-1)!.why}, with each change by itself`);
  const but = held.length > 0 ? `; passes with ${[...covered].join(', ')} alone` : '';
  const alone = (change: string) =>
    events.some((event) => event.seq > first.event.seq && listChanges(event).join() === change);
  const isTried = listChanges(first.event).every(alone);
  const doubted = events.some(({ payload }) => payload.because.startsWith('suspicion'));
  return {
    ...say(
      first.event,
      'inconclusive',
      `does not load with hidden files changed (${describeChanges(first.event)}), ` +
        `which may be the doing of that change: ${first.why}${but}`,
    ),
    ...(trace.contract.oracle.perturbation.when === 'auto' && isTried && !doubted && differing.length === 0
      ? { excused: true as const }
      : {}),
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
  const said = judgeCheckRun(check, { check: check.id, run: 1, execution, report }, undefined, names);
  if (said.outcome === 'pass') return { event, standing: 'held', why: said.why };
  if (isUndecided(said)) return { event, standing: 'inconclusive', why: said.why };
  const loaded = trusted || hasCheckLoaded(check, { execution, report }, known);
  return { event, standing: loaded ? 'differs' : 'unloaded', why: said.why };
}

function judgeSkippedRun(event: Event<'perturbation'>, trusted: boolean): RunStanding {
  const { not_run } = event.payload;
  const detail = not_run?.detail || not_run?.because || 'no reason is recorded';
  if (not_run?.because === 'unchanged') return { event, standing: 'none', why: `nothing was changed: ${detail}` };
  if (not_run?.because === 'build' && event.payload.kind === 'equivalent')
    return { event, standing: trusted ? 'differs' : 'unloaded', why: `does not build: ${detail}` };
  return { event, standing: 'inconclusive', why: `not run: ${detail}` };
}

/** Judges runs with wrong expectations. The last run that ended by itself decides. */
function judgeWrongExpectationRuns(
  check: Check,
  events: readonly Event<'perturbation'>[],
  must_fail: readonly string[],
  names: RequiredNames,
): PerturbationResult {
  const runs = events.map((event): RunStanding => {
    const { execution, report, changes } = event.payload;
    if (!execution) return judgeSkippedRun(event, false);
    const said = judgeCheckRun(check, { check: check.id, run: 1, execution, report }, undefined, names);
    return { event, ...judgeWrongExpectationRun(said, changes.expectations, must_fail) };
  });
  const { event, standing, why, failed } =
    runs.findLast((one) => one.standing === 'held' || one.standing === 'broken') ??
    runs.find((one) => one.standing === 'inconclusive') ??
    runs.at(-1)!;
  const decided = standing as PerturbationResult['standing'];
  return {
    ...createResult(check, 'wrong-expectations', { event, standing: decided, why }),
    ...(failed ? { failed } : {}),
  };
}

/**
 * Judges one run with wrong expectations: a deciding test must fail. Code that replaces the deciding tests and lets
 * others fail would otherwise look honest. If a proof lists the tests that the reference solution fails, none of them
 * may pass: code that solves a part and forges the rest fails honestly in its part.
 */
function judgeWrongExpectationRun(
  said: CheckOutcome,
  expectations: number,
  must_fail: readonly string[],
): Omit<RunStanding, 'event'> {
  const made = `with ${expectations} expected values made wrong`;
  if (said.outcome === 'pass') return { standing: 'broken', why: `passes ${made} (${said.why})` };
  if (UNSTARTED_TAGS.has(said.tag ?? '')) return { standing: 'inconclusive', why: said.why };
  const required = said.required.filter(({ quarantined }) => !quarantined);
  const forged = required.find(({ name, standing }) => standing === 'passed' && must_fail.includes(name));
  if (forged)
    return { standing: 'broken', why: `${forged.name} passes ${made}, where the reference solution does not` };
  const judged = required.filter(({ list }) => list === 'fail_to_pass');
  return judged.length > 0 && judged.every(({ standing }) => standing === 'passed')
    ? { standing: 'broken', why: `every test that must go from fail to pass still passes ${made}` }
    : {
        standing: 'held',
        why: said.why,
        ...(required.length > 0
          ? { failed: required.filter(({ standing }) => standing !== 'passed').map(({ name }) => name) }
          : {}),
      };
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
