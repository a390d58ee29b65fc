import type { Check } from '../../contract/schema.js';
import { hasLoaded, knownTests } from '../../record/check_standing.js';
import { type Event, eventsOf } from '../../record/events.js';
import { withPublishedNames } from '../../record/published_names.js';
import type { RequiredNames } from '../../record/required_names.js';
import type { Evidence } from '../../record/verdict.js';
import { type CheckOutcome, checkOutcome } from './check_outcome.js';
import { requiredOf } from './required_of.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

type Kind = Event<'perturbation'>['payload']['kind'];

/**
 * What the perturbed runs of one check and kind say. `held` = as it must be; `broken` = it does not pass with hidden files changed in
 * ways that must not matter, or passes whatever its tests expect; `inconclusive` = could not be run to an end, or not loaded; `none` =
 * nothing could be changed.
 */
export interface Withstood {
  check: string;
  kind: Kind;
  standing: 'held' | 'broken' | 'inconclusive' | 'none';
  why: string;
  /** Inconclusive by changes of ours, in an attempt that nobody has a reason to doubt. */
  excused?: true;
  /** Required tests that did not pass under wrong expectations; absent where that is not known. */
  failed?: string[];
  evidence: Evidence;
}

/**
 * Judges perturbed runs of mandatory acceptance checks (S2; design "Verdicts that cannot be forged").
 *
 * With an equivalent oracle a check must stand as before: it passes, with every required test. What differs twice is broken. With wrong
 * expectations a check must not pass; whether it fails or breaks is the same.
 */
export function withstood(trace: Trace): Withstood[] {
  const { contract, record } = trace;
  const events = eventsOf(record.events, 'perturbation');
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  return mandatory.flatMap((check) => {
    const of = (kind: Kind) => events.filter(({ payload }) => payload.check === check.id && payload.kind === kind);
    const [equivalent, wrong] = [of('equivalent'), of('wrong-expectations')];
    const failing = record.manifest.proof?.perturbation.failed;
    const must = failing && Object.hasOwn(failing, check.id) ? failing[check.id]! : [];
    return [
      ...(equivalent.length === 0 ? [] : [overEquivalent(check, equivalent, trace)]),
      ...(wrong.length === 0 ? [] : [overWrong(check, wrong, must, requiredOf(check, trace))]),
    ];
  });
}

