/** Token of code or prose, with its line from 1. */
export interface LeakToken {
  text: string;
  line: number;
  /** True if it is part of a string literal that begins and ends on its line. */
  quoted: boolean;
}

/** Line prefixes that only wrap the text: quotes, list items, diff markers, line numbers, comments. */
const WRAPPING = /^(?:\s|>|\||[+*•-](?=\s|[^\s=+*-])|#{1,6}\s|\/\/+|\d{1,5}[.):|]?(?=\s))+/;
const TAGS = /<\/?(?:pre|code|br|p)(?:\s[^<>]{0,100})?\/?>/gi;
const TOKEN = /[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*|\d+(?:\.\d+)?|[^\s\w]/g;
const STRING = /"(?:[^"\\]|\\.){0,300}"|'(?:[^'\\]|\\.){0,300}'/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Splits a text into tokens that survive quoting, indenting, re-wrapping, numbering and escaping.
 *
 * Line prefixes, backticks, backslashes and paragraph tags are dropped, quotation marks unified and entities decoded.
 *
 * @param wrapping `kept` for re-wrapped text, in which a line may begin with an operator
 */
export function tokenizeLeakText(text: string, wrapping: 'kept' | 'left-out' = 'left-out'): LeakToken[] {
  return decodeHtmlEntities(text)
    .split('\n')
    .flatMap((line, i) => tokenizeLeakLine(line, i + 1, wrapping));
}

/** Splits one line into tokens. */
export function tokenizeLeakLine(
  line: string,
  number: number,
  wrapping: 'kept' | 'left-out' = 'left-out',
): LeakToken[] {
  const plain = line.slice(0, 4000).replace(TAGS, ' ');
  const bare = wrapping === 'kept' ? plain : plain.replace(WRAPPING, '');
  const strings = [...bare.matchAll(STRING)].map(
    ({ index, 0: found }) => [index + 1, index + found.length - 1] as const,
  );
  return [...bare.matchAll(TOKEN)].flatMap(({ index, 0: found }) => {
    if (found === '`' || found === '\\') return [];
    const quoted = strings.some(([from, to]) => index >= from && index < to);
    return [{ text: found === '"' ? "'" : found, line: number, quoted }];
  });
}

/** Decodes HTML entities of a text. */
export function decodeHtmlEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code < 0x11_0000 ? String.fromCodePoint(code) : whole;
  });
}

/** Keywords of programming languages, which are not distinctive. */
const KEYWORDS = new Set(
  (
    'abstract and as assert async await break case catch class const continue def default del delete do elif ' +
    'else end enum except export extends false final finally fn for from func function global if implements ' +
    'import in instanceof interface is lambda let local new nil none not null of or package pass private ' +
    'protected public raise require return self static struct super switch then this throw true try type ' +
    'typeof undefined use var void while with yield'
  ).split(' '),
);

/** Tells whether a token is an identifier that a programmer chose. */
export const isIdentifierToken = ({ text }: LeakToken): boolean =>
  text.length >= 2 && /^[A-Za-z_$\u00aa-\uffff]/.test(text) && !KEYWORDS.has(text.toLowerCase());

/** Tells whether a token has content: a name, a number or an operator. */
export const isContentToken = (token: LeakToken): boolean =>
  !token.quoted &&
  (/^\d/.test(token.text) ||
    /^[+*/%<>=!&|^~?-]$/.test(token.text) ||
    (/^[A-Za-z_$\u00aa-\uffff]/.test(token.text) && !KEYWORDS.has(token.text.toLowerCase())));

/** Tells whether a token is punctuation of code rather than of prose. */
export const isCodePunctuation = ({ text, quoted }: LeakToken): boolean =>
  !quoted && /^[(){}[\]=;+*/<>&|!?:%^~@#$-]$/.test(text);
