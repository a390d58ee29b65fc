/** Scanner that finds which of several texts occur in another, regardless of separators between their characters. */
interface NeedleScanner {
  /** Returns the indices of the needles that occur, in order. */
  findIn(text: string): number[];
}

/** Number of leading characters by which a candidate position of a needle is recognized. */
const PREFIX = 4;
/** Minimum length of a needle, in characters. */
export const MIN_NEEDLE_LENGTH = PREFIX;

/**
 * Creates a scanner. It reads each character once, regardless of the number of needles, and copies no text: masks scan
 * everything that is recorded, and copying megabytes costs several times as much as reading them.
 *
 * @param needles texts without separators, of at least `MIN_NEEDLE_LENGTH` characters
 */
export function createNeedleScanner(needles: readonly string[]): NeedleScanner {
  const candidates = new Uint8Array(1 << 16);
  const byPrefix = new Map<number, { needle: string; i: number }[]>();
  needles.forEach((needle, i) => {
    let prefix = 0;
    for (let index = 0; index < PREFIX; index += 1) prefix = rollPrefix(prefix, needle.charCodeAt(index));
    candidates[getSlot(prefix)] = 1;
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), { needle, i }]);
  });
  return {
    findIn(text) {
      const indices = new Set<number>();
      const look: OnCandidate = (end, prefix, isPrefix) => {
        for (const { needle, i } of byPrefix.get(prefix) ?? [])
          if (!indices.has(i) && isPrefix(needle) && continuesWith(text, end, needle)) indices.add(i);
      };
      if (needles.length > 0) (WIDE.test(text) ? scanWide : scanNarrow)(text, candidates, look);
      return [...indices].sort((a, b) => a - b);
    },
  };
}

/**
 * Callback for each position where the first characters of a needle may end; `isPrefix` compares these characters with
 * a needle's.
 */
type OnCandidate = (end: number, prefix: number, isPrefix: (needle: string) => boolean) => void;

const WIDE = /[^\x00-\xff]/;
const isNarrow = (needle: string) => !WIDE.test(needle.slice(0, PREFIX));
/** Buffer for the bytes of a text that are scanned at a time. */
const PIECE = new Uint8Array(1 << 16);
const WRITER = Buffer.from(PIECE.buffer);

/** Scans a text whose characters are bytes. Reading a byte array is several times faster than reading a string. */
function scanNarrow(text: string, candidates: Uint8Array, look: OnCandidate): void {
  let prefix = 0;
  let count = 0;
  for (let index = 0; index < text.length; ) {
    const start = index;
    const length = WRITER.write(text.slice(start, start + PIECE.length), 'latin1');
    const end = start + length;
    while (index < end) {
      const code = PIECE[index - start]!;
      const kind = KINDS[code]!;
      if (kind !== 0) {
        const gap = kind === 1 ? 1 : getGapSequenceLength(text, index, code);
        if (gap > 0) {
          index += gap;
          continue;
        }
      }
      index += 1;
      count += 1;
      prefix = ((prefix << 8) | code) >>> 0;
      if (candidates[Math.imul(prefix, HASH) >>> 16] !== 0 && count >= PREFIX) look(index, prefix, isNarrow);
    }
  }
}

/** Scans a text with wider characters, whose low bytes are less selective. */
function scanWide(text: string, candidates: Uint8Array, look: OnCandidate): void {
  // Ring buffer of the last characters in full.
  const last = new Uint16Array(PREFIX);
  let prefix = 0;
  let count = 0;
  const isPrefix = (needle: string): boolean => {
    for (let i = 0; i < PREFIX; i += 1) if (last[(count + i) % PREFIX] !== needle.charCodeAt(i)) return false;
    return true;
  };
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    const gap = getGapLength(text, index, code);
    if (gap > 0) {
      index += gap;
      continue;
    }
    index += 1;
    last[count % PREFIX] = code;
    count += 1;
    prefix = rollPrefix(prefix, code);
    if (candidates[getSlot(prefix)] !== 0 && count >= PREFIX) look(index, prefix, isPrefix);
  }
}

/** Shifts a character into the prefix, by its low byte. */
const rollPrefix = (prefix: number, code: number): number => ((prefix << 8) | (code & 0xff)) >>> 0;
const HASH = 0x9e3779b1;
const getSlot = (prefix: number): number => Math.imul(prefix, HASH) >>> 16;

/** Returns true if the text continues with the rest of a needle after its first characters. */
function continuesWith(text: string, from: number, needle: string): boolean {
  let index = from;
  for (let i = PREFIX; i < needle.length; ) {
    if (index >= text.length) return false;
    const code = text.charCodeAt(index);
    const gap = getGapLength(text, index, code);
    index += gap > 0 ? gap : 1;
    if (gap > 0) continue;
    if (code !== needle.charCodeAt(i)) return false;
    i += 1;
  }
  return true;
}

/** Separators that occur when a value is broken over lines, quoted, escaped or concatenated from pieces. */
export const NEEDLE_GAP = /\\[nrt]|\\u000[ad]|%0[AaDd]|[\s"'`+,]/g;

const [BACKSLASH, PERCENT, ZERO, LOWER_U] = [0x5c, 0x25, 0x30, 0x75];
/** Kind of each character: 1 = a separator by itself, 2 = may begin a longer separator. */
const KINDS = new Uint8Array(0x100);
for (const character of '\t\n\v\f\r "\'`+,\u00a0') KINDS[character.charCodeAt(0)] = 1;
KINDS[BACKSLASH] = 2;
KINDS[PERCENT] = 2;

/** Returns the length of the separator at a position; 0 = not a separator. Equivalent to `NEEDLE_GAP`. */
function getGapLength(text: string, at: number, code: number): number {
  if (code >= KINDS.length) return code >= 0x1680 && WIDE_SPACE.test(String.fromCharCode(code)) ? 1 : 0;
  const kind = KINDS[code]!;
  return kind < 2 ? kind : getGapSequenceLength(text, at, code);
}

const WIDE_SPACE = /\s/;

function getGapSequenceLength(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1);
  if (code === PERCENT) return next === ZERO && isOneOf(text.charCodeAt(at + 2), 'AaDd') ? 3 : 0;
  if (isOneOf(next, 'nrt')) return 2;
  const zeros = next === LOWER_U && text.startsWith('000', at + 2);
  return zeros && isOneOf(text.charCodeAt(at + 5), 'ad') ? 6 : 0;
}

const isOneOf = (code: number, characters: string): boolean =>
  !Number.isNaN(code) && characters.includes(String.fromCharCode(code));
