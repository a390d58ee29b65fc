/** Store of values that trials share: a hundred thousand trials have a few hundred different texts. */
export interface ValueInterner {
  /** Returns the stored copy of a text. */
  internText(internText: string): string;
  /** Returns one object for all values with the same JSON. */
  internValue<T extends object>(internValue: T): T;
  /**
   * Returns what a function derives from a source. It is not called again for an object that it met lately: results of
   * one file share most of their parts.
   */
  deriveValue<S extends object, T extends object>(source: S, derive: (source: S) => T): T;
  /** Returns one object for all derived values with the same JSON. */
  internDerived<S extends object, T extends object>(source: S, derive: (source: S) => T): T;
}

/** Number of sources that are remembered for each function. */
const REMEMBERED = 1024;

/** Creates an empty store of shared values. */
export function createValueInterner(): ValueInterner {
  const texts = new Map<string, string>();
  const values = new Map<string, object>();
  /** Those that stand for all alike: handed in again they need not be written. */
  const owned = new WeakSet<object>();
  const derived = new Map<unknown, Map<object, object>>();
  const internValue = <T extends object>(value: T): T => {
    if (owned.has(value)) return value;
    const json = JSON.stringify(value);
    const shared = values.get(json);
    if (shared !== undefined) return shared as T;
    values.set(json, value);
    owned.add(value);
    return value;
  };
  const recall = <S extends object, T extends object>(source: S, derive: (source: S) => T, interned: boolean): T => {
    const lately = derived.get(derive) ?? new Map<object, object>();
    const shared = lately.get(source);
    if (shared !== undefined) return shared as T;
    const value = interned ? internValue(derive(source)) : derive(source);
    if (lately.size >= REMEMBERED) lately.clear();
    lately.set(source, value);
    derived.set(derive, lately);
    return value;
  };
  return {
    internText(text) {
      const shared = texts.get(text);
      if (shared !== undefined) return shared;
      texts.set(text, text);
      return text;
    },
    internValue,
    deriveValue: (source, derive) => recall(source, derive, false),
    internDerived: (source, derive) => recall(source, derive, true),
  };
}
