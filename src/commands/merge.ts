import { join, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { type ArmBook, armBook } from '../judge/analysis/arms.js';
import { sharing } from '../judge/analysis/sharing.js';
import { trialOf } from '../judge/analysis/trial_of.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { logLine as safe } from '../publish/report/escape.js';
import { canonical } from '../record/canonical.js';
import { otherVersion } from '../record/other_version.js';
import type { PlannedAttempt } from '../record/plan.js';
import { type Result, resultSchema } from '../record/result.js';
import { listRuns } from '../record/run_directory.js';
import { findSources, RESULTS_FILE, type Source } from './merge_find.js';
import { mixedOf, mixedVersions, shardsOf, warningsOf } from './merge_findings.js';
import { type Line, linesOf, parseLine } from './merge_lines.js';
import { type Place, type PlaceReader, placeReader, shownPlace, withPlace } from './merge_places.js';
import { readPlan } from './merge_plan.js';
import { contradiction, incoherence, namesRecord, recordOf, recovered } from './merge_record.js';
import { readSchedules } from './merge_schedule.js';
import type { Merge, Merged, MergeOrder } from './merged.js';

/**
 * All results in and below some folders as one: each attempt once, in the order of the plan. Reads line by line; of a line only its trial stays.
 *
 * @param each is shown every result that counts, whole, as it is read
 * @throws {UserError} for everything because of which the numbers could be those of something else: a line that is broken, contradicts its record or
 *   another line; plans or versions of contracts that differ
 */
export function mergeResults(order: MergeOrder, cwd: string, each: (result: Result) => void = () => {}): Merge {
  const sources = findSources(order.folders, cwd, resolve(cwd, order.out));
  const plan = readPlan(sources, order.plan, cwd);
  const book = armBook(plan);
  const planned = new Map(plan?.attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const read = placeReader();
  const found = new Map<string, Merged>();
  const take = taker(found, planned, book, read);
  let [repeated, saved] = [0, 0];
  const out = resolve(cwd, order.out);
  for (const source of sources)
    for (const { result, place } of source.results ? resultsOf(source, order.verify ?? false) : []) {
      if (!take(result, place)) repeated++;
      else if (!plan || planned.has(result.attempt_id)) each(withPlace(result, source, out));
    }
  for (const source of sources)
    for (const { result, place } of sealedWithoutLine(source, found, plan && planned)) {
      take(result, place);
      each(withPlace(result, source, out));
      saved++;
    }
  const all = [...found.values()];
  const byName = (a: Merged, b: Merged) =>
    compare(a.trial.task, b.trial.task) ||
    compare(a.trial.arm, b.trial.arm) ||
    a.trial.trial - b.trial.trial ||
    compare(a.trial.attempt_id, b.trial.attempt_id);
  const attempts = plan ? plan.attempts.flatMap(({ attempt_id }) => found.get(attempt_id) ?? []) : all.sort(byName);
  const unplanned = plan ? all.filter((one) => one.planned === undefined).sort(byName) : [];
  const missing = plan?.attempts.filter(({ attempt_id }) => !found.has(attempt_id)) ?? [];
  const merge: Merge = {
    plan,
    arms: book.arms(),
    attempts,
    unplanned,
    missing,
    shards: shardsOf(plan, missing),
    repeated,
    recovered: saved,
    schedule: readSchedules(sources, plan),
    warnings: [],
    mixed: mixedOf(attempts),
    read,
  };
  if (merge.mixed.versions.size > 0 && !order.allow_mixed_versions) throw mixedVersions(merge.mixed.versions);
  merge.warnings.push(...warningsOf(merge, sources));
  return merge;
}

/** Takes a result, or leaves it since it is there already: then false. */
function taker(
  found: Map<string, Merged>,
  planned: ReadonlyMap<string, PlannedAttempt>,
  book: ArmBook,
  read: PlaceReader,
): (result: Result, place: Place) => boolean {
  const shared = sharing();
  return (result, place) => {
    const { attempt_id } = result;
    const before = found.get(attempt_id);
    if (before) {
      if (alike(read.result(before.place), result)) return false;
      throw new UserError(
        `${safe(shownPlace(place))}  attempt ${safe(attempt_id)} of ${safe(result.contract.id)} is also at ${safe(shownPlace(before.place))}, with another result`,
        'An attempt is made once. Leave out the folder whose result does not count.',
      );
    }
    const own = planned.get(attempt_id);
    if (own && (own.task !== result.contract.id || own.trial !== result.trial))
      throw new UserError(
        `${safe(shownPlace(place))}  attempt ${safe(attempt_id)} is trial ${own.trial} of ${safe(own.task)} in the plan, not trial ${result.trial} of ${safe(result.contract.id)}`,
        'The line was not written by the run of this plan. Leave its folder out.',
      );
    const trial = trialOf(result, book.of(result), shared);
    const { status, oracle } = result.verdict;
    found.set(attempt_id, { trial, status, strength_bits: oracle.strength.bits, place, planned: own });
    return true;
  };
}

/** Where a record is may differ. */
const alike = (a: Result, b: Result) => canonical({ ...a, run: '' }) === canonical({ ...b, run: '' });

const UNVERIFIABLE = 'its record is not beside it, so that nothing could be verified';

/** The results of a file, each held against its record where that is beside it. */
function* resultsOf(source: Source, verify: boolean): Generator<{ result: Result; place: Place }> {
  const shown = safe(join(source.shown, RESULTS_FILE));
  for (const line of linesOf(join(source.folder, RESULTS_FILE), shown)) {
    const value = parseLine(line, shown);
    const result = resultOf(value, line, shown);
    const { number, offset, length, text } = line;
    const record = source.runs ? recordOf(source.folder, result) : undefined;
    const problem = record ? contradiction(record, text, result, verify) : verify ? UNVERIFIABLE : undefined;
    if (problem)
      throw new UserError(
        `${shown}:${number}:1  attempt ${safe(result.attempt_id)}: ${safe(problem)}`,
        'The line or its record was changed after it was written. Leave this folder out: its attempts then have no result.',
      );
    // As it is it can go into the merged file: its record would be found there, or nowhere.
    const plain = namesRecord(result);
    yield { result, place: { kind: 'line', source, line: number, offset, length, plain } };
  }
}

function resultOf(value: unknown, { number }: Line, shown: string): Result {
  const read = resultSchema.safeParse(value);
  const contradicts = read.success ? incoherence(read.data) : undefined;
  if (contradicts)
    throw new UserError(`${shown}:${number}:1  ${safe(contradicts)}`, 'No run writes that. Leave this folder out.');
  if (read.success && namesRecord({ ...read.data, run: `runs/${read.data.attempt_id}` })) return read.data;
  const { path, message } = read.error?.issues[0] ?? { path: ['attempt_id'], message: 'is no name' };
  const what =
    typeof value === 'object' && value !== null && 'counterfactual' in value
      ? 'is scored under other terms than those it was made under (counterfactual): it is no result'
      : (otherVersion(value, RUBRIC_VERSION) ??
        `is no result: ${safe(path.join('.') || 'the line')}: ${safe(message)}`);
  throw new UserError(
    `${shown}:${number}:1  ${safe(what)}`,
    'Nothing was merged. Leave this folder out: its attempts then have no result.',
  );
}

/** Sealed records without a line: their process was killed before it wrote its results. With a plan, those that it plans. */
function* sealedWithoutLine(
  source: Source,
  found: ReadonlyMap<string, Merged>,
  planned: ReadonlyMap<string, PlannedAttempt> | undefined,
): Generator<{ result: Result; place: Place }> {
  if (!source.runs || (planned === undefined && source.results)) return;
  for (const path of listRuns(join(source.folder, 'runs'))) {
    const attempt_id = path.slice(path.lastIndexOf('/') + 1);
    if (found.has(attempt_id) || (planned && !planned.has(attempt_id))) continue;
    const report = recovered(path, attempt_id);
    if (report)
      yield { result: { ...report, run: `runs/${attempt_id}` }, place: { kind: 'record', source, attempt_id } };
  }
}

/** By code unit: the order must not depend on the locale of the machine. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
