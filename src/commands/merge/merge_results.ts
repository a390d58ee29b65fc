import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { type ArmBook, createArmBook } from '../../judge/analysis/trials/arm_book.js';
import { createArmNames } from '../../publish/report/view/gate_conclusion.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { PlannedAttempt } from '../../record/planning/plan.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { findResultSources } from './find_result_sources.js';
import {
  computeShardCoverage,
  findVersionMix,
  formatMergeWarnings,
  requireUniformVersions,
} from './format_merge_warnings.js';
import type { MergedAttempt, MergedResults, MergeOptions } from './merged_results.js';
import { mergeSchedules } from './merged_schedule.js';
import { readSharedPlan } from './read_shared_plan.js';
import { findUnlistedRecords, readSourceResults } from './read_source_results.js';
import { createResultLineReader } from './result_line_reader.js';
import {
  formatResultLocation,
  locateRecord,
  openResultReader,
  type ResultLocation,
  type ResultReader,
} from './result_reader.js';

/**
 * Merges all results in and below some folders: each attempt once, in the order of the plan.
 *
 * Reads line by line and keeps only the trial of a line.
 *
 * @param each is called with every result that counts, and the name of its arm in a suite
 * @throws {UserError} for a line that is broken or contradicts its record or another line, and for plans or contract
 * versions that differ
 */
export function mergeResults(
  options: MergeOptions,
  cwd: string,
  each: (result: AttemptResult, arm?: string) => void = () => {},
): MergedResults {
  const sources = findResultSources(options.folders, cwd, resolve(cwd, options.out));
  const plan = readSharedPlan(sources, options.plan, cwd);
  const arms = plan && createArmNames(plan);
  const book = createArmBook(plan);
  const planned = new Map(plan?.attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const reader = openResultReader();
  const merged_attempts = new Map<string, MergedAttempt>();
  const take = createResultCollector(merged_attempts, planned, book, reader);
  let [repeated, saved] = [0, 0];
  const unverified: { result: AttemptResult; place: ResultLocation }[] = [];
  const out = resolve(cwd, options.out);
  // With a plan an attempt without a result is missing, and is said to be.
  const leave =
    plan && options.allow_missing_records
      ? (result: AttemptResult, place: ResultLocation) => unverified.push({ result, place })
      : undefined;
  const lines = createResultLineReader();
  const verify = options.verify ?? false;
  for (const source of sources)
    for (const { result, place } of source.results ? readSourceResults(source, lines, verify, leave) : []) {
      if (!take(result, place)) repeated++;
      else if (!plan || planned.has(result.attempt_id))
        each(locateRecord(result, source, out), arms?.get(result.attempt_id));
    }
  for (const source of sources)
    for (const { result, place } of findUnlistedRecords(source, merged_attempts, plan && planned)) {
      take(result, place);
      each(locateRecord(result, source, out), arms?.get(result.attempt_id));
      saved++;
    }
  // A result that lost its record still contradicts another one.
  for (const { result, place } of unverified) if (merged_attempts.has(result.attempt_id)) take(result, place);
  const all = [...merged_attempts.values()];
  const byName = (a: MergedAttempt, b: MergedAttempt) =>
    compareCodeUnits(a.trial.task, b.trial.task) ||
    compareCodeUnits(a.trial.arm, b.trial.arm) ||
    a.trial.trial - b.trial.trial ||
    compareCodeUnits(a.trial.attempt_id, b.trial.attempt_id);
  const attempts = plan
    ? plan.attempts.flatMap(({ attempt_id }) => merged_attempts.get(attempt_id) ?? [])
    : all.sort(byName);
  const unplanned = plan ? all.filter((one) => one.planned === undefined).sort(byName) : [];
  const missing = plan?.attempts.filter(({ attempt_id }) => !merged_attempts.has(attempt_id)) ?? [];
  const merged: MergedResults = {
    plan,
    arms: book.listArms(),
    attempts,
    unplanned,
    missing,
    shards: computeShardCoverage(plan, missing),
    repeated,
    recovered: saved,
    unverified: new Set(unverified.flatMap(({ result: { attempt_id: id } }) => (merged_attempts.has(id) ? [] : [id])))
      .size,
    schedule: mergeSchedules(sources, plan),
    warnings: [],
    mixed: findVersionMix(attempts),
    reader,
  };
  if (!options.allow_mixed_versions) requireUniformVersions(merged.mixed);
  merged.warnings.push(...formatMergeWarnings(merged, sources));
  return merged;
}

/** Creates a collector of results. @returns a function that returns false for a result that is there already */
function createResultCollector(
  found: Map<string, MergedAttempt>,
  planned: ReadonlyMap<string, PlannedAttempt>,
  book: ArmBook,
  reader: ResultReader,
): (result: AttemptResult, place: ResultLocation) => boolean {
  return (result, place) => {
    const { attempt_id } = result;
    const earlier = found.get(attempt_id);
    if (earlier) {
      if (isSameResult(reader.result(earlier.place), result)) return false;
      throw new UserError(
        `${safe(formatResultLocation(place))}  attempt ${safe(attempt_id)} of ${safe(result.contract.id)} is also at ` +
          `${safe(formatResultLocation(earlier.place))}, with another result`,
        'An attempt is made once. Leave out the folder whose result does not count.',
      );
    }
    const plan_entry = planned.get(attempt_id);
    if (plan_entry && (plan_entry.task !== result.contract.id || plan_entry.trial !== result.trial))
      throw new UserError(
        `${safe(formatResultLocation(place))}  attempt ${safe(attempt_id)} is trial ${plan_entry.trial} of ` +
          `${safe(plan_entry.task)} in ` +
          `the plan, not trial ${result.trial} of ${safe(result.contract.id)}`,
        'The line was not written by the run of this plan. Leave its folder out.',
      );
    const trial = book.toTrial(result);
    const { status, oracle } = result.verdict;
    const head = { attempt_id: trial.attempt_id, events: result.events, head: result.head };
    found.set(attempt_id, { trial, status, strength_bits: oracle.strength.bits, place, head, planned: plan_entry });
    return true;
  };
}

/** Tells whether two results are the same, wherever their records are. */
const isSameResult = (a: AttemptResult, b: AttemptResult) =>
  toCanonicalJson({ ...a, run: '' }) === toCanonicalJson({ ...b, run: '' });

/** Compares by code unit: the order must not depend on the machine's locale. */
const compareCodeUnits = (a: string, b: string) => Number(a > b) - Number(a < b);
