/**
 * Filter that masks a provider's key in a response, wherever its chunks are cut. The mask has the same length, so that
 * frames stay valid.
 */
interface KeyFilter {
  /** Returns the bytes that may be forwarded so far. */
  pass(chunk: Buffer): Buffer;
  /** Returns the bytes that were held back as a possible beginning of the key. */
  rest(): Buffer;
}

/**
 * Minimum length of a key that is masked. Shorter ones are placeholders for local servers, which may occur in any text.
 */
const MIN_KEY_LENGTH = 8;

const NONE: Buffer = Buffer.alloc(0);

export function createKeyFilter(key: string | undefined): KeyFilter {
  if (key === undefined || key.length < MIN_KEY_LENGTH) return { pass: (chunk) => chunk, rest: () => NONE };
  const secret = Buffer.from(key);
  const stars = Buffer.alloc(secret.length, '*');
  let pending: Buffer = NONE;
  return {
    pass(chunk) {
      let bytes: Buffer = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      let position = bytes.indexOf(secret);
      // The parser shares the chunk, so it is copied before masking.
      if (position !== -1) bytes = Buffer.from(bytes);
      for (; position !== -1; position = bytes.indexOf(secret, position)) stars.copy(bytes, position);
      const prefix_bytes = countKeyPrefixBytes(bytes, secret);
      pending = prefix_bytes === 0 ? NONE : bytes.subarray(bytes.length - prefix_bytes);
      return prefix_bytes === 0 ? bytes : bytes.subarray(0, bytes.length - prefix_bytes);
    },
    rest() {
      const rest = pending;
      pending = NONE;
      return rest;
    },
  };
}

/** Returns how many of the last bytes could begin the key. */
function countKeyPrefixBytes(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes[bytes.length - length] === secret[0] && bytes.subarray(-length).equals(secret.subarray(0, length)))
      return length;
  return 0;
}

/** Masks the key in a whole text. */
export const maskKey = (text: string, key: string | undefined): string =>
  key === undefined || key.length < MIN_KEY_LENGTH ? text : text.replaceAll(key, '*'.repeat(key.length));
