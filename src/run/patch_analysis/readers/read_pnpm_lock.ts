import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { createStructuredReader } from './create_structured_reader.js';
import {
  type DeclaredDependency,
  getOwnEntries,
  getOwnField,
  getOwnText,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';
import { resolveNpmSource } from './read_npm_lock.js';

/** Reads pnpm-lock.yaml, versions 5 to 9. */
export const readPnpmLock = createStructuredReader('YAML', (lock, { dependencies }, file) => {
  const snapshots = new Map(
    getOwnEntries(getOwnField(lock, 'snapshots')).map(([key, entry]) => [stripPeers(key), entry]),
  );
  for (const [key, entry] of getOwnEntries(getOwnField(lock, 'packages'))) {
    const { name, version } = parsePackageKey(stripPeers(key));
    const resolution = getOwnField(entry, 'resolution');
    const [tarball, repo, folder, integrity] = ['tarball', 'repo', 'directory', 'integrity'].map((each) =>
      getOwnText(resolution, each),
    );
    const packageName = getOwnText(entry, 'name') ?? name;
    const place: Pick<DeclaredDependency, 'name' | 'source' | 'source_kind'> =
      repo !== undefined
        ? { name: packageName, source: sanitizeSource(repo), source_kind: 'git' }
        : folder !== undefined
          ? { name: packageName, source: resolveDeclaredPath(file, folder), source_kind: 'path' }
          : tarball !== undefined
            ? resolveNpmSource(packageName, tarball, file)
            : { name: packageName, source: null, source_kind: 'registry' };
    const requirements = [entry, snapshots.get(stripPeers(key))].flatMap((each) =>
      ['dependencies', 'optionalDependencies'].flatMap((section) =>
        getOwnEntries(getOwnField(each, section)).map(([n]) => n),
      ),
    );
    dependencies.push({
      ...place,
      version: sanitizeSource(getOwnText(entry, 'version') ?? version),
      ...omitUndefined({ integrity }),
      requires: requirements,
      scripted: getOwnField(entry, 'requiresBuild') === true,
    });
  }
});

/** Strips the peers in parentheses. */
const stripPeers = (key: string) => key.replace(/\(.*$/s, '');

/** Parses a key: `/@s/a@1.0.0`, `@s/a@1.0.0`, `/a/1.0.0_peer`. */
function parsePackageKey(key: string): { name: string; version: string } {
  const path = key.replace(/^\//, '');
  const versionIndex = path.indexOf('@', 1);
  if (versionIndex > 0) return { name: path.slice(0, versionIndex), version: path.slice(versionIndex + 1) };
  const parts = path.split('/');
  const name = path.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? path);
  return { name, version: (path.slice(name.length + 1) || '').replace(/_.*$/, '') };
}
