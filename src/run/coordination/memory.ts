import type { TransitionOf } from '../../record/transitions.js';
import { type Asked, type Decision, done, full, type Settings } from './decision.js';

/** What somebody wrote down for everybody, with who, when and by which operation. */
export interface Memo {
  id: number;
  text: string;
  tags: string[];
  key: string | null;
  agent: string;
  at_ms: number;
  operation: string;
  /** What stood under the same key before, the newest first. */
  earlier: Memo | null;
}

export interface Memory {
  memos: Map<number, Memo>;
  keys: Map<string, number>;
  /** Ids of the memos that hold a term, and of those with a tag, ascending. */
  terms: Map<string, number[]>;
  tags: Map<string, number[]>;
  /** Everything ever written, so that the next id is new. */
  written: number;
}

export const noMemory = (): Memory => ({
  memos: new Map(),
  keys: new Map(),
  terms: new Map(),
  tags: new Map(),
  written: 0,
});

/** So many earlier texts of a key are told. */
const TOLD_EARLIER = 20;

export function decideRemember(memory: Memory, asked: Asked<'remember'>, settings: Settings): Decision {
  const { text, tags, key } = asked.arguments;
  if (settings.off.has('memory')) return done({ stored: false });
  if (memory.written >= settings.live) return full('memories, earlier ones of a key included', settings.live);
  const id = memory.written + 1;
  return done(
    { id, ...(key === undefined ? {} : { replaces: memory.keys.get(key) ?? null }) },
    {
      kind: 'remembered',
      at_ms: asked.now_ms,
      agent: asked.agent,
      id,
      operation: asked.id,
      text,
      tags: [...new Set(tags.map(fold))],
      key: key ?? null,
    },
  );
}

/**
 * Finds by tags, all of which a memo must have, and by the words of the query: the more different ones of them a memo holds, the
 * earlier it comes; the newer first among equals.
 */
export function decideRecall(memory: Memory, asked: Asked<'recall'>, settings: Settings): Decision {
  if (settings.off.has('memory')) return done({ found: [] });
  const { query, tags, key, limit } = asked.arguments;
  const wanted = new Set(tags.map(fold));
  const fits = (memo: Memo) =>
    (key === undefined || memo.key === key) && [...wanted].every((tag) => memo.tags.includes(tag));
  const terms = [...termsOf(query ?? '')];
  const found =
    terms.length === 0
      ? newest(memory, candidates(memory, wanted, key), fits, limit)
      : ranked(memory, terms, fits, limit);
  return done(
    { found: found.map((memo) => ({ ...told(memo), ...(key === undefined ? {} : { earlier: earlierOf(memo) }) })) },
    { kind: 'recalled', at_ms: asked.now_ms, agent: asked.agent, found: found.length },
  );
}

/** The shortest list of ids that holds all that can fit; undefined = everything can. */
function candidates(memory: Memory, tags: ReadonlySet<string>, key: string | undefined): readonly number[] | undefined {
  const named = key === undefined ? undefined : memory.keys.get(key);
  if (key !== undefined) return named === undefined ? [] : [named];
  const lists = [...tags].map((tag) => memory.tags.get(tag) ?? []);
  return lists.sort((a, b) => a.length - b.length)[0];
}

/** Goes through the lists of all terms at once, from the newest memo back, until enough hold every term. */
function ranked(memory: Memory, terms: readonly string[], fits: (memo: Memo) => boolean, limit: number): Memo[] {
  const lists = terms.map((term) => memory.terms.get(term) ?? []);
  const left = lists.map((ids) => ids.length);
  /** By how many terms they hold; the newest first. */
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

/** Ids ascend with time. */
function newest(
  memory: Memory,
  among: readonly number[] | undefined,
  fits: (memo: Memo) => boolean,
  limit: number,
): Memo[] {
  const found: Memo[] = [];
  for (let left = among?.length ?? memory.written; left > 0 && found.length < limit; left--) {
    const memo = memory.memos.get(among ? among[left - 1]! : left);
    if (memo && fits(memo)) found.push(memo);
  }
  return found;
}

const told = ({ id, text, tags, key, agent, at_ms, operation }: Memo) => ({
  id,
  text,
  tags,
  key,
  by: agent,
  at_ms,
  operation,
});

function earlierOf(memo: Memo) {
  const earlier: ReturnType<typeof told>[] = [];
  for (let at = memo.earlier; at && earlier.length < TOLD_EARLIER; at = at.earlier) earlier.push(told(at));
  return earlier;
}

export function applyRemembered(memory: Memory, transition: TransitionOf<'remembered'>): void {
  const { id, text, tags, key, agent, at_ms, operation } = transition;
  const replaced = key === null ? undefined : memory.memos.get(memory.keys.get(key) ?? 0);
  if (replaced) forget(memory, replaced);
  const memo: Memo = { id, text, tags, key, agent, at_ms, operation, earlier: replaced ?? null };
  memory.memos.set(id, memo);
  memory.written = id;
  if (key !== null) memory.keys.set(key, id);
  for (const term of termsOf(text)) push(memory.terms, term, id);
  for (const tag of tags) push(memory.tags, tag, id);
}

/** Takes a memo out of what can be found; it stays as the earlier text of its key. */
function forget(memory: Memory, { id, text, tags }: Memo): void {
  memory.memos.delete(id);
  for (const term of termsOf(text)) drop(memory.terms, term, id);
  for (const tag of tags) drop(memory.tags, tag, id);
}

function push(lists: Map<string, number[]>, name: string, id: number): void {
  const ids = lists.get(name);
  if (ids) ids.push(id);
  else lists.set(name, [id]);
}

function drop(lists: Map<string, number[]>, name: string, id: number): void {
  const ids = lists.get(name)!;
  if (ids.length === 1) lists.delete(name);
  else ids.splice(placeOf(ids, id), 1);
}

/** By halving: the list is ascending and holds the id. */
function placeOf(ids: readonly number[], id: number): number {
  let low = 0;
  for (let high = ids.length - 1; low < high; ) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Same letters, whatever their case and form. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** The different words of a text. */
function termsOf(text: string): Set<string> {
  return new Set(fold(text).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []);
}
