/** Whether two parsed values have the same JSON text, without writing it: equal keys in equal order, equal values. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, i) => sameJson(each, b[i]));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return (
    keys.length === others.length &&
    keys.every((key, i) => key === others[i] && sameJson((a as Fields)[key], (b as Fields)[key]))
  );
}

type Fields = Record<string, unknown>;
