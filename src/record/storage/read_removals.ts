import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeDigest, toCanonicalJson } from '../json/compute_digest.js';
import { REMOVALS_FILE, type Removal, type RemovedContent, removalSchema } from './removal.js';
import { GENESIS_HASH } from './verify_hash_chain.js';

/** Largest ledger that is read, in bytes. */
const MAX_LEDGER_BYTES = 512 * 2 ** 20;

/** Ledger of a record, or the fault in it. */
type RemovalLedger = { entries: readonly Removal[] } | { fault: string };

/** Reads the ledger of a run directory. @returns undefined if there is none */
export function readRemovals(path: string): RemovalLedger | undefined {
  const file = join(path, REMOVALS_FILE);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) return { fault: `${REMOVALS_FILE} is not a file` };
  if (stat.size > MAX_LEDGER_BYTES) return { fault: `${REMOVALS_FILE} is too large` };
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.pop() !== '') return { fault: `${REMOVALS_FILE}:${lines.length + 1}  ends in the middle of a line` };
  if (lines.length === 0) return { fault: `${REMOVALS_FILE} is empty` };
  const entries: Removal[] = [];
  for (const [seq, line] of lines.entries()) {
    const entry = parseRemoval(line);
    const at = `${REMOVALS_FILE}:${seq + 1} `;
    if (entry === undefined) return { fault: `${at} is no entry that was written by gatebench` };
    const { hash, ...body } = entry;
    if (entry.seq !== seq || entry.prev !== (entries.at(-1)?.hash ?? GENESIS_HASH) || computeDigest(body) !== hash)
      return { fault: `${at} was changed, moved or put in` };
    const undone = 'of_seq' in entry ? entries[entry.of_seq] : undefined;
    if ('of_seq' in entry && undone?.kind !== 'retention') return { fault: `${at} is of no move to the long tier` };
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
    const known = map.get(key) ?? new Set<string>();
    for (const pointer of pointers) known.add(pointer);
    map.set(key, known);
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
