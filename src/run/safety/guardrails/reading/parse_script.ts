import { type ParsedScript, parse } from 'unbash';
import { type Budget, MAX_LENGTH } from './budget.js';

/** Open brackets at any place of a line. The parser's time grows with the square of nesting, so deeper lines are never given to it. */
const MAX_BRACKETS = 48;
/** Of what could begin a here-document; `<<` is an operator of other languages as well. */
const MAX_HERE_DOCUMENTS = 1000;

/**
 * More of these outside of here-documents than anybody writes in one line, while the parser, cold, would take its time over them: it is
 * not asked. What separates commands, quotes, backticks, and words.
 */
const MOST = { separators: 3000, quotes: 4000, backticks: 200, words: 6000 } as const;

/** The tree of a script, or what keeps it from being read. Errors in substitutions show only when those are entered. */
export function parseScript(code: string, budget: Budget): ParsedScript | undefined {
  const tooMuch = code.length > MAX_LENGTH ? undefined : overfull(code);
  if (code.length > MAX_LENGTH) budget.fail('too-long', `longer than ${MAX_LENGTH} characters`);
  else if (bracketsOpen(code) > MAX_BRACKETS)
    budget.fail('too-deep', `more than ${MAX_BRACKETS} brackets are open at once`);
  else if (count(code, '<<') > MAX_HERE_DOCUMENTS)
    budget.fail('too-much', `more than ${MAX_HERE_DOCUMENTS} here-documents`);
  else if (tooMuch !== undefined) budget.fail('too-much', tooMuch);
  else {
    budget.spend(code.length >> 10);
    try {
      const script = parse(code);
      noteErrors(script, budget);
      return script;
    } catch (error) {
      // The parser recurses over some shapes; nothing else of it throws.
      budget.fail('too-deep', `cannot be parsed: ${(error as Error).message}`);
    }
  }
  return undefined;
}

export function noteErrors(script: ParsedScript, budget: Budget): void {
  const [error] = script.errors ?? [];
  if (error) budget.fail('unparsable', `cannot be parsed: ${error.message} at character ${error.pos}`);
}

/** The most brackets that are open at once, whether quoted or not. */
function bracketsOpen(code: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < code.length; at += 1) {
    const c = code.charCodeAt(at);
    if (c === 0x28 || c === 0x7b || c === 0x5b) {
      open += 1;
      if (open > most) most = open;
    } else if ((c === 0x29 || c === 0x7d || c === 0x5d) && open > 0) open -= 1;
  }
  return most;
}

/** Of what there is too much outside of here-documents; only long texts can have it. */
function overfull(code: string): string | undefined {
  if (code.length < MOST.backticks) return undefined;
  const counted = { separators: 0, quotes: 0, backticks: 0, words: 0 };
  const text = code.length > 4096 && code.includes('<<') ? withoutHereDocuments(code) : code;
  let blank = true;
  for (let at = 0; at < text.length; at += 1) {
    const c = text.charCodeAt(at);
    if (c === 0x0a || c === 0x3b || c === 0x7c || c === 0x26) counted.separators += 1;
    else if (c === 0x22 || c === 0x27) counted.quotes += 1;
    else if (c === 0x60) counted.backticks += 1;
    const white = c === 0x20 || c === 0x09 || c === 0x0a;
    if (blank && !white) counted.words += 1;
    blank = white;
  }
  const names = Object.keys(MOST) as (keyof typeof MOST)[];
  const found = names.find((name) => counted[name] > MOST[name]);
  return found && `more than ${MOST[found]} ${found}`;
}

/** The text without the bodies of here-documents, as far as they are told by their first and last lines. */
function withoutHereDocuments(code: string): string {
  const kept: string[] = [];
  const ends: string[] = [];
  for (const line of code.split('\n')) {
    if (ends.length > 0) {
      if (line.trim() === ends[0]) ends.shift();
      continue;
    }
    kept.push(line);
    for (const [, word] of line.matchAll(/<<-?[ \t]*(?:\\|'|")?(\w+)/g)) ends.push(word!);
  }
  return kept.join('\n');
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}
