/** Finds which of several texts stand in another one, whatever stands between their characters. */
export interface NeedleScan {
  /** Positions in the list of those that are there, in order. */
  presentIn(text: string): number[];
}

/** Characters of a needle by which a place that could be its beginning is known. */
const PREFIX = 4;
/** Needles have at least so many characters. */
export const SHORTEST_NEEDLE = PREFIX;

/**
 * Prepares a scan. It looks at every character once, however many needles there are, and makes no copy of the text: a mask is asked for everything
 * that is recorded, and with megabytes of it copies cost several times as much as looking.
 *
 * @param needles without what may stand between characters, of at least `SHORTEST_NEEDLE` characters
 */
export function needleScan(needles: readonly string[]): NeedleScan {
  const candidates = new Uint8Array(1 << 16);
  const byPrefix = new Map<number, number[]>();
  needles.forEach((needle, i) => {
    let prefix = 0;
    for (let at = 0; at < PREFIX; at += 1) prefix = rolled(prefix, needle.charCodeAt(at));
    candidates[slotOf(prefix)] = 1;
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), i]);
  });
  return {
    presentIn(text) {
      const found = new Set<number>();
      const look: OnCandidate = (end, prefix, isPrefix) => {
        for (const i of byPrefix.get(prefix) ?? [])
          if (!found.has(i) && isPrefix(needles[i]!) && goesOn(text, end, needles[i]!)) found.add(i);
      };
      if (needles.length > 0) (WIDE.test(text) ? scanWide : scanNarrow)(text, candidates, look);
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** Told of each place where the first characters of a needle may end; `isPrefix` = whether they are those of a needle. */
type OnCandidate = (end: number, prefix: number, isPrefix: (needle: string) => boolean) => void;

const WIDE = /[^\x00-\xff]/;
const isNarrow = (needle: string) => !WIDE.test(needle.slice(0, PREFIX));
/** Bytes of a text that are looked at in one piece. */
const PIECE = new Uint8Array(1 << 16);
const WRITER = Buffer.from(PIECE.buffer);

/** Looks at a text whose characters are bytes: an array of them is read several times faster than a string. */
function scanNarrow(text: string, candidates: Uint8Array, look: OnCandidate): void {
  let prefix = 0;
  let seen = 0;
  for (let at = 0; at < text.length; ) {
    const start = at;
    const length = WRITER.write(text.slice(start, start + PIECE.length), 'latin1');
    const end = start + length;
    while (at < end) {
      const code = PIECE[at - start]!;
      const kind = KINDS[code]!;
      if (kind !== 0) {
        const between = kind === 1 ? 1 : sequenceAt(text, at, code);
        if (between > 0) {
          at += between;
          continue;
        }
      }
      at += 1;
      seen += 1;
      prefix = ((prefix << 8) | code) >>> 0;
      if (candidates[Math.imul(prefix, HASH) >>> 16] !== 0 && seen >= PREFIX) look(at, prefix, isNarrow);
    }
  }
}

/** Looks at a text with other characters, of which low bytes tell less than all. */
function scanWide(text: string, candidates: Uint8Array, look: OnCandidate): void {
  // The last characters in full, in turn.
  const last = new Uint16Array(PREFIX);
  let prefix = 0;
  let seen = 0;
  const isPrefix = (needle: string): boolean => {
    for (let i = 0; i < PREFIX; i += 1) if (last[(seen + i) % PREFIX] !== needle.charCodeAt(i)) return false;
    return true;
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const between = betweenAt(text, at, code);
    if (between > 0) {
      at += between;
      continue;
    }
    at += 1;
    last[seen % PREFIX] = code;
    seen += 1;
    prefix = rolled(prefix, code);
    if (candidates[slotOf(prefix)] !== 0 && seen >= PREFIX) look(at, prefix, isPrefix);
  }
}

/** The last characters, by their low bytes. */
const rolled = (prefix: number, code: number): number => ((prefix << 8) | (code & 0xff)) >>> 0;
const HASH = 0x9e3779b1;
const slotOf = (prefix: number): number => Math.imul(prefix, HASH) >>> 16;

/** Tells whether the text behind the first characters of a needle is the rest of it. */
function goesOn(text: string, from: number, needle: string): boolean {
  let at = from;
  for (let i = PREFIX; i < needle.length; ) {
    if (at >= text.length) return false;
    const code = text.charCodeAt(at);
    const between = betweenAt(text, at, code);
    at += between > 0 ? between : 1;
    if (between > 0) continue;
    if (code !== needle.charCodeAt(i)) return false;
    i += 1;
  }
  return true;
}

/** Characters between those of a value that was broken over lines, quoted, escaped or glued from pieces. */
export const BETWEEN = /\\[nrt]|\\u000[ad]|%0[AaDd]|[\s"'`+,]/g;

const [BACKSLASH, PERCENT, ZERO, LOWER_U] = [0x5c, 0x25, 0x30, 0x75];
/** 1 = one of these characters stands between others by itself, 2 = it may begin what does. */
const KINDS = new Uint8Array(0x100);
for (const character of '\t\n\v\f\r "\'`+,\u00a0') KINDS[character.charCodeAt(0)] = 1;
KINDS[BACKSLASH] = 2;
KINDS[PERCENT] = 2;

/** Length of what stands between characters at a place; 0 = a character of its own. The same as `BETWEEN`. */
function betweenAt(text: string, at: number, code: number): number {
  if (code >= KINDS.length) return code >= 0x1680 && WIDE_SPACE.test(String.fromCharCode(code)) ? 1 : 0;
  const kind = KINDS[code]!;
  return kind < 2 ? kind : sequenceAt(text, at, code);
}

const WIDE_SPACE = /\s/;

function sequenceAt(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1);
  if (code === PERCENT) return next === ZERO && isOneOf(text.charCodeAt(at + 2), 'AaDd') ? 3 : 0;
  if (isOneOf(next, 'nrt')) return 2;
  const zeros = next === LOWER_U && text.startsWith('000', at + 2);
  return zeros && isOneOf(text.charCodeAt(at + 5), 'ad') ? 6 : 0;
}

const isOneOf = (code: number, characters: string): boolean =>
  !Number.isNaN(code) && characters.includes(String.fromCharCode(code));
