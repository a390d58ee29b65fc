/**
 * Parses JSON as Python's `json.dumps` writes it: numbers that JSON lacks (`NaN`, `Infinity`, `-Infinity`) become null.
 *
 * @throws {SyntaxError} if the text is not JSON otherwise
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = replaceMissingNumbers(text);
    if (plain === text) throw error;
    return JSON.parse(plain);
  }
}

/** Replaces Python's words for numbers outside of strings by null. */
function replaceMissingNumbers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    const quote = text.indexOf('"', from);
    const outside = text.slice(from, quote === -1 ? text.length : quote);
    parts.push(outside.replace(/(?<![\w.-])-?(?:NaN|Infinity)(?![\w.])/g, 'null'));
    if (quote === -1) break;
    from = findStringEnd(text, quote);
    parts.push(text.slice(quote, from));
  }
  return parts.join('');
}

/** Returns the offset behind the string that begins at a quote. */
function findStringEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
