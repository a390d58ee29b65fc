import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ReplicationSummary, summariseReplication } from '../../judge/analysis/replay/replication_summary.js';
import type { Trial } from '../../judge/analysis/trials/trial.js';
import type { Replication } from '../../record/planning/plan.js';
import { writeAtomically } from '../../system/write_atomically.js';

/** Writes `replication.json` beside the results of a replication, and returns what it says. */
export function writeReplication(
  replication: Replication,
  trials: readonly Trial[],
  folder: string,
): ReplicationSummary {
  const summary = summariseReplication(replication, trials);
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, 'replication.json'), `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}
