import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { escapeInvisible, UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, toPlainLine } from '../../run/escalation/operator.js';
import {
  checkOwner,
  listStoredOriginals,
  logAccess,
  readAccessLog,
  readStoredOriginal,
  type StoredOriginal,
} from '../../run/redaction/restricted_store/open_restricted_store.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';

/** Options of `revealOriginal`. */
interface RevealOptions {
  store: string;
  /** Digest of the original, or its beginning; undefined = list the originals. */
  digest?: string | undefined;
  reason?: string | undefined;
  by: string;
  json: boolean;
  /** Receives the original bytes, instead of text that is safe to print. */
  raw?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * Shows the original of redacted content (`revealOriginal`; requirement R14).
 *
 * Logs who, when and why first; without the log entry nothing is shown.
 *
 * @returns 1 if the original does not have its digest
 * @throws {UserError} for an unknown run or digest, a missing reason, and a store or log that cannot be trusted
 */
export function revealOriginal(name: string, options: RevealOptions, out: CommandContext, cwd: string): 0 | 1 {
  const store = resolve(cwd, options.store);
  const attempt_id = readAttemptId(name, cwd);
  try {
    checkOwner(store, options.store);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`there is no restricted store ${options.store} (${(error as NodeJS.ErrnoException).code})`);
  }
  const originals = listStoredOriginals(store, attempt_id);
  if (options.digest === undefined) {
    printOriginals(originals, store, attempt_id, options.json, out);
    return 0;
  }
  const reason = toPlainLine(options.reason ?? '', JUSTIFICATION_LIMIT);
  if (reason === '')
    throw new UserError('an original is shown for a reason only', 'Add --reason "…": it is written down.');
  const { sha256 } = selectOriginal(originals, options.digest);
  logAccess(store, {
    at: new Date().toISOString(),
    by: toPlainLine(options.by, NAME_LIMIT),
    attempt_id,
    sha256,
    reason,
  });
  const read = readStoredOriginal(store, attempt_id, sha256);
  if ('fault' in read) {
    out.error(`${sha256}  ${read.fault}`);
    return 1;
  }
  if (options.raw) options.raw(read.bytes);
  else if (options.json)
    out.log(formatInertJson({ attempt_id, sha256, reason, original: read.bytes.toString('utf8') }));
  else for (const line of read.bytes.toString('utf8').split('\n')) out.log(escapeInvisible(line));
  return 0;
}

function readAttemptId(name: string, cwd: string): string {
  const runs = findRuns([name], cwd);
  const [run, ...further] = runs;
  if (!run || further.length > 0)
    throw new UserError(
      `${name} has ${runs.length} runs`,
      'Name the directory of one of them, e.g. gatebench-out/runs/ID.',
    );
  try {
    const manifest = JSON.parse(readFileSync(join(run.path, RUN_FILES.manifest), 'utf8')) as {
      attempt_id?: unknown;
    };
    if (typeof manifest.attempt_id === 'string') return manifest.attempt_id;
  } catch {
    // The error below reports it.
  }
  throw new UserError(`${name} has no manifest that names its attempt`);
}

function selectOriginal(kept: readonly StoredOriginal[], digest: string): StoredOriginal {
  const matches = /^[0-9a-f]{8,64}$/.test(digest) ? kept.filter(({ sha256 }) => sha256.startsWith(digest)) : [];
  const [original, ...further] = matches;
  if (original?.there && further.length === 0) return original;
  const remedy = 'Leave the digest out to see what there is; eight digits of it are enough.';
  if (further.length > 0) throw new UserError(`several originals begin with ${digest}`, remedy);
  if (original) throw new UserError(`the original ${digest} was deleted`, remedy);
  throw new UserError(`the store has no original ${safe(digest.slice(0, 64))} of this run`, remedy);
}

function printOriginals(
  kept: readonly StoredOriginal[],
  store: string,
  attempt_id: string,
  json: boolean,
  out: CommandContext,
): void {
  const accesses = readAccessLog(store).filter((access) => access.attempt_id === attempt_id);
  if (json) {
    out.log(formatInertJson({ attempt_id, kept, accesses }));
    return;
  }
  for (const { sha256, bytes, kept_at, there: exists } of kept)
    out.log(`${sha256}  ${bytes} bytes  ${safe(kept_at)}${exists ? '' : '  deleted'}`);
  if (kept.length === 0) out.log('nothing of this run was redacted and kept');
  for (const { at: time, by: reader, sha256, reason } of accesses)
    out.log(`read ${time} by ${safe(reader)}  ${sha256.slice(0, 12)}  ${safe(reason)}`);
}
