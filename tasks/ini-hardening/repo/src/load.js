import { merge } from './merge.js';
import { parse } from './parse.js';
import { resolve } from './resolve.js';

/** Parses the texts, merges them in order, then the overrides, and resolves the references. */
export function load(texts, { overrides = {} } = {}) {
  const merged = texts.map(parse).reduce(merge, {});
  return resolve(merge(merged, overrides));
}
