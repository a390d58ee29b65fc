import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../../record/atomic.js';
import { sha256 } from '../../../record/canonical.js';
import { allMasks, type Mask, maskBytes } from '../../../record/mask.js';
import { FILES } from '../../../record/run_directory.js';
import { openLogFolder } from '../../suite/log_folder.js';
import type { Book } from './book.js';

/** Where the traffic of a gateway that serves alone is written down. */
export interface BookFolder extends Book {
  close(): void;
}

/**
 * Opens a folder as a book, or goes on with it: gateway.json · events.jsonl · artifacts/<sha256>
 *
 * @throws {UserError} when it cannot be written or read, or is in use
 */
export function openBookFolder(folder: string, now: () => Date): BookFolder {
  const artifacts = join(folder, FILES.artifacts);
  const { log, close } = openLogFolder({ folder, head: 'gateway.json', about: {}, now });
  mkdirSync(artifacts, { recursive: true });
  const masks: Mask[] = [];
  return {
    log,
    hide(mask) {
      masks.push(mask);
      log.mask = allMasks(masks);
    },
    keep(given) {
      const data = log.mask ? maskBytes(log.mask, given) : given;
      const digest = sha256(data);
      const path = join(artifacts, digest);
      if (!existsSync(path)) writeAtomically(path, data);
      return digest;
    },
    close,
  };
}
