import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { jsonText, logLine as safe, visible } from '../publish/report/escape.js';
import { FILES } from '../record/run_directory.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, plainText } from '../run/escalation/answer_text.js';
import { logAccess, readAccesses } from '../run/restricted_store/access_log.js';
import { checkOwner } from '../run/restricted_store/open_store.js';
import { type Kept, listKept, readKept } from '../run/restricted_store/read_store.js';
import type { RunOutput } from './orders.js';
import { findRuns } from './records.js';

export interface RevealOrder {
  store: string;
  /** Of the original, or the beginning of it; undefined = list what there is. */
  digest?: string | undefined;
  reason?: string | undefined;
  by: string;
  json: boolean;
  /** Takes the very bytes, instead of text that is safe to look at. */
  raw?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * `reveal`: shows the original of something that was redacted (R14). Who, when and why is written down first; without that nothing is
 * shown.
 *
 * @returns 1 when the original is not what its digest says
 * @throws {UserError} for an unknown run or digest, a missing reason, a store or a log that cannot be trusted
 */
export function reveal(name: string, order: RevealOrder, out: RunOutput, cwd: string): 0 | 1 {
  const store = resolve(cwd, order.store);
  const attempt_id = attemptOf(name, cwd);
  try {
    checkOwner(store, order.store);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`there is no restricted store ${order.store} (${(error as NodeJS.ErrnoException).code})`);
  }
  const kept = listKept(store, attempt_id);
  if (order.digest === undefined) {
    list(kept, store, attempt_id, order.json, out);
    return 0;
  }
  const reason = plainText(order.reason ?? '', JUSTIFICATION_LIMIT);
  if (reason === '')
    throw new UserError('an original is shown for a reason only', 'Add --reason "…": it is written down.');
  const { sha256 } = choose(kept, order.digest);
  logAccess(store, { at: new Date().toISOString(), by: plainText(order.by, NAME_LIMIT), attempt_id, sha256, reason });
  const read = readKept(store, attempt_id, sha256);
  if ('fault' in read) {
    out.error(`${sha256}  ${read.fault}`);
    return 1;
  }
  if (order.raw) order.raw(read.bytes);
  else if (order.json) out.log(jsonText({ attempt_id, sha256, reason, original: read.bytes.toString('utf8') }));
  else for (const line of read.bytes.toString('utf8').split('\n')) out.log(visible(line));
  return 0;
}

function attemptOf(name: string, cwd: string): string {
  const runs = findRuns([name], cwd);
  if (runs.length !== 1)
    throw new UserError(
      `${name} has ${runs.length} runs`,
      'Name the directory of one of them, e.g. gatebench-out/runs/ID.',
    );
  try {
    const manifest = JSON.parse(readFileSync(join(runs[0]!.path, FILES.manifest), 'utf8')) as { attempt_id?: unknown };
    if (typeof manifest.attempt_id === 'string') return manifest.attempt_id;
  } catch {
    // Said below.
  }
  throw new UserError(`${name} has no manifest that names its attempt`);
}

function choose(kept: readonly Kept[], digest: string): Kept {
  const found = /^[0-9a-f]{8,64}$/.test(digest) ? kept.filter(({ sha256 }) => sha256.startsWith(digest)) : [];
  if (found.length === 1 && found[0]!.there) return found[0]!;
  const what =
    found.length > 1
      ? `several originals begin with ${digest}`
      : found.length === 1
        ? `the original ${digest} was deleted`
        : `the store has no original ${safe(digest.slice(0, 64))} of this run`;
  throw new UserError(what, 'Leave the digest out to see what there is; eight digits of it are enough.');
}

function list(kept: readonly Kept[], store: string, attempt_id: string, json: boolean, out: RunOutput): void {
  const accesses = readAccesses(store).filter((access) => access.attempt_id === attempt_id);
  if (json) {
    out.log(jsonText({ attempt_id, kept, accesses }));
    return;
  }
  for (const { sha256, bytes, kept_at, there } of kept)
    out.log(`${sha256}  ${bytes} bytes  ${safe(kept_at)}${there ? '' : '  deleted'}`);
  if (kept.length === 0) out.log('nothing of this run was redacted and kept');
  for (const { at, by, sha256, reason } of accesses)
    out.log(`read ${at} by ${safe(by)}  ${sha256.slice(0, 12)}  ${safe(reason)}`);
}
