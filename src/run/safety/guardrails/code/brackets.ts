import { UNKNOWN } from '../deed.js';
import { define, parametersIn } from './definitions.js';
import { assign } from './targets.js';
import { isMark, isName, type Token } from './tokens.js';
import { elements, list, texts, type Value } from './value.js';
import { type Given, inner, lookUp, type Walk } from './walk.js';

/** A comprehension is followed for so many rounds. */
const MOST_LOOPS = 4096;

/** What stands between brackets, separated by commas; a comprehension gives what its loop gives. */
export function itemsUpTo(walk: Walk, close: number, loop?: number): Value[] {
  if (loop !== undefined && loop < close && walk.speech.blocks === 'indent') return comprehension(walk, loop, close);
  const part = inner(walk, walk.tokens, walk.at, close);
  const items: Value[] = [];
  while (part.at < part.end && walk.effects.problem === undefined) {
    const before = part.at;
    const spread = isMark(part.tokens[before], '*', '...');
    if (part.tokens[before]?.kind !== 'newline') {
      const value = walk.how.evaluate(part);
      if (spread) items.push(...elements(value));
      else items.push(value);
    }
    if (isMark(part.tokens[part.at], ',', '=>') || part.at === before) part.at += 1;
    else while (part.at < part.end && !isMark(part.tokens[part.at], ',', '=>')) skip(part);
  }
  walk.at = Math.min(close + 1, walk.end);
  return items;
}

/** One token further, or behind the bracket that it opens; what stands in the bracket is still looked at. */
function skip(walk: Walk): void {
  const before = walk.at;
  walk.how.evaluate(walk);
  if (walk.at === before) walk.at += 1;
}

function comprehension(walk: Walk, loop: number, close: number): Value[] {
  const element = walk.at;
  const head = inner(walk, walk.tokens, loop + 1, close);
  const target = head.at;
  while (head.at < head.end && !isName(head.tokens[head.at], 'in')) head.at += 1;
  const targetEnd = head.at;
  head.at += 1;
  const source = walk.how.evaluate(head, 1);
  // Conditions and further loops are looked at for what they call.
  while (head.at < head.end) skip(head);
  const values: Value[] = [];
  for (const each of elements(source).slice(0, MOST_LOOPS)) {
    const round = inner(walk, walk.tokens, element, loop);
    assign(round, target, targetEnd, each);
    values.push(walk.how.evaluate(round));
    if (walk.effects.problem) break;
  }
  walk.at = Math.min(close + 1, walk.end);
  return values;
}

/** A map, a set, or a block: `{ key: value, name, …rest }`. */
export function entriesUpTo(walk: Walk, close: number): Value {
  const part = inner(walk, walk.tokens, walk.at, close);
  const entries = new Map<string, Value>();
  while (part.at < part.end && walk.effects.problem === undefined) {
    const before = part.at;
    const token = part.tokens[before]!;
    if (token.kind === 'newline' || isMark(token, ',', ';')) {
      part.at += 1;
      continue;
    }
    const next = part.tokens[before + 1];
    if (
      token.kind === 'name' &&
      isMark(next, '(') &&
      next?.kind === 'mark' &&
      isMark(part.tokens[(next.close ?? 0) + 1], '{')
    ) {
      // A method of an object.
      part.at = before + 1;
      const body = part.tokens[(next.close ?? 0) + 1] as Extract<Token, { kind: 'mark' }>;
      const end = Math.min(body.close ?? part.end, part.end);
      const value = define(
        part,
        parametersIn(part.tokens, before + 2, next.close ?? part.end),
        (next.close ?? 0) + 2,
        end,
        false,
      );
      entries.set(token.text, value);
      part.at = end + 1;
      continue;
    }
    const key = token.kind === 'name' && isMark(next, ':', '=>', ',', '}') ? token.text : undefined;
    const value = key !== undefined ? undefined : walk.how.evaluate(part);
    if (key !== undefined) part.at += 1;
    if (isMark(part.tokens[part.at], ':', '=>') && part.at < part.end) {
      part.at += 1;
      entries.set(key ?? texts(value)[0]!, walk.how.evaluate(part));
    } else if (key !== undefined) entries.set(key, lookUp(walk, key));
    else if (value) entries.set(`${UNKNOWN}${entries.size}`, value);
    if (part.at === before) part.at += 1;
  }
  walk.at = Math.min(close + 1, walk.end);
  return { kind: 'map', entries };
}

/** Arguments between brackets, those with a name apart. */
export function argumentsUpTo(walk: Walk, close: number, loop?: number): Given {
  const named = new Map<string, Value>();
  if (loop !== undefined && loop < close && walk.speech.blocks === 'indent')
    return { args: [list(comprehension(walk, loop, close))], named };
  const part = inner(walk, walk.tokens, walk.at, close);
  const args: Value[] = [];
  while (part.at < part.end && walk.effects.problem === undefined) {
    const before = part.at;
    const token = part.tokens[before]!;
    const next = part.tokens[before + 1];
    if (token.kind === 'newline') part.at += 1;
    else if (token.kind === 'name' && isMark(next, walk.speech.blocks === 'indent' ? '=' : ':') && next) {
      part.at += 2;
      named.set(token.text, walk.how.evaluate(part));
    } else if (isMark(token, '*', '...')) {
      part.at += 1;
      args.push(...elements(walk.how.evaluate(part)));
    } else args.push(walk.how.evaluate(part));
    if (isMark(part.tokens[part.at], '=') && part.at < part.end) part.at += 1;
    else if (part.at < part.end && !isMark(part.tokens[part.at], ',')) skip(part);
    if (isMark(part.tokens[part.at], ',', '=>') || part.at === before) part.at += 1;
  }
  walk.at = Math.min(close + 1, walk.end);
  return { args, named };
}
