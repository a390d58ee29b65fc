import { define, parametersIn } from './definitions.js';
import { isMark, isName, type Token } from './tokens.js';
import type { Value } from './value.js';
import type { Given, Walk } from './walk.js';

const NO_ARGUMENT = new Set(
  'if unless while until do and or end then rescue ensure in else elsif for foreach x eq ne cmp lt gt le ge'.split(' '),
);
const MOST_ARGUMENTS = 64;

/** Whether a value follows a name directly, as the argument of a call without brackets. */
export function beginsArgument(walk: Walk): boolean {
  const token: Token | undefined = walk.at < walk.end ? walk.tokens[walk.at] : undefined;
  if (!token) return false;
  if (token.kind === 'name') return !NO_ARGUMENT.has(token.text);
  if (isMark(token, ':')) return isName(walk.tokens[walk.at + 1]) && walk.speech.blocks === 'end';
  return (
    token.kind === 'text' ||
    token.kind === 'number' ||
    token.kind === 'words' ||
    token.kind === 'shell' ||
    isMark(token, '->')
  );
}

/** `name a, b, key: c` up to the end of the statement. */
export function bareArguments(walk: Walk): Given {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  while (walk.at < walk.end && args.length < MOST_ARGUMENTS && walk.effects.step()) {
    const token = walk.tokens[walk.at]!;
    if (token.kind === 'name' && isMark(walk.tokens[walk.at + 1], ':') && walk.speech.blocks === 'end') {
      walk.at += 2;
      named.set(token.text, walk.how.evaluate(walk, 1));
    } else args.push(walk.how.evaluate(walk, 1));
    if (!isMark(walk.tokens[walk.at], ',', '=>') || walk.at >= walk.end) break;
    walk.at += 1;
  }
  return { args, named };
}

const OPENERS = ['do', 'def', 'class', 'module', 'begin', 'case'];
const LEADING_OPENERS = ['if', 'unless', 'while', 'until', 'for'];

/** The `end` that belongs to a block of Ruby. */
export function endOfBlock({ tokens, end, effects }: Walk, from: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    const token = tokens[at]!;
    if (token.kind !== 'name') continue;
    const before = tokens[at - 1];
    if (isMark(before, '.')) continue;
    const leading = !before || before.kind === 'newline' || isMark(before, ';', '=');
    if (OPENERS.includes(token.text) || (leading && LEADING_OPENERS.includes(token.text))) depth += 1;
    else if (token.text === 'end') {
      depth -= 1;
      if (depth === 0) {
        effects.step(Math.ceil((at - from) / 8));
        return at;
      }
    }
  }
  effects.step(Math.ceil((end - from) / 8));
  return end;
}

/** The block of Ruby behind a call, as a function: `do |x| … end`, `{ |x| … }`. */
export function blockAt(walk: Walk): Value | undefined {
  if (walk.speech.blocks !== 'end' || walk.at >= walk.end) return undefined;
  const token = walk.tokens[walk.at];
  if (!isName(token, 'do') && !isMark(token, '{')) return undefined;
  let from = walk.at + 1;
  let parameters: string[] = [];
  if (isMark(walk.tokens[from], '|')) {
    let close = from + 1;
    while (close < walk.end && close < from + 32 && !isMark(walk.tokens[close], '|')) close += 1;
    parameters = parametersIn(walk.tokens, from + 1, close);
    from = close + 1;
  }
  const to = token?.kind === 'mark' ? Math.min(token.close ?? walk.end, walk.end) : endOfBlock(walk, from);
  walk.at = Math.min(to + 1, walk.end);
  return define(walk, parameters, from, to, false);
}
