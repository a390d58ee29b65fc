import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../record/json/compute_digest.js';
import { combineMasks, type Mask, maskBytes } from '../../record/redaction/mask.js';
import { openLogFolder } from '../../record/storage/log_folder.js';
import { RUN_FILES, type RunDirectory } from '../../record/storage/run_directory.js';
import { writeAtomically } from '../../system/write_atomically.js';

/** Sink of a recording: a run directory, or the folder of a standalone gateway. */
export type RecordSink = Pick<RunDirectory, 'log' | 'keep' | 'addMask'>;

/** Sink of a standalone gateway, which the caller closes. */
export interface RecordFolder extends RecordSink {
  close(): void;
}

/**
 * Opens a folder as a sink, new or continued: gateway.json · events.jsonl · artifacts/<sha256>
 *
 * @throws {UserError} if it cannot be written or read, or is in use
 */
export function openRecordFolder(folder: string, now: () => Date): RecordFolder {
  const artifacts = join(folder, RUN_FILES.artifacts);
  const { log, close } = openLogFolder({ folder, head: 'gateway.json', about: {}, now });
  mkdirSync(artifacts, { recursive: true });
  const masks: Mask[] = [];
  return {
    log,
    addMask(mask) {
      masks.push(mask);
      log.mask = combineMasks(masks);
    },
    keep(input) {
      const data = log.mask ? maskBytes(log.mask, input) : input;
      const digest = sha256(data);
      const path = join(artifacts, digest);
      if (!existsSync(path)) writeAtomically(path, data);
      return digest;
    },
    close,
  };
}
