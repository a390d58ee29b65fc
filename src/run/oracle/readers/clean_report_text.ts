/** Most UTF-16 units of a message or title: a report is evidence, not a log. */
export const MAX_REPORT_TEXT = 2_000;

/**
 * Escape sequences (ECMA-48): CSI "ESC [ … final", OSC "ESC ] … BEL or ST", two-byte escapes, then a stray ESC or C1
 * introducer. Every class excludes ESC, so the scan is linear on any input.
 */
const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[@-Z\\^_]|[\x1b\x9b\x9d]|\0/g;

/** Strips terminal escape sequences and NULs, so that the text cannot control a terminal. */
export function stripTerminalEscapes(text: string): string {
  return text.replace(ESCAPES, '');
}

/**
 * Decodes the bytes of a report as UTF-8: broken sequences replaced, byte-order mark, escape sequences and NULs
 * removed.
 */
export function decodeReport(bytes: Uint8Array): string {
  return stripTerminalEscapes(new TextDecoder('utf-8').decode(bytes));
}

/**
 * Cleans text for the record: no escapes, no lone surrogates (canonical JSON refuses them).
 *
 * @returns at most `MAX_REPORT_TEXT` characters
 */
export function cleanReportText(text: string): string {
  // cut first, generously, so that a message of megabytes costs nothing
  const plain = stripTerminalEscapes(text.slice(0, 4 * MAX_REPORT_TEXT)).replace(/\p{Surrogate}/gu, '\ufffd');
  if (plain.length <= MAX_REPORT_TEXT) return plain;
  const last = plain.charCodeAt(MAX_REPORT_TEXT - 1);
  return plain.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_REPORT_TEXT - 1 : MAX_REPORT_TEXT);
}

/** Splits a text into lines one at a time, since a report of newlines only must not become an array of millions. */
export function* splitReportLines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    yield end === -1 ? text.slice(at) : text.slice(at, end);
    at = end === -1 ? text.length : end + 1;
  }
}

/** Returns a file name relative to `root` if it lies below: with forward slashes, no "./", no "file://". */
export function toRelativeFile(root: string, file: string): string {
  const path = file.replace(/^file:\/\//, '').replaceAll('\\', '/');
  const base = root.endsWith('/') ? root : `${root}/`;
  return (path.startsWith(base) ? path.slice(base.length) : path).replace(/^(?:\.\/)+/, '');
}

/** Tells whether a title is the path of a source file, as runners name the pseudo test of a whole file. */
export function isSourceFileTitle(title: string): boolean {
  return /^(?:\S+|(?:\/|[A-Za-z]:[\\/]).*)\.(?:[cm]?[jt]sx?|vue|svelte|coffee)$/.test(title);
}

/**
 * Tells whether an entry of node:test is the pseudo test of a whole file, named after it.
 *
 * The runner may have been started anywhere. Not every version states the file; then the name alone decides.
 */
export function isWholeFileTest(title: string, file: string | undefined): boolean {
  return (
    isSourceFileTitle(title) &&
    (file === undefined || file === title || file.endsWith(`/${title.replace(/^\.\//, '')}`))
  );
}
