import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../system/write_atomically.js';
import type { Event } from '../events/event.js';
import { digestSchema } from '../events/execution.js';
import { computeDigest, toCanonicalJson } from '../json/compute_digest.js';
import { RUN_FILES } from './run_directory.js';
import { bindEvent, createErasedText, GENESIS_HASH, isErasedText, serializeRemovedEvent } from './verify_hash_chain.js';

const pointersSchema = z.array(z.string().max(2000)).min(1).max(100_000);

/** Content that one entry removes. */
const removedContentSchema = z.strictObject({
  events: z
    .array(
      z.strictObject({
        seq: z.int().min(0),
        hash: digestSchema.describe('hash of the event, which the chain still holds'),
        pointers: pointersSchema.optional().describe('erased texts, as JSON pointers; absent = the whole event'),
      }),
    )
    .max(10_000_000),
  files: z
    .array(
      z.strictObject({
        file: z.string().regex(/^(?:artifacts\/[0-9a-f]{64}|briefing\.md|patch\.diff|manifest\.json|report\.json)$/),
        sha256: digestSchema.describe('of the file before'),
        pointers: pointersSchema.optional().describe('erased texts, as JSON pointers; absent = the whole file'),
      }),
    )
    .max(1_000_000),
});
export type RemovedContent = z.infer<typeof removedContentSchema>;

const approvalSchema = z
  .strictObject({ by: z.string().min(1), policy_sha256: digestSchema.nullable() })
  .nullable()
  .describe('who approved; null = no policy asks for it');
export type RemovalApproval = z.infer<typeof approvalSchema>;

const chainFields = {
  seq: z.int().min(0),
  at: z.iso.datetime(),
  by: z.string().describe('name of the user, as their machine has it'),
  reason: z.string().min(1),
  approval: approvalSchema,
  head: digestSchema.describe('head of the log that the record was sealed with'),
  prev: digestSchema,
  hash: digestSchema,
};

/**
 * One entry of the ledger of a run directory, `removals.jsonl`: what was removed from the record after it was sealed,
 * by whom and why (requirements R14, R15). Its lines are chained like events. `verify` accepts a record from which
 * exactly that is missing which the ledger names.
 */
export const removalSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...chainFields,
    kind: z.literal('erasure').describe('of a secret that was found later; not reversible'),
    removed: removedContentSchema,
  }),
  z.strictObject({
    ...chainFields,
    kind: z.literal('retention').describe('move to the long tier'),
    removed: removedContentSchema,
    reversible_until: z.iso.datetime().nullable().describe('null = at no time: the content was not held'),
  }),
  z.strictObject({
    ...chainFields,
    kind: z.literal('restoration').describe('a move to the long tier was undone'),
    of_seq: z.int().min(0),
  }),
  z.strictObject({
    ...chainFields,
    kind: z.literal('expiry').describe('the content that was held for a move is deleted'),
    of_seq: z.int().min(0),
  }),
]);
export type Removal = z.infer<typeof removalSchema>;

/** Largest ledger that is read, in bytes. */
const MAX_LEDGER_BYTES = 512 * 2 ** 20;

/** Ledger of a record, or the fault in it. */
type RemovalLedger = { entries: readonly Removal[] } | { fault: string };

/** Reads the ledger of a run directory. @returns undefined if there is none */
export function readRemovals(path: string): RemovalLedger | undefined {
  const file = join(path, RUN_FILES.removals);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) return { fault: `${RUN_FILES.removals} is not a file` };
  if (stat.size > MAX_LEDGER_BYTES) return { fault: `${RUN_FILES.removals} is too large` };
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.pop() !== '') return { fault: `${RUN_FILES.removals}:${lines.length + 1}  ends in the middle of a line` };
  if (lines.length === 0) return { fault: `${RUN_FILES.removals} is empty` };
  const entries: Removal[] = [];
  for (const [seq, line] of lines.entries()) {
    const entry = parseRemoval(line);
    const place = `${RUN_FILES.removals}:${seq + 1} `;
    if (entry === undefined) return { fault: `${place} is no entry that was written by gatebench` };
    const { hash, ...body } = entry;
    if (entry.seq !== seq || entry.prev !== (entries.at(-1)?.hash ?? GENESIS_HASH) || computeDigest(body) !== hash)
      return { fault: `${place} was changed, moved or put in` };
    const undone = 'of_seq' in entry ? entries[entry.of_seq] : undefined;
    if ('of_seq' in entry && undone?.kind !== 'retention') return { fault: `${place} is of no move to the long tier` };
    entries.push(entry);
  }
  return { entries };
}

function parseRemoval(line: string): Removal | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return toCanonicalJson(value) === line ? removalSchema.safeParse(value).data : undefined;
  } catch {
    return undefined;
  }
}

/** Content that is missing from a record by its ledger. */
export interface MissingContent {
  /** Whole events, by number, with their hashes. */
  events: ReadonlyMap<number, string>;
  /** JSON pointers of erased texts, by number of the event. */
  texts: ReadonlyMap<number, ReadonlySet<string>>;
  /** Whole files, with their digests. */
  files: ReadonlyMap<string, string>;
  /** JSON pointers of erased texts in `manifest.json` and `report.json`. */
  file_texts: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Checks if anything is missing. */
export const isContentMissing = ({ events, texts, files, file_texts }: MissingContent): boolean =>
  events.size + texts.size + files.size + file_texts.size > 0;

/** Sums the entries of a ledger. A move to the long tier that was undone counts for nothing. */
export function sumMissingContent(entries: readonly Removal[]): MissingContent {
  const undone = new Set(entries.flatMap((entry) => (entry.kind === 'restoration' ? [entry.of_seq] : [])));
  const events = new Map<number, string>();
  const texts = new Map<number, Set<string>>();
  const files = new Map<string, string>();
  const file_texts = new Map<string, Set<string>>();
  const add = <K>(map: Map<K, Set<string>>, key: K, pointers: readonly string[]) => {
    const union = map.get(key) ?? new Set<string>();
    for (const pointer of pointers) union.add(pointer);
    map.set(key, union);
  };
  for (const entry of entries) {
    if (!('removed' in entry) || undone.has(entry.seq)) continue;
    const { removed }: { removed: RemovedContent } = entry;
    for (const { seq, hash, pointers } of removed.events) {
      if (pointers) add(texts, seq, pointers);
      else events.set(seq, hash);
    }
    for (const { file, sha256, pointers } of removed.files) {
      if (pointers) add(file_texts, file, pointers);
      else files.set(file, sha256);
    }
  }
  return { events, texts, files, file_texts };
}

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
  const text = readFileSync(path, 'utf8');
  const changed_text = change(text);
  if (changed_text !== text) writeAtomically(path, changed_text);
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
    let parent: unknown = copy;
    for (const key of keys) parent = getOwn(parent, key);
    const text = last === undefined ? undefined : getOwn(parent, last);
    if (typeof text === 'string' && !isErasedText(text))
      (parent as Record<string, unknown>)[last!] = createErasedText(text);
  }
  return copy;
}

const unescapePointer = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

const getOwn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
