import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { Event } from '../../record/events/event.js';
import { sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import { type Removal, type RemovedContent, sumMissingContent } from '../../record/storage/removal.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { bindEvent, type RemovedEvent } from '../../record/storage/verify_hash_chain.js';
import { getAttemptFolder } from '../../run/redaction/restricted_store/open_restricted_store.js';
import { writeAtomically } from '../../system/write_atomically.js';

/** Folder in which the content of a move to the long tier is held until it can no longer be undone. */
export const getHeldFolder = (store: string, attempt_id: string, seq: number): string =>
  join(getAttemptFolder(store, attempt_id), `held-${seq}`);

/** Holds the content that will be removed: the log and the files. It is there as a whole or not at all. */
export function holdContent(path: string, removed: RemovedContent, folder: string): void {
  const draft = `${folder}.${process.pid}.tmp`;
  rmSync(draft, { recursive: true, force: true });
  for (const file of [RUN_FILES.events, ...removed.files.map((each) => each.file)]) {
    const target = join(draft, file);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, readFileSync(join(path, file)), { mode: 0o600 });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

/**
 * Puts held content back: first the log, which proves what the files are, then these. The ledger is told afterwards, so
 * that an interruption leaves a record that `verify` accepts.
 *
 * @throws {UserError} if what is held is not what was removed; then nothing is put back
 */
export function restoreContent(
  path: string,
  entry: Extract<Removal, { kind: 'retention' }>,
  entries: readonly Removal[],
  folder: string,
): void {
  if (!existsSync(folder)) throw new UserError(`the held content of move ${entry.seq} is not in the restricted store`);
  const { events, files } = entry.removed;
  const contents = files.map(({ file, sha256: digest }) => {
    const data = existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : undefined;
    if (data === undefined || sha256(data) !== digest) throw new UserError(`held file ${file} is not what was removed`);
    return { file, data };
  });
  const held_lines = readFileSync(join(folder, RUN_FILES.events), 'utf8').split('\n');
  const lines = readFileSync(join(path, RUN_FILES.events), 'utf8').trimEnd().split('\n');
  const texts = sumMissingContent(entries).texts;
  for (const { seq } of events) {
    const now = JSON.parse(lines[seq]!) as Event | RemovedEvent;
    // A line that was put back before an interruption.
    if (!('erased' in now)) continue;
    const line = held_lines[seq] ?? '';
    if (!isSameEvent(line, now, texts.get(seq))) throw new UserError(`held event ${seq} is not what was removed`);
    lines[seq] = line;
  }
  mkdirSync(join(path, RUN_FILES.artifacts), { recursive: true });
  writeAtomically(join(path, RUN_FILES.events), lines.map((line) => `${line}\n`).join(''));
  for (const { file, data } of contents) writeAtomically(join(path, file), data);
}

/** Checks a held line against the digests that the log kept of it. Texts of it may have been erased before the move. */
function isSameEvent(line: string, { erased }: RemovedEvent, texts: ReadonlySet<string> | undefined): boolean {
  try {
    const event = JSON.parse(line) as Event;
    const { hash, content } = bindEvent(event, texts);
    return toCanonicalJson(event) === line && hash === erased.hash && content === erased.content;
  } catch {
    return false;
  }
}
