import { UserError } from '../contract/user_error.js';
import { logLine as safe } from '../publish/report/escape.js';
import type { Plan, PlannedAttempt } from '../record/plan.js';
import type { Source } from './merge_find.js';
import type { Merge, Merged, Mixed, Shard } from './merged.js';

/** How much of each shard is there; one without a result is missing, which is never a pass. */
export function shardsOf(plan: Plan | undefined, missing: readonly PlannedAttempt[]): Shard[] {
  const shards = new Map<number, Shard>();
  for (const { shard } of plan?.attempts ?? []) {
    const one = shards.get(shard) ?? { shard, planned: 0, found: 0 };
    one.planned++;
    one.found++;
    shards.set(shard, one);
  }
  for (const { shard } of missing) shards.get(shard)!.found--;
  return [...shards.values()].sort((a, b) => a.shard - b.shard);
}

export function mixedOf(attempts: readonly Pick<Merged, 'trial'>[]): Mixed {
  const versions = new Map<string, Set<string>>();
  const harness = new Set<string>();
  const rubrics = new Set<string>();
  for (const { trial } of attempts) {
    const of = versions.get(trial.task);
    if (of) of.add(trial.version);
    else versions.set(trial.task, new Set([trial.version]));
    harness.add(trial.harness_version);
    rubrics.add(trial.rubric);
  }
  return {
    versions: new Map(
      [...versions].filter(([, of]) => of.size > 1).map(([task, of]): [string, string[]] => [task, [...of].sort()]),
    ),
    harness: [...harness].sort(),
    rubrics: [...rubrics].sort(),
  };
}

export function mixedVersions(versions: ReadonlyMap<string, readonly string[]>): UserError {
  const some = [...versions]
    .slice(0, 5)
    .map(([task, of]) => `${safe(task)} (${of.map((v) => v.slice(0, 12)).join(', ')})`);
  return new UserError(
    `results of different versions of a contract: ${some.join('; ')}${versions.size > 5 ? `; and ${versions.size - 5} more` : ''}`,
    'They answer different questions. Leave the older folders out, or say --allow-mixed-versions: the report then says so everywhere.',
  );
}

/** What has to be said beside the numbers, most important first. */
export function warningsOf(
  { plan, shards, unplanned, recovered: saved, mixed, schedule }: Merge,
  sources: readonly Source[],
): string[] {
  const gone = shards.filter(({ found }) => found === 0).map(({ shard }) => `${shard}/${plan!.shards}`);
  const torn = shards.filter(({ found, planned }) => found > 0 && found < planned);
  const list = (names: readonly string[]) =>
    names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
  const label = (one: string) => safe(one.slice(0, 40));
  return [
    ...(plan
      ? []
      : [`no plan in ${sources.length === 1 ? 'the folder' : 'the folders'}: what is missing cannot be known`]),
    ...(gone.length > 0 ? [`no result of shard ${list(gone)}`] : []),
    ...torn.map(({ shard, planned, found }) => `shard ${shard}/${plan!.shards} has ${found} of ${planned} attempts`),
    ...(saved > 0 ? [`${saved} results come from sealed records: their shard ended before it wrote its results`] : []),
    ...(unplanned.length > 0
      ? [`${unplanned.length} attempts are in no plan: they are kept, and counted nowhere`]
      : []),
    ...[...mixed.versions].map(([task, of]) => `${safe(task)} was tried in ${of.length} versions of its contract`),
    ...(mixed.harness.length > 1
      ? [`results of different versions of gatebench: ${list(mixed.harness.map(label))}`]
      : []),
    ...schedule.warnings,
    ...(mixed.rubrics.length > 1 ? [`results of different rubrics: ${list(mixed.rubrics.map(label))}`] : []),
  ];
}
