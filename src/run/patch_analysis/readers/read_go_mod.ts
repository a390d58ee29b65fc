import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  createEmptyContent,
  type DependencyFileReader,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';

/** Reads go.mod: required modules, tools, replacements. */
export const readGoMod: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  let block = '';
  for (const rawLine of text.split(/\r?\n/)) {
    const indirect = /\/\/\s*indirect\b/.test(rawLine);
    const line = rawLine.replace(/\/\/.*$/, '').trim();
    if (line === '') continue;
    if (line === ')') {
      block = '';
      continue;
    }
    const opened = /^(\w+)\s*\($/.exec(line)?.[1];
    if (opened !== undefined) {
      block = opened;
      continue;
    }
    const [verb, rest] = block ? [block, line] : [/^\S*/.exec(line)?.[0] ?? '', line.replace(/^\S+\s*/, '')];
    const words = rest.split(/\s+/).map((word) => word.replace(/^["`](.*)["`]$/, '$1'));
    if (verb === 'require' && words[0])
      reading.dependencies.push({
        key: `require:${words[0]}`,
        name: words[0],
        version: sanitizeSource(words[1] ?? ''),
        source: null,
        source_kind: 'registry',
        ...omitUndefined({ requires: indirect ? ['// indirect'] : undefined }),
      });
    else if (verb === 'replace') {
      const arrow = words.indexOf('=>');
      const [target, version] = [words[arrow + 1] ?? '', words[arrow + 2]];
      const local = /^(\.{1,2}(\/|$)|\/|[A-Za-z]:)/.test(target);
      reading.dependencies.push({
        key: `replace:${words[0]}@${arrow > 1 ? words[1] : ''}`,
        // The replacement is built, not the replaced module.
        name: local ? words[0]! : target,
        version: sanitizeSource(`replaces ${words[0]}${version ? `, ${version}` : ''}`),
        source: local ? resolveDeclaredPath(file, target) : null,
        source_kind: local ? 'path' : 'registry',
      });
    } else if (verb === 'toolchain' || verb === 'tool')
      reading.scripts.push({ what: `${verb} ${sanitizeSource(rest)}`, text: rest });
  }
  return reading;
};

/** Reads go.sum, which holds digests only; an additional line adds no dependency. */
export const readGoSum: DependencyFileReader = (text) => {
  const reading = createEmptyContent();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [name, version, hash, more] = line.split(' ');
    if (!name || !version || !hash || more !== undefined)
      return { unreadable: `line ${index + 1} is not that of a go.sum` };
    reading.dependencies.push({
      name,
      version: sanitizeSource(version),
      source: null,
      source_kind: 'registry',
      integrity: hash,
    });
  }
  return reading;
};
