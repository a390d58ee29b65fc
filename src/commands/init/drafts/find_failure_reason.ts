/** Longest line in characters. */
const MAX_CHARACTERS = 200;

/**
 * Finds the most informative line of what a failed test or test file says: the error that pytest marks, else the first
 * that names an error, else the first. Empty if it says nothing.
 */
export function findFailureReason(message: string): string {
  const lines = message
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const marked = lines.find((line) => /^E\s{2,}\S/.test(line))?.replace(/^E\s+/, '');
  const errorLine = lines.find((line) => /^\S*(?:Error|Exception)\b.*:/.test(line));
  return (marked ?? errorLine ?? lines[0] ?? '').slice(0, MAX_CHARACTERS).toWellFormed();
}
