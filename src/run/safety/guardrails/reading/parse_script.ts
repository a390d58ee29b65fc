import { type ParsedScript, parse } from 'unbash';
import { type Budget, MAX_LENGTH } from './budget.js';

/** Open brackets at any place of a line. The parser's time grows with the square of nesting, so deeper lines are never given to it. */
const MAX_BRACKETS = 48;
/** Of what could begin a here-document; `<<` is an operator of other languages as well. */
const MAX_HERE_DOCUMENTS = 1000;

/** The tree of a script, or what keeps it from being read. Errors in substitutions show only when those are entered. */
export function parseScript(code: string, budget: Budget): ParsedScript | undefined {
  if (code.length > MAX_LENGTH) budget.fail('too-long', `longer than ${MAX_LENGTH} characters`);
  else if (bracketsOpen(code) > MAX_BRACKETS)
    budget.fail('too-deep', `more than ${MAX_BRACKETS} brackets are open at once`);
  else if (count(code, '<<') > MAX_HERE_DOCUMENTS)
    budget.fail('too-much', `more than ${MAX_HERE_DOCUMENTS} here-documents`);
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

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}
