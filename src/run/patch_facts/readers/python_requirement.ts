import { type Declared, pathFrom, shown } from '../reading.js';

/** One requirement as PEP 508 writes it (`name[extra] >= 1 ; marker`, `name @ URL`), or an address or path alone, as pip takes it. */
export function pythonRequirement(text: string, file: string, hashes = ''): Declared | undefined {
  const line = text.trim();
  if (line === '') return undefined;
  const named = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(line);
  const direct = /^@\s*(\S+)/.exec(named?.[2] ?? '')?.[1];
  const integrity = hashes === '' ? {} : { integrity: hashes };
  if (named && direct !== undefined) return { ...addressed(named[1]!, direct, file), ...integrity };
  if (/^(\.{0,2}\/|\.{1,2}$|~)/.test(line) || /^[a-z][a-z0-9+]*:\/\//i.test(line) || /^file:/.test(line)) {
    const egg = /[#&]egg=([\w.-]+)/.exec(line)?.[1];
    return { ...addressed(egg ?? shown(line), line, file), ...integrity };
  }
  if (!named) return { name: shown(line), version: null, source: null, source_kind: 'unknown' };
  const rest = named[2]!.trim();
  if (rest !== '' && !/^([<>=!~;(]|$)/.test(rest)) {
    // `./x.whl` and folders may be written without a leading dot.
    return { name: shown(line), version: null, source: null, source_kind: 'unknown' };
  }
  const version = rest.replace(/;.*$/s, '').trim();
  return { name: named[1]!, version: shown(version || '*'), source: null, source_kind: 'registry', ...integrity };
}

/** A requirement that names the place it comes from. */
export function addressed(name: string, where: string, file: string): Declared {
  const source = where.replace(/#.*$/s, '');
  if (/^git\+|^(ssh|git):\/\/|\.git(@|$)/.test(source))
    return { name, version: shown(where), source: shown(gitAddress(source)), source_kind: 'git' };
  if (/^(hg|svn|bzr)\+/.test(source))
    return { name, version: shown(where), source: shown(source.replace(/^\w+\+/, '')), source_kind: 'git' };
  if (/^[a-z][a-z0-9+]*:\/\//i.test(source) && !/^file:/i.test(source))
    return { name, version: shown(where), source: shown(source), source_kind: 'url' };
  return { name, version: shown(where), source: shown(pathFrom(file, source)), source_kind: 'path' };
}

/** `git+ssh://git@host/x@rev`, `git@host:x` → an address with a scheme. */
export function gitAddress(text: string): string {
  const plain = text.replace(/^git\+/, '');
  const scp = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/s.exec(plain);
  return scp ? `ssh://${scp[1]}/${scp[2]}` : plain;
}
