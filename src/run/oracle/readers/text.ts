/** Longest message and longest title kept, in UTF-16 units: a report is evidence, not a log. */
export const MAX_TEXT = 2_000;

/**
 * Escape sequences (ECMA-48): CSI "ESC [ … final", OSC "ESC ] … BEL or ST", two-byte escapes, then a stray ESC or C1 introducer.
 * Every class excludes ESC, so the scan is linear on any input.
 */
const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[@-Z\\^_]|[\x1b\x9b\x9d]|\0/g;

/** Text without terminal escape sequences and NULs. Idempotent enough for evidence: what is left cannot drive a terminal. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, '');
}

/** The bytes of a report as text: UTF-8, broken sequences replaced, byte-order mark, escape sequences and NULs removed. */
export function decode(bytes: Uint8Array): string {
  return withoutEscapes(new TextDecoder('utf-8').decode(bytes));
}

/** Text that may go into the record: no escapes, no lone surrogates (canonical JSON refuses them), at most `MAX_TEXT` long. */
export function clean(text: string): string {
  // cut first, generously, so that one message of megabytes costs nothing
  const plain = withoutEscapes(text.slice(0, 4 * MAX_TEXT)).replace(/\p{Surrogate}/gu, '\ufffd');
  if (plain.length <= MAX_TEXT) return plain;
  const last = plain.charCodeAt(MAX_TEXT - 1);
  return plain.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT);
}

/** The lines of a text, one at a time: a report of newlines only must not become an array of millions. */
export function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    yield end === -1 ? text.slice(at) : text.slice(at, end);
    at = end === -1 ? text.length : end + 1;
  }
}

/** A file name as the repository knows it: relative to `root` when it lies below, with forward slashes, no "./", no "file://". */
export function relativeTo(root: string, file: string): string {
  const path = file.replace(/^file:\/\//, '').replaceAll('\\', '/');
  const base = root.endsWith('/') ? root : `${root}/`;
  return (path.startsWith(base) ? path.slice(base.length) : path).replace(/^(?:\.\/)+/, '');
}

/** Whether a title is the path of a source file, as runners call the pseudo test of a whole file. */
export function isSourceFile(title: string): boolean {
  return /^(?:\S+|(?:\/|[A-Za-z]:[\\/]).*)\.(?:[cm]?[jt]sx?|vue|svelte|coffee)$/.test(title);
}

/**
 * Whether an entry of node:test is the pseudo test of a whole file: named after the file it is in, from wherever the
 * runner was started. Not every version says the file; then the name alone decides.
 */
export function isFileTest(title: string, file: string | undefined): boolean {
  return (
    isSourceFile(title) && (file === undefined || file === title || file.endsWith(`/${title.replace(/^\.\//, '')}`))
  );
}
