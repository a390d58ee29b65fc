import { toOneLine } from '../text/to_one_line.js';

/** Most characters of a message that are read, and of a value that is shown. */
const READ = 4000;
const SHOWN = 60;

/** Forms in which assertions name what they expected and got. */
const FORMS: readonly RegExp[] = [
  // jest, the diagnostics of TAP and testify, errors as Node inspects them
  /^[ \t]*expected[ \t]*: *(?<expected>\S.*?),?$[\s\S]{0,400}?^[ \t]*(?:received|actual|got|found)[ \t]*: *(?<actual>\S.*?),?$/im,
  /^[ \t]*(?:received|actual|got|found)[ \t]*: *(?<actual>\S.*?),?$[\s\S]{0,400}?^[ \t]*(?:expected|wanted)[ \t]*: *(?<expected>\S.*?),?$/im,
  // JUnit
  /expected: ?<(?<expected>[^>\n]*)> but was: ?<(?<actual>[^>\n]*)>/,
  // chai, vitest
  /expected (?<actual>\S[^\n]{0,200}?) to (?:strictly |deeply |loosely )?(?:equal|be|eql) (?<expected>\S[^\n]*?)(?: \/\/[^\n]*)?$/m,
  // node:assert
  /strictly equal:\s{1,9}(?<actual>\S[^\n]{0,200}?) !== (?<expected>\S[^\n]*)/,
  // pytest
  /\bassert (?<actual>\S[^\n]{0,200}?) == (?<expected>\S[^\n]*)/,
  // Go by convention
  /\bgot:? (?<actual>\S[^\n]{0,200}?)[,;]? (?:want|expected):? (?<expected>\S[^\n]*)/i,
];

/**
 * Describes what an assertion expected and got in one line, by the message of a failed test. The text is foreign.
 * @returns undefined if the message names no two values
 */
export function describeAssertion(message: string | undefined): string | undefined {
  const text = (message ?? '').slice(0, READ);
  for (const form of FORMS) {
    const { expected, actual } = form.exec(text)?.groups ?? {};
    if (expected !== undefined && actual !== undefined)
      return `expected ${toOneLine(expected, SHOWN)}, got ${toOneLine(actual, SHOWN)}`;
  }
  return undefined;
}
