/** Parts of a string literal: prefix with opening quote, body, closing quote. */
interface StringParts {
  prefix: string;
  body: string;
  close: string;
}

/**
 * Splits a string literal into its parts.
 *
 * @returns undefined if the text is no string between quotes
 */
export function splitStringLiteral(text: string): StringParts | undefined {
  const [prefix] = /^[A-Za-z]{0,2}#{0,8}(?:"""|'''|["'`])/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  const quote = /(?:"""|'''|["'`])$/.exec(prefix)![0];
  const close = `${quote}${'#'.repeat((prefix.match(/#/g) ?? []).length)}`;
  if (text.length < prefix.length + close.length || !text.endsWith(close)) {
    // `""` begins like a text in triple quotes.
    return undefined;
  }
  return { prefix, body: text.slice(prefix.length, text.length - close.length), close };
}

/** Finds letters and digits that can be replaced: outside of escapes, formats and code in templates. */
export function findChangeablePositions(body: string, isTemplate: boolean): number[] {
  const positions: number[] = [];
  for (let i = 0; i < body.length; i++) {
    const one = body[i]!;
    if (one === '\\') i = findEscapeEnd(body, i);
    else if (one === '%') i = findFormatEnd(body, i);
    else if ((one === '$' || one === '#') && body[i + 1] === '{') i = findBracesEnd(body, i + 1);
    else if (isTemplate && one === '{') i = findBracesEnd(body, i);
    else if (isTemplate && one === '$') i += /^\w*/.exec(body.slice(i + 1, i + 80))![0].length;
    else if (/[A-Za-z0-9]/.test(one)) positions.push(i);
  }
  return positions;
}

function findEscapeEnd(body: string, at: number): number {
  const pattern = /^\\(?:x[\da-fA-F]{1,2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{1,4}|U[\da-fA-F]{8}|[0-7]{1,3}|[\s\S]?)/;
  return at + pattern.exec(body.slice(at, at + 12))![0].length - 1;
}

function findFormatEnd(body: string, at: number): number {
  const format = /^%(?:[-+ #0]*\d*(?:\.\d+)?[hlLzjt]{0,2}[a-zA-Z]|[\da-fA-F]{2}|%)?/;
  const [found] = format.exec(body.slice(at, at + 12)) ?? ['%'];
  // A space or sign between `%` and a letter is prose, not a format.
  return / /.test(found) ? at : at + (found || '%').length - 1;
}

function findBracesEnd(body: string, at: number): number {
  let depth = 0;
  for (let i = at; i < body.length; i++) {
    if (body[i] === '{') depth++;
    else if (body[i] === '}' && --depth === 0) return i;
  }
  return body.length;
}

/** Finds runs of at least three letters that stand for themselves in a regular expression. */
export function findLiteralRuns(pattern: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const one = pattern[i]!;
    if (one === '\\') i = findEscapeEnd(pattern, i);
    else if (one === '[') {
      for (i++; i < pattern.length && pattern[i] !== ']'; i++) if (pattern[i] === '\\') i++;
    } else if (one === '(' && pattern[i + 1] === '?') {
      while (i < pattern.length && !/[:=!>)]/.test(pattern[i]!)) i++;
    } else if (/[A-Za-z]/.test(one)) {
      let end = i;
      while (end < pattern.length && /[A-Za-z]/.test(pattern[end]!)) end++;
      // An optional last letter proves nothing.
      const sure = /[?*{]/.test(pattern[end] ?? '') ? end - 1 : end;
      if (sure - i >= 3) runs.push({ start: i, end: sure });
      i = end - 1;
    }
  }
  return runs;
}
