import { parse } from 'yaml';
import { type Declared, entriesOf, field, isTooDeep, pathFrom, type Reader, shown, textOf } from '../reading.js';
import { resolvedFrom } from './npm_lock.js';

/** yarn.lock: the format of version 1, and the YAML of later ones. */
export const readYarnLock: Reader = (text, file) =>
  /^__metadata:/m.test(text) ? berry(text, file) : classic(text, file);

/** `"@s/a@^1", "@s/a@~2"` → @s/a; an alias `a@npm:b@1` → b. */
function nameOf(descriptor: string): string {
  const first = descriptor.replace(/^"|"$/g, '');
  const at = first.indexOf('@', 1);
  const range = at < 0 ? '' : first.slice(at + 1);
  const alias = /^npm:((?:@[^/@]+\/)?[^/@\s]+)@/.exec(range)?.[1];
  return alias ?? (at < 0 ? first : first.slice(0, at));
}

function classic(text: string, file: string): ReturnType<Reader> {
  const dependencies: Declared[] = [];
  let entry: { header: string; fields: Map<string, string>; requires: string[] } | undefined;
  let nested = false;
  const finish = () => {
    if (!entry) return;
    const { fields, requires } = entry;
    const name = nameOf(entry.header.split(/,\s*/)[0]!);
    const resolved = fields.get('resolved');
    const integrity = fields.get('integrity') ?? /#([0-9a-f]{40})$/.exec(resolved ?? '')?.[1];
    dependencies.push({
      ...resolvedFrom(name, resolved, file),
      version: shown(fields.get('version') ?? ''),
      ...(integrity === undefined ? {} : { integrity }),
      requires,
    });
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      if (!line.endsWith(':')) return { unreadable: `line ${index + 1} is not that of a yarn lockfile` };
      finish();
      entry = { header: line.slice(0, -1), fields: new Map(), requires: [] };
      nested = false;
      continue;
    }
    // A dot does not match these, and would look for the end again and again.
    if (/[\r\u2028\u2029]/.test(line)) return { unreadable: `line ${index + 1} is not that of a yarn lockfile` };
    const match = /^( +)("[^"]*"|[^\s"]+?):?(?:\s+("[^"]*"|.+))?$/.exec(line);
    if (!match || !entry) return { unreadable: `line ${index + 1} is not that of a yarn lockfile` };
    const [key, value] = [unquoted(match[2]!), unquoted(match[3] ?? '')];
    if (match[1]!.length <= 2) {
      nested = value === '' && /dependencies$/i.test(key);
      if (!nested) entry.fields.set(key, value);
    } else if (nested) entry.requires.push(key);
  }
  finish();
  return { dependencies, scripts: [], registries: [] };
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, '$1');

function berry(text: string, file: string): ReturnType<Reader> {
  let lock: unknown;
  if (isTooDeep(text)) return { unreadable: 'it nests too deep' };
  try {
    lock = parse(text, { maxAliasCount: 0, logLevel: 'error', uniqueKeys: false, merge: true });
  } catch {
    return { unreadable: 'it is not YAML' };
  }
  const dependencies: Declared[] = [];
  for (const [key, entry] of entriesOf(lock)) {
    if (key === '__metadata') continue;
    const resolution = textOf(field(entry, 'resolution')) ?? key.split(/,\s*/)[0]!;
    const at = resolution.indexOf('@', 1);
    const [name, where] = at < 0 ? [resolution, ''] : [resolution.slice(0, at), resolution.slice(at + 1)];
    const version = field(entry, 'version');
    const checksum = textOf(field(entry, 'checksum'));
    dependencies.push({
      ...placeOf(name, where, file),
      version: version === undefined ? null : shown(String(version)),
      ...(checksum === undefined ? {} : { integrity: checksum }),
      requires: entriesOf(field(entry, 'dependencies')).map(([each]) => each),
    });
  }
  return { dependencies, scripts: [], registries: [] };
}

function placeOf(name: string, where: string, file: string): Pick<Declared, 'name' | 'source' | 'source_kind'> {
  const archive = /::__archiveUrl=([^&]+)/.exec(where)?.[1];
  if (archive !== undefined) return resolvedFrom(name, decoded(archive), file);
  if (/^(npm|virtual|patch):/.test(where)) return { name, source: null, source_kind: 'registry' };
  if (/^workspace:/.test(where)) return { name, source: '.', source_kind: 'path' };
  if (/^(file|link|portal):/.test(where))
    return { name, source: shown(pathFrom(file, where.replace(/(#|::).*$/s, ''))), source_kind: 'path' };
  return resolvedFrom(name, where, file);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
