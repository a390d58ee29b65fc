import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';

/** Decodes UTF-8. Other bytes become one character each. */
function decodeUtf8(bytes: Buffer): string {
  const decoded = bytes.toString('utf8');
  return decoded.includes('\u{FFFD}') ? bytes.toString('latin1') : decoded;
}

const decodeBase64 = (text: string): string => decodeUtf8(Buffer.from(text, 'base64'));

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNKNOWN_VALUE;
  }
}

/** Functions that change a known text, by the names that languages.yml gives them; unreadable data becomes unknown. */
export const decoders = {
  base64: decodeBase64,
  hex: (text) => decodeUtf8(Buffer.from(text.replace(/\s/g, ''), 'hex')),
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
