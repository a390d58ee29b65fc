import { OMITTED_BYTES_MARKER } from './capture_stream.js';

/** Maximum length of a truncated word on either side of the omission. */
const REACH = 400;
const STANDS = '[redacted:cut]';
const WORD = '[A-Za-z0-9+/_=.~-]{8,}';

/**
 * Redacts words with letters and digits on both sides of a capture's omission: no rule recognises a truncated secret
 * there. All other bytes stay the same.
 */
export function redactTruncatedSecrets(output: Uint8Array): Uint8Array {
  const text = Buffer.from(output.buffer, output.byteOffset, output.byteLength).toString('latin1');
  const marker = OMITTED_BYTES_MARKER.exec(text);
  if (!marker) return output;
  const end = marker.index + marker[0].length;
  const preceding_text = text.slice(Math.max(0, marker.index - REACH), marker.index);
  const following_text = text.slice(end, end + REACH);
  const cleared = [
    preceding_text.replace(new RegExp(`${WORD}$`), replaceWord),
    marker[0],
    following_text.replace(new RegExp(`^${WORD}`), replaceWord),
  ].join('');
  if (cleared === preceding_text + marker[0] + following_text) return output;
  return Buffer.from(
    text.slice(0, marker.index - preceding_text.length) + cleared + text.slice(end + following_text.length),
    'latin1',
  );
}

const replaceWord = (word: string) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? STANDS : word);
