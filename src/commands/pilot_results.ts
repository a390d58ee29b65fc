import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { PilotAttempt, PilotEvidence, StageEvidence } from '../judge/pilot/evidence.js';
import { STAGES, type Stage } from '../record/pilot.js';
import { PLAN_FILE } from '../record/plan.js';
import { FILES } from '../record/run_directory.js';
import { mergeResults } from './merge.js';
import { findSources, type Source } from './merge_find.js';
import { parsePlan } from './merge_plan.js';
import type { Merged } from './merged.js';
import { currentPlan, type PilotFolder } from './pilot_folder.js';

/**
 * What was run of a pilot: the results in and below the named folders, each held against its record, and counted to the stage whose plan they
 * were made by. Results of another plan count nowhere and are named.
 *
 * @throws {UserError} for results that contradict their records or each other
 */
export function pilotEvidence(pilot: PilotFolder, folders: readonly string[], cwd: string): PilotEvidence {
  const sources = folders.length === 0 ? [] : findSources(folders, cwd, join(pilot.path, 'report'));
  const byPlan = new Map<string, Source[]>();
  for (const source of sources) {
    if (!source.results && !source.runs) continue;
    const digest = source.plan ? digestIn(source, cwd) : 'none';
    byPlan.set(digest, [...(byPlan.get(digest) ?? []), source]);
  }
  const known = new Map(pilot.plans.map(({ plan, stage }) => [plan.digest, stage]));
  const removed = pilot.removals.map(({ task, because, at }) => ({ task, because, at }));
  const stages = STAGES.map((stage) => stageEvidence(pilot, stage, byPlan, cwd));
  const foreign = [...byPlan].flatMap(([digest, own]) => (known.has(digest) ? [] : own.map(({ shown }) => shown)));
  return { protocol: pilot.protocol, removed, stages, foreign };
}

function stageEvidence(
  pilot: PilotFolder,
  stage: Stage,
  byPlan: ReadonlyMap<string, readonly Source[]>,
  cwd: string,
): StageEvidence {
  const { plan } = currentPlan(pilot, stage);
  const left = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  const gone = new Set(pilot.removals.map(({ task }) => task));
  const done = new Map<string, PilotAttempt>();
  const unplanned: StageEvidence['unplanned'][number][] = [];
  for (const { plan: made, file } of pilot.plans.filter((one) => one.stage === stage)) {
    const own = byPlan.get(made.digest) ?? [];
    if (own.length === 0) continue;
    const merge = mergeResults(
      {
        folders: own.map(({ folder }) => folder),
        plan: join(pilot.path, file),
        out: join(pilot.path, 'report'),
        verify: true,
        // What another version is, is a deviation here, not a mistake.
        allow_mixed_versions: true,
      },
      cwd,
    );
    merge.read.close();
    for (const one of merge.attempts)
      if (left.has(one.trial.attempt_id)) done.set(one.trial.attempt_id, attemptOf(one));
    unplanned.push(...merge.unplanned.map(({ trial }) => trial).filter(({ task }) => !gone.has(task)));
  }
  return {
    stage,
    plan,
    done: plan.attempts.flatMap(({ attempt_id }) => done.get(attempt_id) ?? []),
    missing: plan.attempts.filter(({ attempt_id }) => !done.has(attempt_id)),
    unplanned,
  };
}

function attemptOf({ trial, place }: Merged): PilotAttempt {
  const { folder } = place.source;
  const began = startOf(join(folder, 'runs', trial.attempt_id, FILES.manifest));
  return { trial, recorded: began !== null, began, folder };
}

/** From the manifest of a record, which was verified when it was merged; null = the record is not there. */
function startOf(manifest: string): string | null {
  try {
    return String(JSON.parse(readFileSync(manifest, 'utf8')).started_at);
  } catch {
    return null;
  }
}

function digestIn({ folder }: Source, cwd: string): string {
  const path = join(folder, PLAN_FILE);
  return parsePlan(readFileSync(path, 'utf8'), relative(cwd, path)).digest;
}
