import { nothing, pathFrom, type Reader, shown } from '../reading.js';

/** go.mod: required modules, tools, replacements. */
export const readGoMod: Reader = (text, file) => {
  const reading = nothing();
  let block = '';
  for (const written of text.split(/\r?\n/)) {
    const indirect = /\/\/\s*indirect\b/.test(written);
    const line = written.replace(/\/\/.*$/, '').trim();
    if (line === '') continue;
    if (line === ')') {
      block = '';
      continue;
    }
    const opened = /^(\w+)\s*\($/.exec(line);
    if (opened) {
      block = opened[1]!;
      continue;
    }
    const [verb, rest] = block ? [block, line] : [line.split(/\s+/)[0]!, line.replace(/^\S+\s*/, '')];
    const words = rest.split(/\s+/).map((word) => word.replace(/^["`](.*)["`]$/, '$1'));
    if (verb === 'require' && words[0])
      reading.dependencies.push({
        key: `require:${words[0]}`,
        name: words[0],
        version: shown(words[1] ?? ''),
        source: null,
        source_kind: 'registry',
        ...(indirect ? { requires: ['// indirect'] } : {}),
      });
    else if (verb === 'replace') {
      const arrow = words.indexOf('=>');
      const [target, version] = [words[arrow + 1] ?? '', words[arrow + 2]];
      const local = /^(\.{1,2}(\/|$)|\/|[A-Za-z]:)/.test(target);
      reading.dependencies.push({
        key: `replace:${words[0]}@${arrow > 1 ? words[1] : ''}`,
        // What is built is what stands on the right.
        name: local ? words[0]! : target,
        version: shown(`replaces ${words[0]}${version ? `, ${version}` : ''}`),
        source: local ? shown(pathFrom(file, target)) : null,
        source_kind: local ? 'path' : 'registry',
      });
    } else if (verb === 'toolchain' || verb === 'tool')
      reading.scripts.push({ what: `${verb} ${shown(rest)}`, text: rest });
  }
  return reading;
};

/** go.sum: digests only; a line more makes no module be used. */
export const readGoSum: Reader = (text) => {
  const reading = nothing();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [name, version, hash, more] = line.split(' ');
    if (!name || !version || !hash || more !== undefined)
      return { unreadable: `line ${index + 1} is not that of a go.sum` };
    reading.dependencies.push({
      name,
      version: shown(version),
      source: null,
      source_kind: 'registry',
      integrity: hash,
    });
  }
  return reading;
};
