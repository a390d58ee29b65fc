const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu;
const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  e: '\u001b',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Decodes the backslash escapes that most languages share. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (_all, hex, four, braced, octal, line, other) => {
    if (line !== undefined) return '';
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const code = hex ?? four ?? braced;
    if (code === undefined) return NAMED[other] ?? other;
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '' : String.fromCodePoint(point);
  });
}
