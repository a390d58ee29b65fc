import { parse } from 'yaml';
import { type Declared, entriesOf, field, isTooDeep, pathFrom, type Reader, shown, textOf } from '../reading.js';
import { resolvedFrom } from './npm_lock.js';

/** pnpm-lock.yaml, versions 5 to 9. */
export const readPnpmLock: Reader = (text, file) => {
  let lock: unknown;
  if (isTooDeep(text)) return { unreadable: 'it nests too deep' };
  try {
    lock = parse(text, { maxAliasCount: 0, logLevel: 'error', uniqueKeys: false, merge: true });
  } catch {
    return { unreadable: 'it is not YAML' };
  }
  const snapshots = new Map(entriesOf(field(lock, 'snapshots')).map(([key, entry]) => [plain(key), entry]));
  const dependencies: Declared[] = [];
  for (const [key, entry] of entriesOf(field(lock, 'packages'))) {
    const { name, version } = nameAndVersion(plain(key));
    const resolution = field(entry, 'resolution');
    const [tarball, repo, folder, integrity] = ['tarball', 'repo', 'directory', 'integrity'].map((each) =>
      textOf(field(resolution, each)),
    );
    const written = textOf(field(entry, 'name')) ?? name;
    const place: Pick<Declared, 'name' | 'source' | 'source_kind'> =
      repo !== undefined
        ? { name: written, source: shown(repo), source_kind: 'git' }
        : folder !== undefined
          ? { name: written, source: shown(pathFrom(file, folder)), source_kind: 'path' }
          : tarball !== undefined
            ? resolvedFrom(written, tarball, file)
            : { name: written, source: null, source_kind: 'registry' };
    const needed = [entry, snapshots.get(plain(key))].flatMap((each) =>
      ['dependencies', 'optionalDependencies'].flatMap((section) => entriesOf(field(each, section)).map(([n]) => n)),
    );
    dependencies.push({
      ...place,
      version: shown(textOf(field(entry, 'version')) ?? version),
      ...(integrity === undefined ? {} : { integrity }),
      requires: needed,
      scripted: field(entry, 'requiresBuild') === true,
    });
  }
  return { dependencies, scripts: [], registries: [] };
};

/** Without the peers in parentheses. */
const plain = (key: string) => key.replace(/\(.*$/s, '');

/** `/@s/a@1.0.0`, `@s/a@1.0.0`, `/a/1.0.0_peer`. */
function nameAndVersion(key: string): { name: string; version: string } {
  const path = key.replace(/^\//, '');
  const at = path.indexOf('@', 1);
  if (at > 0) return { name: path.slice(0, at), version: path.slice(at + 1) };
  const parts = path.split('/');
  const name = path.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? path);
  return { name, version: (path.slice(name.length + 1) || '').replace(/_.*$/, '') };
}
