/** Command of a sed script, as far as the guard needs it. */
export type SedCommand =
  | { kind: 'replace'; pattern: string; replacement: string; flags: string; file?: string; delimiter: string }
  /** `e COMMAND`; without one, the input line is the command. */
  | { kind: 'execute'; command: string }
  | { kind: 'write' | 'read'; file: string }
  /** Prints, deletes or skips lines: the output is part of the input. */
  | { kind: 'select' }
  /** Any other command, which changes the text in a way that is not evaluated. */
  | { kind: 'other' };

/** Maximum length of a script that is parsed, in characters. */
const MAX_SCRIPT = 10_000;

/** Parses a sed script into commands; undefined if the script cannot be parsed. */
export function parseSedScript(script: string): SedCommand[] | undefined {
  if (script.length > MAX_SCRIPT) return undefined;
  const commands: SedCommand[] = [];
  let index = 0;
  while (index < script.length) {
    if (/[\s;{}!]/.test(script[index]!)) index += 1;
    else if (script[index] === '#') index = findLineEnd(script, index);
    else {
      const behind = findAddressEnd(script, index);
      if (behind === undefined) return undefined;
      if (behind > index) {
        index = behind;
        continue;
      }
      const result = parseCommand(script, index);
      if (!result) return undefined;
      commands.push(result.command);
      index = result.end;
    }
  }
  return commands;
}

function findLineEnd(script: string, index: number): number {
  const end = script.indexOf('\n', index);
  return end === -1 ? script.length : end;
}

/** Returns the end of an address: a line, `$`, `/…/`, `\c…c`, and an operator between two of them. */
function findAddressEnd(script: string, index: number): number | undefined {
  const number = /^(?:\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z]))/.exec(script.slice(index, index + 40));
  if (number) return index + number[0].length;
  if (script[index] === '/') return findPatternEnd(script, index + 1, '/');
  if (script[index] === '\\' && index + 1 < script.length) return findPatternEnd(script, index + 2, script[index + 1]!);
  return index;
}

/** Returns the position after the delimiter that ends a pattern; a delimiter in brackets does not count. */
function findPatternEnd(script: string, start: number, delimiter: string): number | undefined {
  for (let index = start; index < script.length; index += 1) {
    if (script[index] === '\\') index += 1;
    else if (script[index] === '[')
      index += (/^\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]/.exec(script.slice(index, index + 300))?.[0].length ?? 1) - 1;
    else if (script[index] === delimiter) return index + 1;
  }
  return undefined;
}

/** Returns the position after the next delimiter. */
function findTextEnd(script: string, start: number, delimiter: string): number | undefined {
  for (let index = start; index < script.length; index += 1) {
    if (script[index] === '\\') index += 1;
    else if (script[index] === delimiter) return index + 1;
  }
  return undefined;
}

function parseCommand(script: string, index: number): { command: SedCommand; end: number } | undefined {
  const letter = script[index]!;
  const end = findLineEnd(script, index);
  const rest = script.slice(index + 1, end).trim();
  if (letter === 's') return parseReplacement(script, index);
  if (letter === 'y') {
    const middle = findTextEnd(script, index + 2, script[index + 1] ?? '');
    const last = middle === undefined ? undefined : findTextEnd(script, middle, script[index + 1]!);
    return last === undefined ? undefined : { command: { kind: 'other' }, end: last };
  }
  if (letter === 'e') return { command: { kind: 'execute', command: rest }, end };
  if (letter === 'w' || letter === 'W') return { command: { kind: 'write', file: rest }, end };
  if (letter === 'r' || letter === 'R') return { command: { kind: 'read', file: rest }, end };
  if (/[aic]/.test(letter)) return { command: { kind: 'other' }, end: findAddedTextEnd(script, index) };
  if (/[pPdDnNqQ=l]/.test(letter)) {
    const digits = /^[qQlL]?\s*\d*/.exec(script.slice(index, index + 12))![0].length;
    const kind = /[pdnqQPD]/.test(letter) ? 'select' : 'other';
    return { command: { kind }, end: index + Math.max(1, /[qQl]/.test(letter) ? digits : 1) };
  }
  if (/[:btTv]/.test(letter)) {
    const label = /^[^;\n}]*/.exec(script.slice(index + 1))![0].length;
    return { command: { kind: 'other' }, end: index + 1 + label };
  }
  return /[gGhHxzF]/.test(letter) ? { command: { kind: 'other' }, end: index + 1 } : undefined;
}

/** Returns the end of inserted text, which continues behind a line that ends in a backslash. */
function findAddedTextEnd(script: string, index: number): number {
  let end = findLineEnd(script, index);
  while (end < script.length && script[end - 1] === '\\') end = findLineEnd(script, end + 1);
  return end;
}

function parseReplacement(script: string, index: number): { command: SedCommand; end: number } | undefined {
  const delimiter = script[index + 1];
  if (delimiter === undefined || /[\s\\\w]/.test(delimiter)) return undefined;
  const middle = findPatternEnd(script, index + 2, delimiter);
  const last = middle === undefined ? undefined : findTextEnd(script, middle, delimiter);
  if (middle === undefined || last === undefined) return undefined;
  const flags = /^[gpeimIM\d]*/.exec(script.slice(last))![0];
  const command = {
    kind: 'replace' as const,
    pattern: script.slice(index + 2, middle - 1),
    replacement: script.slice(middle, last - 1),
    flags,
    delimiter,
  };
  const end = last + flags.length;
  if (script[end] !== 'w') return { command, end };
  const behind = findLineEnd(script, end);
  return { command: { ...command, file: script.slice(end + 1, behind).trim() }, end: behind };
}
