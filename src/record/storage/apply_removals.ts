import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../system/write_atomically.js';
import type { Event } from '../events/event.js';
import { computeDigest, toCanonicalJson } from '../json/compute_digest.js';
import { createErasedText, isErasedText } from './compute_redactable_digest.js';
import { type MissingContent, readRemovals, sumMissingContent } from './read_removals.js';
import type { Removal } from './removal.js';
import { RUN_FILES } from './run_directory.js';
import { GENESIS_HASH } from './verify_hash_chain.js';
import { bindEvent, serializeRemovedEvent } from './verify_reduced_chain.js';

/** Entry of the ledger before it has its place in the chain. */
type RemovalDraft = Removal extends infer R ? (R extends Removal ? Omit<R, 'seq' | 'prev' | 'hash'> : never) : never;

/**
 * Appends an entry to the ledger of a record, in one step. Nothing is removed yet: until `applyRemovals` is done, the
 * record holds what the ledger names, which `verify` accepts as an interrupted removal.
 *
 * @throws {Error} if the ledger was changed, which `verifyRun` tells first
 */
export function appendRemoval(path: string, draft: RemovalDraft): Removal {
  const ledger = readRemovals(path);
  if (ledger && 'fault' in ledger) throw new Error(ledger.fault);
  const entries = ledger?.entries ?? [];
  const body = { ...draft, seq: entries.length, prev: entries.at(-1)?.hash ?? GENESIS_HASH };
  const entry = { ...body, hash: computeDigest(body) } as Removal;
  writeAtomically(
    join(path, RUN_FILES.removals),
    [...entries, entry].map((each) => `${toCanonicalJson(each)}\n`).join(''),
  );
  return entry;
}

/**
 * Removes from a record what its ledger names and is still there. Each file changes in one step, so that an
 * interruption leaves a record that `verify` accepts, and a repetition finishes the work. Files go before the events
 * that name them: until then these prove what the files are.
 */
export function applyRemovals(path: string): void {
  const ledger = readRemovals(path);
  if (!ledger || 'fault' in ledger) return;
  const missing = sumMissingContent(ledger.entries);
  for (const file of missing.files.keys()) rmSync(join(path, file), { force: true });
  for (const [file, pointers] of missing.file_texts)
    rewriteFile(join(path, file), (text) => `${JSON.stringify(eraseTexts(JSON.parse(text), pointers), null, 2)}\n`);
  rewriteFile(join(path, RUN_FILES.events), (text) => reduceLog(text, missing));
}

function rewriteFile(path: string, change: (text: string) => string): void {
  if (!existsSync(path)) return;
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after !== before) writeAtomically(path, after);
}

function reduceLog(text: string, missing: MissingContent): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, seq) => {
      const pointers = missing.texts.get(seq);
      const isRemoved = missing.events.has(seq);
      if (!isRemoved && !pointers) return line;
      const event = JSON.parse(line) as Event | { erased: unknown };
      if ('erased' in event) return line;
      if (!isRemoved) return toCanonicalJson(eraseTexts(event, pointers!));
      // A removed event keeps the content digest of what it had, also where texts of it were erased before.
      return serializeRemovedEvent({ seq, erased: bindEvent(event, pointers) });
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns a copy of plain JSON in which the texts at these JSON pointers are placeholders. */
export function eraseTexts<T>(value: T, pointers: ReadonlySet<string>): T {
  const copy = structuredClone(value);
  for (const pointer of pointers) {
    const keys = pointer.split('/').slice(1).map(unescapePointer);
    const last = keys.pop();
    let at: unknown = copy;
    for (const key of keys) at = getOwn(at, key);
    const text = last === undefined ? undefined : getOwn(at, last);
    if (typeof text === 'string' && !isErasedText(text))
      (at as Record<string, unknown>)[last!] = createErasedText(text);
  }
  return copy;
}

const unescapePointer = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

const getOwn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
