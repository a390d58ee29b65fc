/** Store of values that trials share: a hundred thousand trials have a few hundred different texts. */
export interface ValueInterner {
  /** Returns the stored copy of a text. */
  internText(internText: string): string;
  /** Returns one object for all values with the same JSON. */
  internValue<T extends object>(internValue: T): T;
}

/** Creates an empty store of shared values. */
export function createValueInterner(): ValueInterner {
  const texts = new Map<string, string>();
  const values = new Map<string, object>();
  /** Those that stand for all alike: handed in again they need not be written. */
  const own = new WeakSet<object>();
  return {
    internText(text) {
      const known = texts.get(text);
      if (known !== undefined) return known;
      texts.set(text, text);
      return text;
    },
    internValue<T extends object>(value: T): T {
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
