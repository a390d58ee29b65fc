import { type ParsedScript, parse } from 'unbash';
import { MAX_LINE_LENGTH, type ReadingBudget } from '../model/reading_budget.js';

const MAX_BRACKETS = 48;
/** Maximum number of here-document operators; `<<` is also an operator of other languages. */
const MAX_HERE_DOCUMENTS = 1000;

const TOKEN_LIMITS = { separators: 3000, quotes: 4000, backticks: 200, words: 6000 } as const;

/** Parses a script; undefined, and a problem, if it cannot be. Errors in substitutions show when these are entered. */
export function parseScript(code: string, budget: ReadingBudget): ParsedScript | undefined {
  const tooMuch = code.length > MAX_LINE_LENGTH ? undefined : findExcess(code);
  if (code.length > MAX_LINE_LENGTH) budget.fail('too-long', `longer than ${MAX_LINE_LENGTH} characters`);
  else if (countOpenBrackets(code) > MAX_BRACKETS)
    budget.fail('too-deep', `more than ${MAX_BRACKETS} brackets are open at once`);
  else if (countOccurrences(code, '<<') > MAX_HERE_DOCUMENTS)
    budget.fail('too-much', `more than ${MAX_HERE_DOCUMENTS} here-documents`);
  else if (tooMuch !== undefined) budget.fail('too-much', tooMuch);
  else {
    budget.spend(code.length >> 10);
    try {
      const script = parse(code);
      recordParseErrors(script, budget);
      return script;
    } catch (error) {
      // The parser recurses over some shapes; it throws nothing else.
      budget.fail('too-deep', `cannot be parsed: ${(error as Error).message}`);
    }
  }
  return undefined;
}

/** Records the errors of a parsed script as a problem. */
export function recordParseErrors(script: ParsedScript, budget: ReadingBudget): void {
  const [error] = script.errors ?? [];
  if (error) budget.fail('unparsable', `cannot be parsed: ${error.message} at character ${error.pos}`);
}

/** Returns the maximum number of brackets that are open at once, quoted or not. */
function countOpenBrackets(code: string): number {
  let open = 0;
  let most = 0;
  for (let index = 0; index < code.length; index += 1) {
    const c = code.charCodeAt(index);
    if (c === 0x28 || c === 0x7b || c === 0x5b) {
      open += 1;
      if (open > most) most = open;
    } else if ((c === 0x29 || c === 0x7d || c === 0x5d) && open > 0) open -= 1;
  }
  return most;
}

/** Returns the kind of token that exceeds its limit outside of here-documents; undefined if none does. */
function findExcess(code: string): string | undefined {
  if (code.length < TOKEN_LIMITS.backticks) return undefined;
  const counted = { separators: 0, quotes: 0, backticks: 0, words: 0 };
  const text = code.length > 4096 && code.includes('<<') ? removeHereDocuments(code) : code;
  let blank = true;
  for (let index = 0; index < text.length; index += 1) {
    const c = text.charCodeAt(index);
    if (c === 0x0a || c === 0x3b || c === 0x7c || c === 0x26) counted.separators += 1;
    else if (c === 0x22 || c === 0x27) counted.quotes += 1;
    else if (c === 0x60) counted.backticks += 1;
    const white = c === 0x20 || c === 0x09 || c === 0x0a;
    if (blank && !white) counted.words += 1;
    blank = white;
  }
  const names = Object.keys(TOKEN_LIMITS) as (keyof typeof TOKEN_LIMITS)[];
  const result = names.find((name) => counted[name] > TOKEN_LIMITS[name]);
  return result && `more than ${TOKEN_LIMITS[result]} ${result}`;
}

/** Removes the bodies of here-documents, as far as their first and last lines identify them. */
export function removeHereDocuments(code: string): string {
  const value: string[] = [];
  const ends: string[] = [];
  for (const line of code.split('\n')) {
    if (ends.length > 0) {
      if (line.trim() === ends[0]) ends.shift();
      continue;
    }
    value.push(line);
    for (const [, word] of line.matchAll(/<<-?[ \t]*(?:\\|'|")?(\w+)/g)) ends.push(word!);
  }
  return value.join('\n');
}

function countOccurrences(text: string, part: string): number {
  let result = 0;
  for (let index = text.indexOf(part); index !== -1; index = text.indexOf(part, index + part.length)) result += 1;
  return result;
}
