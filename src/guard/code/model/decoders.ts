import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNKNOWN_VALUE;
  }
}

/** Functions that change a known text, by the names that languages.yml gives them; unreadable data becomes unknown. */
export const decoders = {
  base64: (text) => Buffer.from(text, 'base64').toString('utf8'),
  hex: (text) => Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8'),
  // What is not decoded here may hide anything.
  unread: () => UNREAD_VALUE,
  url: decodeUrl,
  reverse: (text) => Array.from(text).reverse().join(''),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  'trim-end': (text) => text.trimEnd(),
  'trim-start': (text) => text.trimStart(),
  home: (text) => text.replace(/^\$\{?HOME\}?/, '~'),
} satisfies Record<string, (text: string) => string>;
