import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { UNKNOWN_VALUE } from '../../invocation.js';

/** Maximum size of decompressed text, in bytes. */
const MAX_DECOMPRESSED = 65_536;

/** Decodes UTF-8. Other bytes become one character each, so that compressed data can be decompressed. */
function decodeUtf8(bytes: Buffer): string {
  const decoded = bytes.toString('utf8');
  return decoded.includes('\u{FFFD}') ? bytes.toString('latin1') : decoded;
}

const decodeBase64 = (text: string): string => decodeUtf8(Buffer.from(text, 'base64'));

function decodeRot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNKNOWN_VALUE;
  }
}

/** Decompresses zlib, gzip or raw deflate data. */
function decompressText(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  for (const unpack of [inflateSync, gunzipSync, inflateRawSync]) {
    try {
      return decodeUtf8(unpack(bytes, { maxOutputLength: MAX_DECOMPRESSED }));
    } catch {}
  }
  return UNKNOWN_VALUE;
}

/** Functions that change a known text, by the names that languages.yml gives them; unreadable data becomes unknown. */
export const decoders = {
  base64: decodeBase64,
  base64url: (text) => decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/')),
  hex: (text) => decodeUtf8(Buffer.from(text.replace(/\s/g, ''), 'hex')),
  rot13: decodeRot13,
  zlib: decompressText,
  url: decodeUrl,
  reverse: (text) => Array.from(text).reverse().join(''),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  'trim-end': (text) => text.trimEnd(),
  'trim-start': (text) => text.trimStart(),
  home: (text) => text.replace(/^\$\{?HOME\}?/, '~'),
} satisfies Record<string, (text: string) => string>;
