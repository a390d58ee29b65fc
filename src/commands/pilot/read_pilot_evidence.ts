import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type {
  ContractProofStatus,
  PilotAttempt,
  PilotEvidence,
  StageEvidence,
} from '../../judge/pilot/pilot_evidence.js';
import {
  formatDeviation,
  PILOT_STAGES,
  type PilotStage,
  parseDeviation,
  type StageDeviation,
} from '../../record/planning/pilot_protocol.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import { findResultSources, type ResultSource } from '../merge/find_result_sources.js';
import { mergeResults } from '../merge/merge_results.js';
import type { MergedAttempt } from '../merge/merged_results.js';
import { parsePlan } from '../merge/read_shared_plan.js';
import { getCurrentStagePlan, type PilotFolder } from './pilot_folder.js';

/**
 * Reads the results of a pilot, verified against their records and assigned to the stage of their plan.
 *
 * Results of another plan count nowhere and are named.
 *
 * @throws {UserError} for results that contradict their records or each other
 */
export function readPilotEvidence(pilot: PilotFolder, folders: readonly string[], cwd: string): PilotEvidence {
  const sources = folders.length === 0 ? [] : findResultSources(folders, cwd, join(pilot.path, 'report'));
  const byPlan = new Map<string, ResultSource[]>();
  for (const source of sources) {
    if (!source.results && !source.runs) continue;
    const digest = source.plan ? readPlanDigest(source, cwd) : 'none';
    byPlan.set(digest, [...(byPlan.get(digest) ?? []), source]);
  }
  const stage_by_digest = new Map(pilot.plans.map(({ plan, stage }) => [plan.digest, stage]));
  const removed = pilot.removals.map(({ task, because, at }) => ({ task, because, at }));
  const stages = PILOT_STAGES.map((stage) => readStageEvidence(pilot, stage, byPlan, cwd));
  const foreign = [...byPlan].flatMap(([digest, own]) =>
    stage_by_digest.has(digest) ? [] : own.map(({ shown }) => shown),
  );
  const declared = new Map(
    [...pilot.deviations.map(toDeclaredStage), ...findDeclaredStages(stages)].map((one) => [formatDeviation(one), one]),
  );
  const now = { declared: [...declared.values()], proofs: readProofStandings(pilot, cwd) };
  return { protocol: pilot.protocol, removed, stages, foreign, ...now };
}

/** Returns the deviations that records state: they travel with records, where the folder of the pilot may not. */
function findDeclaredStages(stages: readonly StageEvidence[]): StageDeviation[] {
  const texts = new Set(stages.flatMap(({ done }) => done.flatMap(({ trial }) => trial.deviations)));
  return [...texts].sort().flatMap((text) => parseDeviation(text) ?? []);
}

const toDeclaredStage = ({ at, by, stage, criteria, because }: StageDeviation): StageDeviation => ({
  ...{ at, by, stage, criteria, because },
});

/** Returns the current state of the contracts, as far as they can be read. */
function readProofStandings({ protocol }: PilotFolder, cwd: string): Map<string, ContractProofStatus> {
  return new Map(
    protocol.tasks.flatMap(({ id, version, path }): [string, ContractProofStatus][] => {
      try {
        const loaded = readContract(path, cwd);
        if (loaded.contract.id !== id) return [];
        if (loaded.version !== version) return [[id, 'changed']];
        return [[id, loaded.proof ? 'proven' : 'not proven']];
      } catch (error) {
        // A file that is no valid contract any more has changed.
        if (!(error instanceof UserError)) throw error;
        return existsSync(resolve(cwd, path)) ? [[id, 'changed']] : [];
      }
    }),
  );
}

function readStageEvidence(
  pilot: PilotFolder,
  stage: PilotStage,
  byPlan: ReadonlyMap<string, readonly ResultSource[]>,
  cwd: string,
): StageEvidence {
  const { plan } = getCurrentStagePlan(pilot, stage);
  const left = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  const removed = new Set(pilot.removals.map(({ task }) => task));
  const attempts = new Map<string, PilotAttempt>();
  const unplanned: StageEvidence['unplanned'][number][] = [];
  for (const { plan: stage_plan, file } of pilot.plans.filter((one) => one.stage === stage)) {
    const results = byPlan.get(stage_plan.digest) ?? [];
    if (results.length === 0) continue;
    const merged = mergeResults(
      {
        folders: results.map(({ folder }) => folder),
        plan: join(pilot.path, file),
        out: join(pilot.path, 'report'),
        verify: true,
        // Other versions are reported as deviations.
        allow_mixed_versions: true,
      },
      cwd,
    );
    merged.reader.close();
    for (const one of merged.attempts)
      if (left.has(one.trial.attempt_id)) attempts.set(one.trial.attempt_id, toPilotAttempt(one));
    unplanned.push(...merged.unplanned.map(({ trial }) => trial).filter(({ task }) => !removed.has(task)));
  }
  return {
    stage,
    plan,
    done: plan.attempts.flatMap(({ attempt_id }) => attempts.get(attempt_id) ?? []),
    missing: plan.attempts.filter(({ attempt_id }) => !attempts.has(attempt_id)),
    unplanned,
  };
}

function toPilotAttempt({ trial, place }: MergedAttempt): PilotAttempt {
  const { folder } = place.source;
  const began = readStartTime(join(folder, 'runs', trial.attempt_id, RUN_FILES.manifest));
  return { trial, recorded: began !== null, began, folder };
}

/** Reads the start time from a manifest that was verified in the merge; null = the record is not there. */
function readStartTime(manifest: string): string | null {
  try {
    return String(JSON.parse(readFileSync(manifest, 'utf8')).started_at);
  } catch {
    return null;
  }
}

function readPlanDigest({ folder }: ResultSource, cwd: string): string {
  const path = join(folder, PLAN_FILE);
  return parsePlan(readFileSync(path, 'utf8'), relative(cwd, path)).digest;
}
