import { IniError } from './error.js';
import { get } from './path.js';

const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g;

/** A new object in which every `${path}` is replaced by the value at that path. `$${` becomes `${`. */
export function resolve(config) {
  return walk(config, config);
}

function walk(value, root) {
  if (typeof value === 'string') return expand(value, root);
  if (Array.isArray(value)) return value.map((item) => walk(item, root));
  if (typeof value !== 'object' || value === null) return value;
  const out = {};
  for (const key of Object.keys(value)) out[key] = walk(value[key], root);
  return out;
}

function expand(text, root) {
  return text.replace(REFERENCE, (match, path) => {
    if (match === '$${') return '${';
    const value = get(root, path.trim());
    if (value === undefined) throw new IniError(`\${${path}} refers to nothing`);
    if (Array.isArray(value)) return value.map((item) => expand(item, root)).join(',');
    if (typeof value === 'object') throw new IniError(`\${${path}} refers to a section`);
    return expand(String(value), root);
  });
}
