import { type Declared, nothing, pathFrom, type Reader, type Reading, shown } from '../reading.js';
import { addressed, pythonRequirement } from './python_requirement.js';

/** Whether a path is one that `readRequirements` is asked about. */
export const isRequirements = (path: string): boolean =>
  /(^|[-_./])(requirements|constraints)([-_.][^/]*)?\.(txt|in|pip)$/i.test(path) ||
  /(^|\/)requirements\/[^/]+\.(txt|in)$/i.test(path);

/** requirements.txt as pip reads it: requirements with hashes, editable ones, further files, indexes. */
export const readRequirements: Reader = (text, file) => {
  const reading = nothing();
  for (const written of logicalLines(text)) {
    const line = written.replace(/(^|\s)#.*$/s, '').trim();
    if (line === '') continue;
    if (line.startsWith('-')) {
      readOptions(line, file, reading);
      continue;
    }
    const hashes = [...line.matchAll(/--hash[= ](\S+)/g)].map((match) => match[1]!).sort();
    const requirement = pythonRequirement(line.replace(/\s--[a-z-]+.*$/s, ''), file, hashes.join(' '));
    if (requirement) reading.dependencies.push(requirement);
  }
  return reading;
};

/** Where Python ends a line (str.splitlines), which is at more places than others do. */
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** Lines joined as pip joins them: a comment of its own line goes no further, whatever it ends with. */
function* logicalLines(text: string): Generator<string> {
  let begun: string[] = [];
  for (const line of text.split(LINE_END)) {
    const comment = /^\s*#/.test(line);
    if (!comment && line.endsWith('\\')) {
      begun.push(line.replace(/^\\+/, '').replace(/\\+$/, ''));
      continue;
    }
    yield `${begun.join('')}${comment ? ' ' : ''}${line}`;
    begun = [];
  }
  if (begun.length > 0) yield begun.join('');
}

/** Options that decide something, by their letter; pip takes any beginning of a name that leaves no doubt. */
const LETTERS: Readonly<Record<string, string>> = {
  i: 'index-url',
  f: 'find-links',
  e: 'editable',
  r: 'requirement',
  c: 'constraint',
};
const FLAGS = ['no-index', 'pre', 'prefer-binary', 'require-hashes', 'no-verify'];
const VALUED = [
  ...['index-url', 'pypi-url', 'extra-index-url', 'find-links', 'editable', 'requirement', 'constraint'],
  ...['trusted-host', 'no-binary', 'only-binary', 'use-feature', 'global-option', 'config-settings', 'hash', 'proxy'],
];

function readOptions(line: string, file: string, reading: Reading): void {
  const words = line.split(/\s+/).map((word) => word.replace(/['"\\]/g, ''));
  for (let at = 0; at < words.length; at++) {
    const [, name, given, letter, rest] = /^(?:--([^=]+)(?:=(.*))?|-([A-Za-z])(.*))$/s.exec(words[at]!) ?? [];
    const known = [...VALUED, ...FLAGS];
    const option =
      name === undefined
        ? LETTERS[letter ?? '']
        : (known.find((each) => each === name) ?? known.find((each) => each.startsWith(name)));
    if (option === undefined) continue;
    if (FLAGS.includes(option)) readOption(option, '', file, reading);
    else readOption(option, (name === undefined ? rest || undefined : given) ?? words[++at] ?? '', file, reading);
  }
}

function readOption(option: string, value: string, file: string, reading: Reading): void {
  switch (option) {
    case 'index-url':
    case 'pypi-url':
    case 'extra-index-url':
      reading.registries.push(shown(value));
      return;
    case 'find-links':
      if (/^[a-z+]+:\/\//i.test(value) && !/^file:/i.test(value)) reading.registries.push(shown(value));
      else
        reading.dependencies.push({
          key: `find-links:${value}`,
          name: shown(value),
          version: 'find-links',
          source: shown(pathFrom(file, value)),
          source_kind: 'path',
        });
      return;
    case 'editable': {
      const egg = /[#&]egg=([\w.-]+)/.exec(value)?.[1];
      reading.dependencies.push(addressed(egg ?? shown(value), value, file));
      return;
    }
    case 'requirement':
    case 'constraint':
      reading.dependencies.push(included(value, file));
      return;
    default:
      if (/^(trusted-host|no-verify|no-binary|prefer-binary|pre|proxy)$/.test(option))
        reading.scripts.push({
          what: `pip option ${shown(`--${option} ${value}`.trim())}`,
          text: `--${option} ${value}`,
        });
  }
}

/**
 * A file with further requirements. Inside the repository it is read when it changes, where its name says what it is; one elsewhere is a
 * place that packages come from.
 */
export function included(value: string, file: string): Declared {
  const place = addressed(shown(value), value, file);
  const unread = place.source_kind === 'path' && !isRequirements(place.source ?? '');
  return {
    key: `include:${value}`,
    ...place,
    ...(unread ? { name: `requirements in ${shown(value)}`, source: null, source_kind: 'unknown' } : {}),
    version: 'included file',
  };
}
