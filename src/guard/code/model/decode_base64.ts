import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { UNKNOWN_VALUE } from '../../invocation.js';

/** Maximum size of decompressed text, in bytes. */
const MAX_DECOMPRESSED = 65_536;

/** Reverses a text by code points. */
export const reverseText = (value: string): string => Array.from(value).reverse().join('');

/** Decodes ROT13. */
export const decodeRot13 = (value: string): string =>
  value.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Decodes Base64. Undecodable bytes become one character each, for later decoders. */
export const decodeBase64 = (value: string): string => decodeUtf8(Buffer.from(value, 'base64'));
/** Decodes hexadecimal digits. */
export const decodeHex = (value: string): string => decodeUtf8(Buffer.from(value.replace(/\s/g, ''), 'hex'));

/** Decodes percent-encoding. Returns the text unchanged if it is malformed. */
export const decodeUrl = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return UNKNOWN_VALUE;
  }
};

/** Decodes UTF-8. Other bytes become one character each, so that compressed data can be decompressed. */
function decodeUtf8(bytes: Buffer): string {
  const decoded = bytes.toString('utf8');
  return decoded.includes('\u{FFFD}') ? bytes.toString('latin1') : decoded;
}

/** Decompresses zlib, gzip or raw deflate data. Returns `UNKNOWN_VALUE` for other data. */
export function decompressText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  for (const unpack of [inflateSync, gunzipSync, inflateRawSync]) {
    try {
      return decodeUtf8(unpack(bytes, { maxOutputLength: MAX_DECOMPRESSED }));
    } catch {}
  }
  return UNKNOWN_VALUE;
}
