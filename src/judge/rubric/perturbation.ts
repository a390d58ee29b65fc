import type { Check } from '../../contract/schema.js';
import { type Event, eventsOf, type ReportReading } from '../../record/events.js';
import type { RequiredNames } from '../../record/required_names.js';
import type { TestCase, TestReport } from '../../record/test_report.js';
import type { Evidence } from '../../record/verdict.js';
import { type CheckOutcome, checkOutcome } from './check_outcome.js';
import { requiredOf } from './required_of.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

type Kind = Event<'perturbation'>['payload']['kind'];

/**
 * What the perturbed runs of one check and kind say. `held` = as it must be; `broken` = it passes only under the published names,
 * or passes whatever its tests expect; `inconclusive` = could not be run to an end; `none` = nothing could be changed.
 */
export interface Withstood {
  check: string;
  kind: Kind;
  standing: 'held' | 'broken' | 'inconclusive' | 'none';
  why: string;
  /** Required tests that did not pass under wrong expectations; absent where that is not known. */
  failed?: string[];
  evidence: Evidence;
}

/**
 * Perturbed runs of mandatory acceptance checks, judged (S2; design "Verdicts that cannot be forged").
 *
 * With an equivalent oracle a check must stand as before: it passes, with every required test. The last run that came to an end
 * decides, since what differs is repeated once. With wrong expectations a check must not pass; whether it fails or breaks is the same.
 */
export function withstood(trace: Trace): Withstood[] {
  const events = eventsOf(trace.record.events, 'perturbation');
  const mandatory = trace.contract.acceptance.filter((check) => check.mandatory);
  return mandatory.flatMap((check) =>
    (['equivalent', 'wrong-expectations'] as const).flatMap((kind) => {
      const own = events.filter(({ payload }) => payload.check === check.id && payload.kind === kind);
      const failing = trace.record.manifest.proof?.perturbation.failed;
      const must = failing && Object.hasOwn(failing, check.id) ? failing[check.id]! : [];
      return own.length === 0 ? [] : [ofCheck({ check, names: requiredOf(check, trace) }, kind, own, must)];
    }),
  );
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

/** A check with the tests that it requires. */
interface ResolvedCheck {
  check: Check;
  names: RequiredNames;
}

function ofCheck(
  resolved: ResolvedCheck,
  kind: Kind,
  events: readonly Event<'perturbation'>[],
  must_fail: readonly string[],
): Withstood {
  const runs = events.map((event) => ({ event, ...standingOf(resolved, event, must_fail) }));
  const { event, standing, why, failed } =
    runs.findLast((one) => one.standing === 'held' || one.standing === 'broken') ??
    runs.find((one) => one.standing === 'inconclusive') ??
    runs.at(-1)!;
  const evidence = { seq: event.seq, ...(event.payload.execution ? { command: event.payload.execution.command } : {}) };
  return {
    check: resolved.check.id,
    kind,
    standing,
    why: oneLine(`${resolved.check.id}: ${why}`),
    ...(failed ? { failed } : {}),
    evidence,
  };
}

type Standing = Pick<Withstood, 'standing' | 'why' | 'failed'>;

function standingOf(
  { check, names }: ResolvedCheck,
  { payload }: Event<'perturbation'>,
  must_fail: readonly string[],
): Standing {
  const { execution, not_run, kind, changes } = payload;
  if (not_run?.because === 'unchanged') return { standing: 'none', why: `nothing was changed: ${not_run.detail}` };
  if (!execution)
    return {
      standing: 'inconclusive',
      why: `not run: ${not_run?.detail || not_run?.because || 'no reason is recorded'}`,
    };
  const report = withNamesOfBefore(payload.report, changes.renamed);
  const said = checkOutcome(check, { check: check.id, run: 1, execution, report }, names);
  if (kind === 'wrong-expectations') return againstWrong(said, changes.expectations, must_fail);
  if (said.outcome === 'pass') return { standing: 'held', why: said.why };
  return isUndecided(said)
    ? { standing: 'inconclusive', why: said.why }
    : { standing: 'broken', why: `passes only under the published names: ${said.why}` };
}

/**
 * Something must fail, and among it one of the tests that the patch is judged by: code that replaces those tests, and leaves the
 * others to fail, would else pass for honest. Where a proof says which tests the reference solution fails, none of them may pass: code
 * that solves a part and forges the rest fails honestly in its part.
 */
function againstWrong(said: CheckOutcome, expectations: number, must_fail: readonly string[]): Standing {
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

/** A report with the published names: runners put file names, or what they make of them, into names of tests. */
function withNamesOfBefore(reading: ReportReading, renamed: Readonly<Record<string, string>>): ReportReading {
  const pairs = namePairs(renamed);
  if (reading.state !== 'read' || pairs.length === 0) return reading;
  const back = (text: string) => pairs.reduce((name, [now, before]) => name.replaceAll(now, before), text);
  const test = (one: TestCase): TestCase => ({
    ...one,
    path: one.path.map(back),
    ...(one.file === undefined ? {} : { file: back(one.file) }),
    ...(one.classname === undefined ? {} : { classname: back(one.classname) }),
  });
  const { tests, suite_failures } = reading.report;
  const report: TestReport = {
    tests: tests.map(test),
    suite_failures: suite_failures.map((suite) => ({ ...suite, name: back(suite.name) })),
  };
  return { ...reading, report };
}

/** Parts of new paths with those in whose place they stand, longest first: `a.test.js`, then `a.test`, then `a`. */
function namePairs(renamed: Readonly<Record<string, string>>): [now: string, before: string][] {
  const pairs = new Map<string, string>();
  for (const [before, now] of Object.entries(renamed)) {
    const parts = before.split('/');
    now.split('/').forEach((part, i) => {
      const old = parts[i];
      if (old === undefined || old === part) return;
      pairs.set(part, old);
      // Endings stay when files are renamed.
      for (const ending of [/\.\w+$/, /\..*$/]) {
        const stem = part.replace(ending, '');
        if (stem !== part && stem.length >= 7) pairs.set(stem, old.replace(ending, ''));
      }
    });
  }
  return [...pairs].sort((a, b) => b[0].length - a[0].length);
}
