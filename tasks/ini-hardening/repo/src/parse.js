import { IniError } from './error.js';
import { lines } from './lines.js';

/** Text → nested objects whose leaves are strings and lists of strings. Throws an IniError with its line. */
export function parse(text) {
  const root = {};
  let section = root;
  for (const item of lines(text)) {
    if (item.kind === 'section') section = open(root, item.path, item.line);
    else assign(section, item);
  }
  return root;
}

function open(root, path, line) {
  let section = root;
  for (const name of path) {
    section[name] ??= {};
    if (typeof section[name] !== 'object' || Array.isArray(section[name])) {
      throw new IniError(`${name} is a value already, not a section`, line);
    }
    section = section[name];
  }
  return section;
}

function assign(section, { key, list, value, line }) {
  const known = section[key];
  if (list) {
    if (known !== undefined && !Array.isArray(known)) throw new IniError(`${key} is not a list`, line);
    section[key] = [...(known ?? []), value];
    return;
  }
  if (typeof known === 'object') throw new IniError(`${key} is a section or a list already`, line);
  section[key] = value;
}
