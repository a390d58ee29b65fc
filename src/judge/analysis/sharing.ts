/** Values that many trials have in common, kept once: a hundred thousand trials have a few hundred different texts. */
export interface Sharing {
  text(text: string): string;
  /** One object for all that are written alike. */
  value<T extends object>(value: T): T;
}

export function sharing(): Sharing {
  const texts = new Map<string, string>();
  const values = new Map<string, object>();
  /** Those that stand for all alike: handed in again they need not be written. */
  const own = new WeakSet<object>();
  return {
    text(text) {
      const known = texts.get(text);
      if (known !== undefined) return known;
      texts.set(text, text);
      return text;
    },
    value<T extends object>(value: T): T {
      if (own.has(value)) return value;
      const written = JSON.stringify(value);
      const known = values.get(written);
      if (known !== undefined) return known as T;
      values.set(written, value);
      own.add(value);
      return value;
    },
  };
}