/** Checks that the contract wants perturbed in every attempt that passes, and that were not. */
export function perturbationGaps(trace: Trace, passed: boolean): { what: string; evidence: Evidence }[] {
  const { perturbation, files } = trace.contract.oracle;
  if (!passed || perturbation.when !== 'always' || files === undefined) return [];
  const events = eventsOf(trace.record.events, 'perturbation');
  const kinds: Kind[] = perturbation.expectations ? ['equivalent', 'wrong-expectations'] : ['equivalent'];
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

/** What one run says. `differs` = it runs and does not pass; `unloaded` = it does not come as far as its tests. */
interface RunStanding {
  event: Event<'perturbation'>;
  standing: 'held' | 'broken' | 'differs' | 'unloaded' | 'inconclusive' | 'none';
  why: string;
  failed?: string[];
}

type Standing = Pick<Withstood, 'standing' | 'why'> & { event: Event<'perturbation'> };

function withEvidence(check: Check, kind: Kind, { event, standing, why }: Standing): Withstood {
  const { execution } = event.payload;
  const evidence = { seq: event.seq, ...(execution ? { command: execution.command } : {}) };
  return { check: check.id, kind, standing, why: oneLine(`${check.id}: ${why}`), evidence };
}

/**
 * Over an equivalent oracle: the last run that came to an end decides, and one that differs counts when another one does.
 *
 * What does not load may have been broken by the changes. Where the reference solution withstood them all (`equivalent` of the proof) it
 * was not, and counts as any other difference. Else each change was made alone: all of them must hold, and what does not load even so
 * stays undecided. It is excused where the contract leaves the choice to us and nothing speaks against the patch.
 */
function overEquivalent(check: Check, events: readonly Event<'perturbation'>[], trace: Trace): Withstood {
  const { manifest } = trace.record;
  const trusted = manifest.proof?.proven === true && manifest.proof.perturbation.equivalent;
  const accepted = eventsOf(trace.record.events, 'acceptance_check').find(({ payload }) => payload.check === check.id);
  const known = knownTests(check, accepted?.payload.report);
  const runs = events.map((event) => equivalentRun(check, event, known, trusted, requiredOf(check, trace)));
  const of = (standing: RunStanding['standing']) => runs.filter((run) => run.standing === standing);
  const say = (event: Standing['event'], standing: Withstood['standing'], why: string) =>
    withEvidence(check, 'equivalent', { event, standing, why });
  const [differing, unloaded] = [of('differs'), of('unloaded')];
  const decided = runs.findLast(({ standing }) => standing === 'held' || standing === 'differs');
  const first = unloaded[0];
  if (differing.length > 1 && (first || decided?.standing === 'differs')) {
    const { event, why } = differing.at(-1)!;
    return say(event, 'broken', `does not pass with hidden files changed (${changeOf(event)}): ${why}`);
  }
  if (!first) {
    if (decided?.standing === 'held') return say(decided.event, 'held', decided.why);
    const [open] = of('inconclusive');
    if (!decided) return say((open ?? runs.at(-1)!).event, open ? 'inconclusive' : 'none', (open ?? runs.at(-1)!).why);
    return say(decided.event, 'inconclusive', `differs once, which was not repeated to an end: ${decided.why}`);
  }
  const held = of('held');
  const covered = new Set(held.flatMap(({ event }) => changesOf(event)));
  if (held.length > 0 && changesOf(first.event).every((change) => covered.has(change)))
    return say(held.at(-1)!.event, 'held', `${held.at(-1)!.why}, with each change by itself`);
  const but = held.length > 0 ? `; passes with ${[...covered].join(', ')} alone` : '';
  const alone = (change: string) =>
    events.some((event) => event.seq > first.event.seq && changesOf(event).join() === change);
  const isTried = changesOf(first.event).every(alone);
  const doubted = events.some(({ payload }) => payload.because.startsWith('suspicion'));
  return {
    ...say(
      first.event,
      'inconclusive',
      `does not load with hidden files changed (${changeOf(first.event)}), which may be the doing of that change: ${first.why}${but}`,
    ),
    ...(trace.contract.oracle.perturbation.when === 'auto' && isTried && !doubted && differing.length === 0
      ? { excused: true as const }
      : {}),
  };
}

const changesOf = ({ payload: { changes } }: Event<'perturbation'>): string[] => [
  ...(Object.keys(changes.renamed).length > 0 ? ['other names'] : []),
  ...(changes.commented.length > 0 ? ['comments'] : []),
  ...(changes.directory === null ? [] : ['another folder']),
];
const changeOf = (event: Event<'perturbation'>) => changesOf(event).join(', ') || 'nothing that is recorded';

function equivalentRun(
  check: Check,
  event: Event<'perturbation'>,
  known: readonly string[],
  trusted: boolean,
  names: RequiredNames,
): RunStanding {
  const { execution, changes } = event.payload;
  if (!execution) return notRun(event, trusted);
  const report = withPublishedNames(event.payload.report, changes.renamed);
  const said = checkOutcome(check, { check: check.id, run: 1, execution, report }, undefined, names);
  if (said.outcome === 'pass') return { event, standing: 'held', why: said.why };
  if (isUndecided(said)) return { event, standing: 'inconclusive', why: said.why };
  const loaded = trusted || hasLoaded(check, { execution, report }, known);
  return { event, standing: loaded ? 'differs' : 'unloaded', why: said.why };
}

function notRun(event: Event<'perturbation'>, trusted: boolean): RunStanding {
  const { not_run } = event.payload;
  const detail = not_run?.detail || not_run?.because || 'no reason is recorded';
  if (not_run?.because === 'unchanged') return { event, standing: 'none', why: `nothing was changed: ${detail}` };
  if (not_run?.because === 'build' && event.payload.kind === 'equivalent')
    return { event, standing: trusted ? 'differs' : 'unloaded', why: `does not build: ${detail}` };
  return { event, standing: 'inconclusive', why: `not run: ${detail}` };
}

/** With wrong expectations the last run that came to an end decides. */
function overWrong(
  check: Check,
  events: readonly Event<'perturbation'>[],
  must_fail: readonly string[],
  names: RequiredNames,
): Withstood {
  const runs = events.map((event): RunStanding => {
    const { execution, report, changes } = event.payload;
    if (!execution) return notRun(event, false);
    const said = checkOutcome(check, { check: check.id, run: 1, execution, report }, undefined, names);
    return { event, ...againstWrong(said, changes.expectations, must_fail) };
  });
  const { event, standing, why, failed } =
    runs.findLast((one) => one.standing === 'held' || one.standing === 'broken') ??
    runs.find((one) => one.standing === 'inconclusive') ??
    runs.at(-1)!;
  const decided = standing as Withstood['standing'];
  return {
    ...withEvidence(check, 'wrong-expectations', { event, standing: decided, why }),
    ...(failed ? { failed } : {}),
  };
}

/**
 * Something must fail, and among it one of the tests that the patch is judged by: code that replaces those tests, and leaves the
 * others to fail, would else pass for honest. Where a proof says which tests the reference solution fails, none of them may pass: code
 * that solves a part and forges the rest fails honestly in its part.
 */
function againstWrong(
  said: CheckOutcome,
  expectations: number,
  must_fail: readonly string[],
): Omit<RunStanding, 'event'> {
  const made = `with ${expectations} expected values made wrong`;
  if (said.outcome === 'pass') return { standing: 'broken', why: `passes ${made} (${said.why})` };
  if (UNSTARTED.has(said.tag ?? '')) return { standing: 'inconclusive', why: said.why };
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

/** Errors that say something of the machine, not of the code. */
const UNSTARTED = new Set<string>(['check-not-started', 'check-cancelled']);
const STOPPED = new Set<string>([...UNSTARTED, 'check-timeout', 'check-oom', 'check-limit', 'runner-missing']);
const isUndecided = (said: CheckOutcome) => said.outcome === 'error' && STOPPED.has(said.tag ?? '');
