import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type Event, eventSchema } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { manifestSchema } from '../../record/manifest/manifest.js';
import type { SecretMatcher } from '../../record/redaction/mask.js';
import { eraseTexts, type RemovedContent } from '../../record/storage/removal.js';
import { collectArtifactDigests, RUN_FILES } from '../../record/storage/run_directory.js';
import { escapePointer } from '../../record/storage/verify_hash_chain.js';
import { attemptReportSchema } from '../../record/verdict/attempt_result.js';

/**
 * Plans the erasure of a secret from a record: each text that holds it, in any encoded form, and each whole file.
 *
 * @returns the reason if it stands where it cannot be erased
 */
export function planErasure(
  path: string,
  events: readonly Event[],
  matcher: SecretMatcher,
): RemovedContent | { refused: string } {
  const removed: RemovedContent = { events: [], files: [] };
  for (const event of events) {
    const matches = findTexts(event, matcher);
    if (matches.length === 0) continue;
    if (event.type === 'sealed') return { refused: 'the secret is part of the seal' };
    const { seq, hash } = event;
    const pointers = new Set(matches);
    // A key, or a field that must keep its form, can go with the whole event only.
    const isErasable = !pointers.has(KEY) && eventSchema.safeParse(eraseTexts(event, pointers)).success;
    removed.events.push({ seq, hash, ...omitUndefined({ pointers: isErasable ? matches : undefined }) });
  }
  for (const [file, schema] of [
    [RUN_FILES.manifest, manifestSchema],
    [RUN_FILES.report, attemptReportSchema],
  ] as const) {
    const text = readFileSync(join(path, file), 'utf8');
    const value: unknown = JSON.parse(text);
    const texts = findTexts(value, matcher);
    if (texts.length === 0) continue;
    if (texts.includes(KEY) || !schema.safeParse(eraseTexts(value, new Set(texts))).success)
      return { refused: `the secret is part of a name or identity in ${file}` };
    removed.files.push({ file, sha256: sha256(text), pointers: texts });
  }
  // A file that only removed events name would be one that nothing proves.
  const removed_seqs = new Set(removed.events.flatMap(({ seq, pointers }) => (pointers ? [] : [seq])));
  const orphans = listOrphans(events, removed_seqs);
  const artifacts = join(path, RUN_FILES.artifacts);
  const names = existsSync(artifacts) ? readdirSync(artifacts).sort() : [];
  for (const file of [RUN_FILES.briefing, RUN_FILES.patch, ...names.map((name) => `${RUN_FILES.artifacts}/${name}`)]) {
    if (!existsSync(join(path, file))) continue;
    const data = readFileSync(join(path, file));
    if (orphans.has(file) || holdsSecret(data, matcher)) removed.files.push({ file, sha256: sha256(data) });
  }
  return removed;
}

/** Lists the files that no event names any more when some are removed. */
function listOrphans(events: readonly Event[], gone: ReadonlySet<number>): Set<string> {
  if (gone.size === 0) return new Set();
  const left = listNamedFiles(events.filter(({ seq }) => !gone.has(seq)));
  return new Set([...listNamedFiles(events)].filter((file) => !left.has(file)));
}

function listNamedFiles(events: readonly Event[]): Set<string> {
  return new Set([
    ...[...collectArtifactDigests(events)].map((digest) => `${RUN_FILES.artifacts}/${digest}`),
    ...(selectEvents(events, 'briefing').length > 0 ? [RUN_FILES.briefing] : []),
    ...(selectEvents(events, 'workspace_mutation').length > 0 ? [RUN_FILES.patch] : []),
  ]);
}

/** Checks bytes for a secret, as text of one byte per character and as UTF-8. */
export const holdsSecret = (data: Uint8Array, matcher: SecretMatcher): boolean => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return matcher.findNames(bytes.toString('latin1')).length + matcher.findNames(bytes.toString('utf8')).length > 0;
};

/** Stands for a key that holds the secret. */
const KEY = '';

/** Finds the texts that hold a secret, as JSON pointers; `KEY` for one in a key. */
function findTexts(value: unknown, matcher: SecretMatcher, path = ''): string[] {
  if (typeof value === 'string') return matcher.findNames(value).length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(!Array.isArray(value) && matcher.findNames(key).length > 0 ? [KEY] : []),
    ...findTexts(each, matcher, `${path}/${escapePointer(key)}`),
  ]);
}
