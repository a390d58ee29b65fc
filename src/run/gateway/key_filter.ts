/** Takes a provider's key out of an answer that repeats it, wherever its pieces are cut. Of one length, so that frames stay right. */
export interface KeyFilter {
  /** What may go on of what came so far. */
  pass(chunk: Buffer): Buffer;
  /** What was held back because a key might have begun in it. */
  rest(): Buffer;
}

/** Shorter ones are the names that local servers take for a key; to replace them would only spoil answers. */
export const SHORTEST_KEY = 8;

const NONE: Buffer = Buffer.alloc(0);

export function keyFilter(key: string | undefined): KeyFilter {
  if (key === undefined || key.length < SHORTEST_KEY) return { pass: (chunk) => chunk, rest: () => NONE };
  const secret = Buffer.from(key);
  const stars = Buffer.alloc(secret.length, '*');
  let held: Buffer = NONE;
  return {
    pass(chunk) {
      let bytes: Buffer = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let at = bytes.indexOf(secret);
      // What the reader was given is not changed under it.
      if (at !== -1) bytes = Buffer.from(bytes);
      for (; at !== -1; at = bytes.indexOf(secret, at)) stars.copy(bytes, at);
      const begun = beginning(bytes, secret);
      held = begun === 0 ? NONE : bytes.subarray(bytes.length - begun);
      return begun === 0 ? bytes : bytes.subarray(0, bytes.length - begun);
    },
    rest() {
      const rest = held;
      held = NONE;
      return rest;
    },
  };
}

/** How many of the last bytes could be the beginning of the key. */
function beginning(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes[bytes.length - length] === secret[0] && bytes.subarray(-length).equals(secret.subarray(0, length)))
      return length;
  return 0;
}

/** The same for a text as a whole. */
export const withoutKey = (text: string, key: string | undefined): string =>
  key === undefined || key.length < SHORTEST_KEY ? text : text.replaceAll(key, '*'.repeat(key.length));
