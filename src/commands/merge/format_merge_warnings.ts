import { UserError } from '../../contract/input/user_error.js';
import { findMixedConditions } from '../../judge/analysis/conditions/comparability.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { Plan, PlannedAttempt } from '../../record/planning/plan.js';
import type { ResultSource } from './find_result_sources.js';
import type { MergedAttempt, MergedResults, ShardCoverage, VersionMix } from './merged_results.js';

/** Returns how many results each shard has. A missing result is never a pass. */
export function computeShardCoverage(plan: Plan | undefined, missing: readonly PlannedAttempt[]): ShardCoverage[] {
  const shards = new Map<number, ShardCoverage>();
  for (const { shard } of plan?.attempts ?? []) {
    const one = shards.get(shard) ?? { shard, planned: 0, found: 0 };
    one.planned++;
    one.found++;
    shards.set(shard, one);
  }
  for (const { shard } of missing) shards.get(shard)!.found--;
  return [...shards.values()].sort((a, b) => a.shard - b.shard);
}

/** Finds the versions and conditions in which results differ. */
export function findVersionMix(attempts: readonly Pick<MergedAttempt, 'trial'>[]): VersionMix {
  const [versions, briefings] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const harness = new Set<string>();
  const rubrics = new Set<string>();
  for (const { trial } of attempts) {
    addTo(versions, trial.task, trial.version);
    const { conditions } = trial.configuration;
    if (conditions) addTo(briefings, trial.task, conditions.briefing);
    harness.add(trial.harness_version);
    rubrics.add(trial.rubric);
  }
  return {
    versions: selectAmbiguous(versions),
    briefings: selectAmbiguous(briefings),
    conditions: findMixedConditions(attempts.map(({ trial }) => trial)),
    harness: [...harness].sort(),
    rubrics: [...rubrics].sort(),
  };
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const entry = sets.get(key);
  if (entry) entry.add(value);
  else sets.set(key, new Set([value]));
}

const selectAmbiguous = (sets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> =>
  new Map([...sets].filter(([, of]) => of.size > 1).map(([task, of]): [string, string[]] => [task, [...of].sort()]));

/** Refuses results of one contract in several versions or briefings. @throws {UserError} */
export function requireUniformVersions({ versions, briefings }: Pick<VersionMix, 'versions' | 'briefings'>): void {
  const [mixed, noun] =
    versions.size > 0 ? [versions, 'versions of a contract'] : [briefings, 'briefings of a contract'];
  if (mixed.size === 0) return;
  const some = [...mixed]
    .slice(0, 5)
    .map(([task, of]) => `${safe(task)} (${of.map((v) => safe(v.slice(0, 12))).join(', ')})`);
  throw new UserError(
    `results of different ${noun}: ${some.join('; ')}${mixed.size > 5 ? `; and ${mixed.size - 5} more` : ''}`,
    'They answer different questions. Leave the older folders out, or say --allow-mixed-versions: the report then ' +
      'says so everywhere.',
  );
}

/** Formats the warnings of a merge, most important first. */
export function formatMergeWarnings(
  { plan, shards, unplanned, recovered: saved, unverified, mixed, schedule }: MergedResults,
  sources: readonly ResultSource[],
): string[] {
  const missing_shards = shards.filter(({ found }) => found === 0).map(({ shard }) => `${shard}/${plan!.shards}`);
  const torn = shards.filter(({ found, planned }) => found > 0 && found < planned);
  const list = (names: readonly string[]) =>
    names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
  const label = (one: string) => safe(one.slice(0, 40));
  return [
    ...(plan
      ? []
      : [`no plan in ${sources.length === 1 ? 'the folder' : 'the folders'}: what is missing cannot be known`]),
    ...(missing_shards.length > 0 ? [`no result of shard ${list(missing_shards)}`] : []),
    ...torn.map(({ shard, planned, found }) => `shard ${shard}/${plan!.shards} has ${found} of ${planned} attempts`),
    ...(saved > 0 ? [`${saved} results come from sealed records: their shard ended before it wrote its results`] : []),
    ...(unverified > 0
      ? [`${formatQuantity(unverified, 'attempt')} without a record beside the line: not verified, and no result`]
      : []),
    ...(unplanned.length > 0
      ? [`${formatQuantity(unplanned.length, 'attempt')} in no plan: kept, and counted nowhere`]
      : []),
    ...[...mixed.versions].map(([task, of]) => `${safe(task)} was tried in ${of.length} versions of its contract`),
    ...[...mixed.briefings].map(([task, of]) => `${safe(task)} was told to agents in ${of.length} different briefings`),
    ...mixed.conditions
      .filter(({ condition }) => condition !== 'briefing')
      .map(
        ({ condition, values, tasks }) =>
          `not comparable without a word: ${condition} differs at ${tasks === 1 ? 'one task' : `${tasks} tasks`}: ` +
          `${list(values.map((value) => safe(value)))}`,
      ),
    ...(mixed.harness.length > 1
      ? [`results of different versions of gatebench: ${list(mixed.harness.map(label))}`]
      : []),
    ...schedule.warnings,
    ...(mixed.rubrics.length > 1 ? [`results of different rubrics: ${list(mixed.rubrics.map(label))}`] : []),
  ];
}
