import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNKNOWN_VALUE;
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): string {
  const digits = Array.from(text.replace(/=+$/, ''), (each) => BASE32.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = digits.join('').match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((each) => Number.parseInt(each, 2))).toString('utf8');
}

/** Functions that change a known text, by the names that languages.yml gives them; unreadable data becomes unknown. */
export const decoders = {
  base64: (text) => Buffer.from(text, 'base64').toString('utf8'),
  base32: decodeBase32,
  hex: (text) => Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8'),
  // What is not decoded here may hide anything.
  unread: () => UNREAD_VALUE,
  url: decodeUrl,
  reverse: (text) => Array.from(text).reverse().join(''),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  home: (text) => text.replace(/^\$\{?HOME\}?/, '~'),
} satisfies Record<string, (text: string) => string>;
