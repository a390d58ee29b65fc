import { IniError } from './error.js';

/** The value at a dotted path, or undefined. */
export function get(config, path) {
  let at = config;
  for (const name of path.split('.')) {
    if (at === undefined || at === null || typeof at === 'string') return undefined;
    at = at[name];
  }
  return at;
}

/** Sets the value at a dotted path in `config` and makes the sections on the way. */
export function set(config, path, value) {
  const names = path.split('.');
  const last = names.pop();
  let at = config;
  for (const name of names) {
    at[name] ??= {};
    at = at[name];
    if (typeof at === 'string' || Array.isArray(at)) throw new IniError(`${path}: ${name} is a value, not a section`);
  }
  at[last] = value;
}
