import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventType } from '../../record/events/event.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { RemovedContent } from '../../record/storage/removal.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { ProvableRecord } from './require_provable_record.js';

/**
 * Events that the long tier keeps: identity, stages, digests of the patch, costs, the end. Outcomes of gates and checks,
 * metrics and sums stand in report.json, which stays whole.
 */
const KEPT_TYPES: ReadonlySet<EventType> = new Set([
  'run_started',
  'stage_changed',
  'workspace_mutation',
  'cost',
  'termination',
  'redaction',
  'sealed',
]);

/** Plans the move of a record to the long tier: traces, texts, patch and artifacts go (requirement R15). */
export function planRetention(path: string, { events }: ProvableRecord): RemovedContent {
  const artifacts = join(path, RUN_FILES.artifacts);
  const names = existsSync(artifacts) ? readdirSync(artifacts).sort() : [];
  const files = [RUN_FILES.briefing, RUN_FILES.patch, ...names.map((name) => `${RUN_FILES.artifacts}/${name}`)];
  return {
    events: events.filter(({ type }) => !KEPT_TYPES.has(type)).map(({ seq, hash }) => ({ seq, hash })),
    files: files
      .filter((file) => existsSync(join(path, file)))
      .map((file) => ({ file, sha256: sha256(readFileSync(join(path, file))) })),
  };
}
