import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  type DeclaredDependency,
  type DependencyFileReader,
  getOwnEntries,
  getOwnField,
  getOwnText,
  normalizeWebAddress,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';

/** Reads package-lock.json and npm-shrinkwrap.json, versions 1 to 3. */
export const readNpmLock: DependencyFileReader = (text, file) => {
  let lock: unknown;
  try {
    lock = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { unreadable: 'it is not JSON' };
  }
  const packages = getOwnField(lock, 'packages');
  const dependencies: DeclaredDependency[] = [];
  if (packages !== undefined) {
    for (const [path, entry] of getOwnEntries(packages)) {
      const folderIndex = path.lastIndexOf('node_modules/');
      if (folderIndex < 0) continue; // the project itself and its workspaces
      const name = getOwnText(entry, 'name') ?? path.slice(folderIndex + 'node_modules/'.length);
      const requires = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
        getOwnEntries(getOwnField(entry, key)).map(([each]) => each),
      );
      dependencies.push(parseLockedPackage(name, entry, requires, file));
    }
  }
  // Programs and versions differ in which of both parts they use.
  const nested = (of: unknown, depth: number): boolean =>
    getOwnEntries(of).every(([name, entry]) => {
      const requires = getOwnEntries(getOwnField(entry, 'requires')).map(([each]) => each);
      dependencies.push(parseLockedPackage(name, entry, requires, file));
      return depth < 200 && nested(getOwnField(entry, 'dependencies'), depth + 1);
    });
  if (!nested(getOwnField(lock, 'dependencies'), 0)) return { unreadable: 'it nests too deep' };
  return { dependencies, scripts: [], registries: [] };
};

function parseLockedPackage(
  name: string,
  entry: unknown,
  requires: readonly string[],
  file: string,
): DeclaredDependency {
  const version = getOwnText(entry, 'version') ?? null;
  const resolved = getOwnText(entry, 'resolved');
  const integrity = getOwnText(entry, 'integrity');
  const rest = {
    version: version === null ? null : sanitizeSource(version),
    ...omitUndefined({ integrity }),
    requires,
    scripted: getOwnField(entry, 'hasInstallScript') === true,
  };
  if (getOwnField(entry, 'link') === true)
    return { name, ...rest, source: resolveDeclaredPath(file, resolved ?? '.'), source_kind: 'path' };
  return { ...rest, ...resolveNpmSource(name, resolved ?? getVersionAddress(version), file) };
}

/** Returns the version if it is an address, as version 1 of the format allows. */
const getVersionAddress = (version: string | null) =>
  version !== null && /^[a-z+]+:/.test(version) ? version : undefined;

/**
 * Resolves the source of a locked package.
 *
 * A registry's tarball is recognised by `/-/`. The name in that address counts, since an entry can name one package and
 * fetch another.
 */
export function resolveNpmSource(
  name: string,
  written: string | undefined,
  file: string,
): Pick<DeclaredDependency, 'name' | 'source' | 'source_kind'> {
  if (written === undefined || written === '') return { name, source: null, source_kind: 'unknown' };
  const resolved = normalizeWebAddress(written);
  const [, registry, tarballName] =
    /^(https?:\/\/[^?#]*?)\/((?:@[^/]+(?:\/|%2f))?[^/@]+)\/-\/[^/]+$/i.exec(resolved.replace(/#.*$/, '')) ?? [];
  if (registry !== undefined && tarballName !== undefined) {
    const actual = tarballName.replace(/%2f/i, '/').replace(/^%40/, '@');
    return { name: actual, source: sanitizeSource(registry), source_kind: 'registry' };
  }
  if (/^npm:/.test(resolved)) {
    const real = /^npm:((?:@[^/@]+\/)?[^/@]+)/.exec(resolved)?.[1];
    return { name: real ?? name, source: null, source_kind: 'registry' };
  }
  if (/^git(\+|:)|^ssh:|^github:|\.git(#|$)/.test(resolved))
    return {
      name,
      source: sanitizeSource(resolved.replace(/^git\+/, '').replace(/^github:/, 'https://github.com/')),
      source_kind: 'git',
    };
  if (/^file:|^\.{0,2}\//.test(resolved))
    return { name, source: resolveDeclaredPath(file, resolved), source_kind: 'path' };
  if (/^https?:/i.test(resolved)) return { name, source: sanitizeSource(resolved), source_kind: 'url' };
  return { name, source: sanitizeSource(resolved), source_kind: 'unknown' };
}
