/**
 * Parts of test names that change from run to run, or with lines that a patch adds elsewhere. Each is found in linear
 * time.
 */
const VOLATILE = new RegExp(
  [
    // Durations at the end of a name: "in 12ms" (bats), "(3 ms)", "<0.001s>", "[1.2 s]".
    String.raw`(?<=\S) in \d{1,9}m?s$`,
    String.raw`(?<=\S) ?[(<[]\d{1,9}(?:\.\d{1,9})? ?(?:[num\u00b5]?s|sec|min)[)>\]]$`,
    // Lines of files: "src/lib.rs - add (line 12)" (rustdoc), "a.test.js:12:3".
    String.raw`(?<=\()line \d{1,9}(?=\))`,
    String.raw`(?<=\.[A-Za-z]\w{0,9}):\d{1,9}(?::\d{1,9})?(?!\w)`,
    // Ports of an address.
    String.raw`(?<=\blocalhost|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[[0-9a-f:]{2,39}\]):\d{2,5}(?!\d)`,
    String.raw`(?<=\bport[ =:]{1,2})\d{4,5}(?!\d)`,
    // Temporary folders.
    String.raw`(?:/private)?/(?:tmp|var/tmp|var/folders|dev/shm)/[^\s"'()<>,;\]]{1,500}`,
    String.raw`\bpytest-of-[\w.-]{1,60}/pytest-\d{1,9}\b`,
    // Addresses of objects, identifiers, times of day.
    String.raw`\b0x[0-9a-fA-F]{6,16}\b`,
    String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`,
    String.raw`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)`,
  ].join('|'),
  'g',
);

/**
 * Replaces each part of a test name that changes from run to run (times, ports, temporary folders, addresses) or with
 * other lines of its file (line numbers) by `*`. Two names that differ only there become the same text.
 */
export const maskVolatileParts = (name: string): string => name.replace(VOLATILE, '*');

/**
 * Writes a test name as a contract should require it: `*` for each part that changes from run to run, and all else
 * escaped, so that nothing in it is a pattern.
 */
export function writeRequiredName(name: string): string {
  const literals = name.split(VOLATILE);
  return literals.map((literal) => literal.replace(/[\\*?]/g, '\\$&')).join('*');
}
