import { needleScan } from './needle_scan.js';

/**
 * Replaces in a text what may never be stored, and returns the same text when there is nothing (R14). Bytes are given as latin-1, one
 * character each.
 */
export interface Mask {
  (text: string): string;
  /** What stands in every text that the mask changes, whatever is between its characters; absent = that cannot be told. */
  readonly needles?: readonly string[];
}

/** Bytes through a mask. */
export function maskBytes(mask: Mask, data: string | Uint8Array): string | Uint8Array {
  if (typeof data === 'string') return mask(data);
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
  const masked = mask(text);
  return masked === text ? data : Buffer.from(masked, 'latin1');
}

/** One mask after the other. A text in which none of them finds anything is looked at once for all. */
export function allMasks(masks: readonly Mask[]): Mask {
  const inTurn = (text: string) => masks.reduce((masked, mask) => mask(masked), text);
  if (masks.length < 2 || masks.some(({ needles }) => needles === undefined))
    return masks[0] && masks.length === 1 ? masks[0] : inTurn;
  const needles = masks.flatMap((mask) => mask.needles ?? []);
  const scan = needleScan(needles);
  return Object.assign((text: string) => (scan.presentIn(text).length === 0 ? text : inTurn(text)), { needles });
}

/**
 * Plain JSON through a mask: every string and every name, each for itself, since a value can be spread over the borders of two strings
 * and what replaces it must leave JSON.
 */
export function maskStrings<T>(mask: Mask, value: T): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((each) => maskStrings(mask, each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), maskStrings(mask, each)])) as T;
}
