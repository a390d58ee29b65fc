import { createNeedleScanner } from './create_needle_scanner.js';

/**
 * Function that replaces what may never be stored (requirement R14). Returns the same text if there is nothing to
 * replace. Bytes are passed as latin-1 text, one character each.
 */
export interface Mask {
  (text: string): string;
  /**
   * Texts of which one occurs in every text that the mask changes, possibly with separators between its characters;
   * absent = unknown.
   */
  readonly needles?: readonly string[];
}

/** Applies a mask to text or bytes. */
export function maskBytes(mask: Mask, data: string | Uint8Array): string | Uint8Array {
  if (typeof data === 'string') return mask(data);
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
  const masked = mask(text);
  return masked === text ? data : Buffer.from(masked, 'latin1');
}

/** Combines masks into one that applies them in order. One scan serves all of them if none finds anything. */
export function combineMasks(masks: readonly Mask[]): Mask {
  const inTurn = (text: string) => masks.reduce((masked, mask) => mask(masked), text);
  if (masks.length < 2 || masks.some(({ needles }) => needles === undefined))
    return masks[0] && masks.length === 1 ? masks[0] : inTurn;
  const needles = masks.flatMap((mask) => mask.needles ?? []);
  const scan = createNeedleScanner(needles);
  return Object.assign((text: string) => (scan.findIn(text).length === 0 ? text : inTurn(text)), { needles });
}

/**
 * Applies a mask to plain JSON, to each string and each key separately. A value can span two strings, and its
 * replacement must leave valid JSON.
 */
export function maskStrings<T>(mask: Mask, value: T): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((each) => maskStrings(mask, each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), maskStrings(mask, each)])) as T;
}
