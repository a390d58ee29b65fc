import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { UNKNOWN } from '../deed.js';

/** So much may come out of packed text, in bytes. */
const MOST_UNPACKED = 65_536;

export const reversed = (value: string): string => Array.from(value).reverse().join('');

export const rot13 = (value: string): string =>
  value.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Bytes travel as text, one character each, until somebody decodes them. */
export const fromBase64 = (value: string): string => utf8(Buffer.from(value, 'base64'));
export const fromHex = (value: string): string => utf8(Buffer.from(value.replace(/\s/g, ''), 'hex'));

export const fromUrl = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return UNKNOWN;
  }
};

/** Text where the bytes are text, else one character for each byte, so that what is packed can be unpacked. */
function utf8(bytes: Buffer): string {
  const decoded = bytes.toString('utf8');
  return decoded.includes('\u{FFFD}') ? bytes.toString('latin1') : decoded;
}

export function unpacked(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  for (const unpack of [inflateSync, gunzipSync, inflateRawSync]) {
    try {
      return utf8(unpack(bytes, { maxOutputLength: MOST_UNPACKED }));
    } catch {}
  }
  return UNKNOWN;
}
