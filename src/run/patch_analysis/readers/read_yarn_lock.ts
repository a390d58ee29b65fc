import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { createStructuredReader } from './create_structured_reader.js';
import {
  type DeclaredDependency,
  type DependencyFileReader,
  getOwnEntries,
  getOwnField,
  getOwnText,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';
import { resolveNpmSource } from './read_npm_lock.js';

/** Reads yarn.lock: the format of version 1, and the YAML of later ones. */
export const readYarnLock: DependencyFileReader = (text, file) =>
  /^__metadata:/m.test(text) ? readBerryLock(text, file) : readClassicLock(text, file);

/** Parses the name of a descriptor: `"@s/a@^1", "@s/a@~2"` → @s/a; an alias `a@npm:b@1` → b. */
function parseDescriptorName(descriptor: string): string {
  const first = descriptor.replace(/^"|"$/g, '');
  const versionIndex = first.indexOf('@', 1);
  const range = versionIndex < 0 ? '' : first.slice(versionIndex + 1);
  const alias = /^npm:((?:@[^/@]+\/)?[^/@\s]+)@/.exec(range)?.[1];
  return alias ?? (versionIndex < 0 ? first : first.slice(0, versionIndex));
}

function readClassicLock(text: string, file: string): ReturnType<DependencyFileReader> {
  const dependencies: DeclaredDependency[] = [];
  let entry: { header: string; fields: Map<string, string>; requires: string[] } | undefined;
  let nested = false;
  const finish = () => {
    if (!entry) return;
    const { fields, requires } = entry;
    const name = parseDescriptorName(entry.header.split(/,\s*/)[0]!);
    const resolved = fields.get('resolved');
    const integrity = fields.get('integrity') ?? /#([0-9a-f]{40})$/.exec(resolved ?? '')?.[1];
    dependencies.push({
      ...resolveNpmSource(name, resolved, file),
      version: sanitizeSource(fields.get('version') ?? ''),
      ...omitUndefined({ integrity }),
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
    // The pattern below would rescan such a line again and again, since a dot does not match these characters.
    if (/[\r\u2028\u2029]/.test(line)) return { unreadable: `line ${index + 1} is not that of a yarn lockfile` };
    const match = /^( +)("[^"]*"|[^\s"]+?):?(?:\s+("[^"]*"|.+))?$/.exec(line);
    if (!match || !entry) return { unreadable: `line ${index + 1} is not that of a yarn lockfile` };
    const [key, value] = [unquote(match[2]!), unquote(match[3] ?? '')];
    if (match[1]!.length <= 2) {
      nested = value === '' && /dependencies$/i.test(key);
      if (!nested) entry.fields.set(key, value);
    } else if (nested) entry.requires.push(key);
  }
  finish();
  return { dependencies, scripts: [], registries: [] };
}

const unquote = (text: string) => text.replace(/^"(.*)"$/s, '$1');

const readBerryLock = createStructuredReader('YAML', (lock, { dependencies }, file) => {
  for (const [key, entry] of getOwnEntries(lock)) {
    if (key === '__metadata') continue;
    const resolution = getOwnText(entry, 'resolution') ?? key.split(/,\s*/)[0]!;
    const versionIndex = resolution.indexOf('@', 1);
    const [name, where] =
      versionIndex < 0 ? [resolution, ''] : [resolution.slice(0, versionIndex), resolution.slice(versionIndex + 1)];
    const version = getOwnField(entry, 'version');
    const checksum = getOwnText(entry, 'checksum');
    dependencies.push({
      ...resolveYarnSource(name, where, file),
      version: version === undefined ? null : sanitizeSource(String(version)),
      ...omitUndefined({ integrity: checksum }),
      requires: getOwnEntries(getOwnField(entry, 'dependencies')).map(([each]) => each),
    });
  }
});

function resolveYarnSource(
  name: string,
  where: string,
  file: string,
): Pick<DeclaredDependency, 'name' | 'source' | 'source_kind'> {
  const archive = /::__archiveUrl=([^&]+)/.exec(where)?.[1];
  if (archive !== undefined) return resolveNpmSource(name, decodeUri(archive), file);
  if (/^(npm|virtual|patch):/.test(where)) return { name, source: null, source_kind: 'registry' };
  if (/^workspace:/.test(where)) return { name, source: '.', source_kind: 'path' };
  if (/^(file|link|portal):/.test(where))
    return {
      name,
      source: resolveDeclaredPath(file, where.replace(/(#|::).*$/s, '')),
      source_kind: 'path',
    };
  return resolveNpmSource(name, where, file);
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
