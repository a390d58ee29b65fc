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
 * Decodes the bytes of a report: by its byte-order mark, else by the encoding that its XML declaration states, else as
 * UTF-8. Broken sequences are replaced; byte-order mark, escape sequences and NULs are removed.
 *
 * @returns the reason if the declared encoding is not known
 */
export function decodeReport(bytes: Uint8Array): { ok: true; text: string } | { ok: false; reason: string } {
  const encoding = findEncoding(bytes);
  try {
    return { ok: true, text: stripTerminalEscapes(new TextDecoder(encoding).decode(bytes)) };
  } catch {
    return { ok: false, reason: `the report declares the encoding "${encoding}", which is not known` };
  }
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb) return 'utf-8';
  // Text without a mark begins with an ASCII character: "<", "{", "1", "T", a line break.
  if (first !== 0 && second === 0 && bytes[2] !== 0 && bytes[3] === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && bytes[2] === 0 && bytes[3] !== 0) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared =
    /^\s*<\?xml\s[^>]{0,150}?\bencoding\s*=\s*["']([A-Za-z][\w.:-]{0,40})["']/.exec(head)?.[1] ?? 'utf-8';
  // The declaration could be read byte by byte: a writer of two bytes a character meant something else.
  return /^(?:utf|ucs|iso-10646-ucs)-?(?:2|16|32)/i.test(declared) ? 'utf-8' : declared;
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
  for (let offset = 0; offset < text.length; ) {
    const end = text.indexOf('\n', offset);
    yield end === -1 ? text.slice(offset) : text.slice(offset, end);
    offset = end === -1 ? text.length : end + 1;
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

/** Tells whether a Python file is not the module with which the name of a class begins: the class inherits its test. */
export function isForeignModule(file: string | undefined, classname: string | undefined): boolean {
  if (!file?.endsWith('.py') || !classname?.includes('.')) return false;
  const module = toRelativeFile('', file).slice(0, -'.py'.length).replaceAll('/', '.');
  return classname !== module && !classname.startsWith(`${module}.`);
}
