import { type DeclaredDependency, resolveDeclaredPath, sanitizeSource } from './dependency_file_reader.js';

/**
 * Parses one requirement of PEP 508 (`name[extra] >= 1 ; marker`, `name @ URL`), or an address or path alone, as pip
 * accepts it.
 */
export function parsePythonRequirement(text: string, file: string, hashes = ''): DeclaredDependency | undefined {
  const line = text.trim();
  if (line === '') return undefined;
  const [, name, specifier = ''] = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(line) ?? [];
  const direct = /^@\s*(\S+)/.exec(specifier)?.[1];
  const integrity = hashes === '' ? {} : { integrity: hashes };
  if (name !== undefined && direct !== undefined)
    return { ...createAddressedDependency(name, direct, file), ...integrity };
  if (/^(\.{0,2}\/|\.{1,2}$|~)/.test(line) || /^[a-z][a-z0-9+]*:\/\//i.test(line) || /^file:/.test(line)) {
    const egg = /[#&]egg=([\w.-]+)/.exec(line)?.[1];
    return { ...createAddressedDependency(egg ?? sanitizeSource(line), line, file), ...integrity };
  }
  if (name === undefined) return { name: sanitizeSource(line), version: null, source: null, source_kind: 'unknown' };
  const rest = specifier.trim();
  if (rest !== '' && !/^([<>=!~;(]|$)/.test(rest)) {
    // `./x.whl` and folders may be written without a leading dot.
    return { name: sanitizeSource(line), version: null, source: null, source_kind: 'unknown' };
  }
  const version = rest.replace(/;.*$/s, '').trim();
  return {
    name,
    version: sanitizeSource(version || '*'),
    source: null,
    source_kind: 'registry',
    ...integrity,
  };
}

/** Creates a requirement that names its source. */
export function createAddressedDependency(name: string, where: string, file: string): DeclaredDependency {
  const source = where.replace(/#.*$/s, '');
  if (/^git\+|^(ssh|git):\/\/|\.git(@|$)/.test(source))
    return {
      name,
      version: sanitizeSource(where),
      source: sanitizeSource(normalizeGitAddress(source)),
      source_kind: 'git',
    };
  if (/^(hg|svn|bzr)\+/.test(source))
    return {
      name,
      version: sanitizeSource(where),
      source: sanitizeSource(source.replace(/^\w+\+/, '')),
      source_kind: 'git',
    };
  if (/^[a-z][a-z0-9+]*:\/\//i.test(source) && !/^file:/i.test(source))
    return { name, version: sanitizeSource(where), source: sanitizeSource(source), source_kind: 'url' };
  return {
    name,
    version: sanitizeSource(where),
    source: resolveDeclaredPath(file, source),
    source_kind: 'path',
  };
}

/** Normalises `git+ssh://git@host/x@rev` and `git@host:x` to an address with a scheme. */
export function normalizeGitAddress(text: string): string {
  const plain = text.replace(/^git\+/, '');
  const scp = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/s.exec(plain);
  return scp ? `ssh://${scp[1]}/${scp[2]}` : plain;
}
