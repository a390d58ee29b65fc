import { type Declared, entriesOf, field, pathFrom, type Reader, shown, textOf, webAddress } from '../reading.js';

/** package-lock.json and npm-shrinkwrap.json, versions 1 to 3. */
export const readNpmLock: Reader = (text, file) => {
  let lock: unknown;
  try {
    lock = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { unreadable: 'it is not JSON' };
  }
  const packages = field(lock, 'packages');
  const dependencies: Declared[] = [];
  if (packages !== undefined) {
    for (const [path, entry] of entriesOf(packages)) {
      const at = path.lastIndexOf('node_modules/');
      if (at < 0) continue; // the project itself and its workspaces
      const name = textOf(field(entry, 'name')) ?? path.slice(at + 'node_modules/'.length);
      const requires = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
        entriesOf(field(entry, key)).map(([each]) => each),
      );
      dependencies.push(locked(name, entry, requires, file));
    }
  }
  // Both parts where there are both: which of them is used depends on the program and its version.
  const nested = (of: unknown, depth: number): boolean =>
    entriesOf(of).every(([name, entry]) => {
      const requires = entriesOf(field(entry, 'requires')).map(([each]) => each);
      dependencies.push(locked(name, entry, requires, file));
      return depth < 200 && nested(field(entry, 'dependencies'), depth + 1);
    });
  if (!nested(field(lock, 'dependencies'), 0)) return { unreadable: 'it nests too deep' };
  return { dependencies, scripts: [], registries: [] };
};

function locked(name: string, entry: unknown, requires: readonly string[], file: string): Declared {
  const version = textOf(field(entry, 'version')) ?? null;
  const resolved = textOf(field(entry, 'resolved'));
  const integrity = textOf(field(entry, 'integrity'));
  const rest = {
    version: version === null ? null : shown(version),
    ...(integrity === undefined ? {} : { integrity }),
    requires,
    scripted: field(entry, 'hasInstallScript') === true,
  };
  if (field(entry, 'link') === true)
    return { name, ...rest, source: shown(pathFrom(file, resolved ?? '.')), source_kind: 'path' };
  return { ...rest, ...resolvedFrom(name, resolved ?? aliased(version), file) };
}

/** In version 1 a version can be the place itself. */
const aliased = (version: string | null) => (version !== null && /^[a-z+]+:/.test(version) ? version : undefined);

/**
 * Where a lockfile says that a package is. A registry's tarball is known by `/-/`; the name that counts is the one in that address,
 * since an entry can say one thing and fetch another.
 */
export function resolvedFrom(
  name: string,
  written: string | undefined,
  file: string,
): Pick<Declared, 'name' | 'source' | 'source_kind'> {
  if (written === undefined || written === '') return { name, source: null, source_kind: 'unknown' };
  const resolved = webAddress(written);
  const tarball = /^(https?:\/\/[^?#]*?)\/((?:@[^/]+(?:\/|%2f))?[^/@]+)\/-\/[^/]+$/i.exec(resolved.replace(/#.*$/, ''));
  if (tarball) {
    const actual = tarball[2]!.replace(/%2f/i, '/').replace(/^%40/, '@');
    return { name: actual, source: shown(tarball[1]!), source_kind: 'registry' };
  }
  if (/^npm:/.test(resolved)) {
    const real = /^npm:((?:@[^/@]+\/)?[^/@]+)/.exec(resolved)?.[1];
    return { name: real ?? name, source: null, source_kind: 'registry' };
  }
  if (/^git(\+|:)|^ssh:|^github:|\.git(#|$)/.test(resolved))
    return {
      name,
      source: shown(resolved.replace(/^git\+/, '').replace(/^github:/, 'https://github.com/')),
      source_kind: 'git',
    };
  if (/^file:|^\.{0,2}\//.test(resolved)) return { name, source: shown(pathFrom(file, resolved)), source_kind: 'path' };
  if (/^https?:/i.test(resolved)) return { name, source: shown(resolved), source_kind: 'url' };
  return { name, source: shown(resolved), source_kind: 'unknown' };
}
