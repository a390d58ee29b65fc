import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { createStructuredReader } from './create_structured_reader.js';
import {
  type DeclaredDependency,
  getOwnEntries,
  getOwnField,
  getOwnList,
  getOwnText,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';
import { normalizeGitAddress } from './parse_python_requirement.js';

/** Reads poetry.lock, uv.lock and pdm.lock: lists of packages with their sources and files. */
export const readPythonLock = createStructuredReader('TOML', (lock, reading, file) => {
  for (const entry of getOwnList(lock, 'package')) {
    const name = getOwnText(entry, 'name');
    if (name === undefined) continue;
    const hashes = [...getOwnList(entry, 'files'), ...getOwnList(entry, 'wheels'), getOwnField(entry, 'sdist')].flatMap(
      (each) => getOwnText(each, 'hash') ?? [],
    );
    const requires = Array.isArray(getOwnField(entry, 'dependencies'))
      ? getOwnList(entry, 'dependencies').flatMap((each) => getPackageName(each))
      : getOwnEntries(getOwnField(entry, 'dependencies')).map(([each]) => each);
    reading.dependencies.push({
      name,
      version: sanitizeSource(getOwnText(entry, 'version') ?? ''),
      ...parseLockedSource(entry, file),
      ...omitUndefined({ integrity: hashes.length > 0 ? hashes.sort().join(' ') : undefined }),
      requires,
    });
    // uv gives an address for each file, which need not be on the registry that it names.
    for (const each of [...getOwnList(entry, 'wheels'), getOwnField(entry, 'sdist')]) {
      const origin = /^https?:\/\/[^/]+/i.exec(sanitizeSource(getOwnText(each, 'url') ?? ''))?.[0];
      if (origin !== undefined && !reading.registries.includes(origin)) reading.registries.push(origin);
    }
  }
});

/** Returns the name of `{name = "a"}` (uv) or `"a>=1"` (pdm). */
const getPackageName = (each: unknown): string[] => {
  const name = typeof each === 'string' ? /^[\w.-]+/.exec(each)?.[0] : getOwnText(each, 'name');
  return name === undefined ? [] : [name];
};

function parseLockedSource(entry: unknown, file: string): Pick<DeclaredDependency, 'source' | 'source_kind'> {
  const source = getOwnField(entry, 'source');
  const readText = (key: string) => getOwnText(source, key) ?? getOwnText(entry, key);
  const url = readText('url');
  const type = getOwnText(source, 'type');
  if (type === 'git') return { source: sanitizeSource(normalizeGitAddress(url ?? '')), source_kind: 'git' };
  if (type === 'legacy') return { source: sanitizeSource(url ?? ''), source_kind: 'registry' };
  if (type === 'directory' || type === 'file')
    return { source: resolveDeclaredPath(file, url ?? ''), source_kind: 'path' };
  const [registry, git, path] = [
    readText('registry'),
    readText('git'),
    readText('path') ?? readText('editable') ?? readText('directory') ?? readText('virtual'),
  ];
  if (git !== undefined) return { source: sanitizeSource(normalizeGitAddress(git)), source_kind: 'git' };
  if (registry !== undefined)
    return /^[a-z+]+:\/\//i.test(registry)
      ? { source: sanitizeSource(registry), source_kind: 'registry' }
      : { source: resolveDeclaredPath(file, registry), source_kind: 'path' };
  if (path !== undefined) return { source: resolveDeclaredPath(file, path), source_kind: 'path' };
  if (url !== undefined) return { source: sanitizeSource(url), source_kind: 'url' };
  return { source: null, source_kind: 'registry' };
}
