import querystring from 'node:querystring';
import { UNREAD_VALUE } from '../../invocation.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): string {
  const digits = Array.from(text.replace(/=+$/, ''), (each) => BASE32.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = digits.join('').match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((each) => Number.parseInt(each, 2))).toString('utf8');
}

/** Functions that change a known text, by the names that languages.yml gives them. */
export const decoders = {
  base32: decodeBase32,
  base64: (text) => Buffer.from(text, 'base64').toString('utf8'),
  hex: (text) => Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8'),
  // What is not decoded here may hide anything.
  unread: () => UNREAD_VALUE,
  url: querystring.unescape,
  reverse: (text) => Array.from(text).reverse().join(''),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  'trim-end': (text) => text.trimEnd(),
  'trim-start': (text) => text.trimStart(),
  home: (text) => text.replace(/^\$\{?HOME\}?/, '~'),
} satisfies Record<string, (text: string) => string>;
