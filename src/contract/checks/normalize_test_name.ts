/**
 * Normalises the white space of a test name for comparison: ends trimmed, runs replaced by one blank. Required names
 * are often copied from printed logs, which lose trailing blanks and line breaks.
 */
export function normalizeTestName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
