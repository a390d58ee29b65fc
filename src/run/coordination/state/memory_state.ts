import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { StateTransitionVariant } from '../../../record/events/act_payloads.js';
import {
  acceptOperation,
  type CoordinationSettings,
  type ReducerResult,
  rejectOverLimit,
  type TimedOperation,
} from './reducer_result.js';

/** Note that an agent wrote for all, with agent, time and operation. */
interface Memo {
  id: number;
  text: string;
  tags: string[];
  key: string | null;
  agent: string;
  at_ms: number;
  operation: string;
  /** Earlier notes under the same key, the newest first. */
  earlier: Memo | null;
}

/** State of the shared memory. */
export interface MemoryState {
  memos: Map<number, Memo>;
  keys: Map<string, number>;
  /** Ids of notes by term and by tag, ascending. */
  terms: Map<string, number[]>;
  tags: Map<string, number[]>;
  /** Number of notes ever written, for new ids. */
  written: number;
}

/** Creates an empty memory. */
export const createMemoryState = (): MemoryState => ({
  memos: new Map(),
  keys: new Map(),
  terms: new Map(),
  tags: new Map(),
  written: 0,
});

/** Maximum number of earlier notes of a key in a result. */
const MAX_EARLIER_MEMOS = 20;

/** Decides the write of a note. */
export function decideRemember(
  memory: MemoryState,
  asked: TimedOperation<'remember'>,
  settings: CoordinationSettings,
): ReducerResult {
  const { text, tags, key } = asked.arguments;
  if (settings.off.has('memory')) return acceptOperation({ stored: false });
  if (memory.written >= settings.live)
    return rejectOverLimit('memories, earlier ones of a key included', settings.live);
  const id = memory.written + 1;
  return acceptOperation(
    { id, ...omitUndefined({ replaces: key === undefined ? undefined : (memory.keys.get(key) ?? null) }) },
    {
      kind: 'remembered',
      at_ms: asked.now_ms,
      agent: asked.agent,
      id,
      operation: asked.id,
      text,
      tags: [...new Set(tags.map(normalizeText))],
      key: key ?? null,
    },
  );
}

/**
 * Decides a search. Notes must have all tags; those that hold more words of the query come first, the newer first among
 * equals.
 */
export function decideRecall(
  memory: MemoryState,
  asked: TimedOperation<'recall'>,
  settings: CoordinationSettings,
): ReducerResult {
  if (settings.off.has('memory')) return acceptOperation({ found: [] });
  const { query, tags, key, limit } = asked.arguments;
  const wantedTags = new Set(tags.map(normalizeText));
  const fits = (memo: Memo) =>
    (key === undefined || memo.key === key) && [...wantedTags].every((tag) => memo.tags.includes(tag));
  const terms = [...extractTerms(query ?? '')];
  const memos =
    terms.length === 0
      ? listNewestMemos(memory, findCandidates(memory, wantedTags, key), fits, limit)
      : rankMemos(memory, terms, fits, limit);
  return acceptOperation(
    {
      found: memos.map((memo) => ({
        ...describeMemo(memo),
        ...omitUndefined({ earlier: key === undefined ? undefined : listEarlierMemos(memo) }),
      })),
    },
    { kind: 'recalled', at_ms: asked.now_ms, agent: asked.agent, found: memos.length },
  );
}

/**
 * Finds the shortest list of ids that holds every match.
 *
 * @returns undefined if every note may match
 */
function findCandidates(
  memory: MemoryState,
  tags: ReadonlySet<string>,
  key: string | undefined,
): readonly number[] | undefined {
  const previous = key === undefined ? undefined : memory.keys.get(key);
  if (key !== undefined) return previous === undefined ? [] : [previous];
  const lists = [...tags].map((tag) => memory.tags.get(tag) ?? []);
  return lists.sort((a, b) => a.length - b.length)[0];
}

/**
 * Ranks notes by the number of terms they hold. It walks all lists from the newest note back and stops when enough
 * notes hold every term.
 */
function rankMemos(
  memory: MemoryState,
  terms: readonly string[],
  fits: (memo: Memo) => boolean,
  limit: number,
): Memo[] {
  const lists = terms.map((term) => memory.terms.get(term) ?? []);
  const left = lists.map((ids) => ids.length);
  /** Notes by the number of terms they hold, the newest first. */
  const holding: Memo[][] = [[], ...lists.map(() => [])];
  while (holding[terms.length]!.length < limit) {
    const id = lists.reduce((most, ids, i) => Math.max(most, ids[left[i]! - 1] ?? 0), 0);
    if (id === 0) break;
    let terms_held = 0;
    for (const [i, ids] of lists.entries()) {
      if (ids[left[i]! - 1] !== id) continue;
      left[i] = left[i]! - 1;
      terms_held += 1;
    }
    const memo = memory.memos.get(id)!;
    if (holding[terms_held]!.length < limit && fits(memo)) holding[terms_held]!.push(memo);
  }
  return holding.reverse().flat().slice(0, limit);
}

/** Lists the newest matching notes; ids ascend with time. */
function listNewestMemos(
  memory: MemoryState,
  among: readonly number[] | undefined,
  fits: (memo: Memo) => boolean,
  limit: number,
): Memo[] {
  const matches: Memo[] = [];
  for (let left = among?.length ?? memory.written; left > 0 && matches.length < limit; left--) {
    const memo = memory.memos.get(among ? among[left - 1]! : left);
    if (memo && fits(memo)) matches.push(memo);
  }
  return matches;
}

const describeMemo = ({ id, text, tags, key, agent, at_ms, operation }: Memo) => ({
  id,
  text,
  tags,
  key,
  by: agent,
  at_ms,
  operation,
});

function listEarlierMemos(memo: Memo) {
  const earlier: ReturnType<typeof describeMemo>[] = [];
  for (let version = memo.earlier; version && earlier.length < MAX_EARLIER_MEMOS; version = version.earlier)
    earlier.push(describeMemo(version));
  return earlier;
}

/** Applies a written note. */
export function applyRemembered(memory: MemoryState, transition: StateTransitionVariant<'remembered'>): void {
  const { id, text, tags, key, agent, at_ms, operation } = transition;
  const replaced = key === null ? undefined : memory.memos.get(memory.keys.get(key) ?? 0);
  if (replaced) removeFromIndex(memory, replaced);
  const memo: Memo = { id, text, tags, key, agent, at_ms, operation, earlier: replaced ?? null };
  memory.memos.set(id, memo);
  memory.written = id;
  if (key !== null) memory.keys.set(key, id);
  for (const term of extractTerms(text)) addId(memory.terms, term, id);
  for (const tag of tags) addId(memory.tags, tag, id);
}

/** Removes a note from the index; it stays as an earlier note of its key. */
function removeFromIndex(memory: MemoryState, { id, text, tags }: Memo): void {
  memory.memos.delete(id);
  for (const term of extractTerms(text)) removeId(memory.terms, term, id);
  for (const tag of tags) removeId(memory.tags, tag, id);
}

function addId(lists: Map<string, number[]>, name: string, id: number): void {
  const ids = lists.get(name);
  if (ids) ids.push(id);
  else lists.set(name, [id]);
}

function removeId(lists: Map<string, number[]>, name: string, id: number): void {
  const ids = lists.get(name)!;
  if (ids.length === 1) lists.delete(name);
  else ids.splice(findIdIndex(ids, id), 1);
}

/** Finds the index of an id in an ascending list that holds it, by bisection. */
function findIdIndex(ids: readonly number[], id: number): number {
  let low = 0;
  for (let high = ids.length - 1; low < high; ) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Normalizes case and form of letters. */
const normalizeText = (text: string) => text.normalize('NFKC').toLowerCase();

/** Extracts the distinct words of a text. */
function extractTerms(text: string): Set<string> {
  return new Set(normalizeText(text).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []);
}
