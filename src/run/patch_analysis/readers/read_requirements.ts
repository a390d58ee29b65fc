import {
  createEmptyContent,
  type DeclaredDependency,
  type DependencyFileContent,
  type DependencyFileReader,
  resolveDeclaredPath,
  sanitizeSource,
} from './dependency_file_reader.js';
import { createAddressedDependency, parsePythonRequirement } from './parse_python_requirement.js';

/** Tells whether `readRequirements` reads files of this path. */
export const isRequirementsPath = (path: string): boolean =>
  /(^|[-_./])(requirements|constraints)([-_.][^/]*)?\.(txt|in|pip)$/i.test(path) ||
  /(^|\/)requirements\/[^/]+\.(txt|in)$/i.test(path);

/** Reads requirements.txt as pip does: requirements with hashes, editable ones, further files, indexes. */
export const readRequirements: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  for (const logicalLine of joinLogicalLines(text)) {
    const line = logicalLine.replace(/(^|\s)#.*$/s, '').trim();
    if (line === '') continue;
    if (line.startsWith('-')) {
      readOptions(line, file, reading);
      continue;
    }
    const hashes = [...line.matchAll(/--hash[= ](\S+)/g)].map(([, hash]) => hash).sort();
    const requirement = parsePythonRequirement(line.replace(/\s--[a-z-]+.*$/s, ''), file, hashes.join(' '));
    if (requirement) reading.dependencies.push(requirement);
  }
  return reading;
};

/** Line ends of Python (str.splitlines), which are more than those of other languages. */
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** Joins continued lines as pip does: a comment line is never continued. */
function* joinLogicalLines(text: string): Generator<string> {
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

/** Relevant options by letter; pip also accepts any unambiguous abbreviation of the long form. */
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

function readOptions(line: string, file: string, reading: DependencyFileContent): void {
  const words = line.split(/\s+/).map((word) => word.replace(/['"\\]/g, ''));
  for (let index = 0; index < words.length; index++) {
    const [, name, optionValue, letter, rest] = /^(?:--([^=]+)(?:=(.*))?|-([A-Za-z])(.*))$/s.exec(words[index]!) ?? [];
    const options = [...VALUED, ...FLAGS];
    const option =
      name === undefined
        ? LETTERS[letter ?? '']
        : (options.find((each) => each === name) ?? options.find((each) => each.startsWith(name)));
    if (option === undefined) continue;
    if (FLAGS.includes(option)) readOption(option, '', file, reading);
    else
      readOption(option, (name === undefined ? rest || undefined : optionValue) ?? words[++index] ?? '', file, reading);
  }
}

function readOption(option: string, value: string, file: string, reading: DependencyFileContent): void {
  switch (option) {
    case 'index-url':
    case 'pypi-url':
    case 'extra-index-url':
      reading.registries.push(sanitizeSource(value));
      return;
    case 'find-links':
      if (/^[a-z+]+:\/\//i.test(value) && !/^file:/i.test(value)) reading.registries.push(sanitizeSource(value));
      else
        reading.dependencies.push({
          key: `find-links:${value}`,
          name: sanitizeSource(value),
          version: 'find-links',
          source: resolveDeclaredPath(file, value),
          source_kind: 'path',
        });
      return;
    case 'editable': {
      const egg = /[#&]egg=([\w.-]+)/.exec(value)?.[1];
      reading.dependencies.push(createAddressedDependency(egg ?? sanitizeSource(value), value, file));
      return;
    }
    case 'requirement':
    case 'constraint':
      reading.dependencies.push(createIncludedDependency(value, file));
      return;
    default:
      if (/^(trusted-host|no-verify|no-binary|prefer-binary|pre|proxy)$/.test(option))
        reading.scripts.push({
          what: `pip option ${sanitizeSource(`--${option} ${value}`.trim())}`,
          text: `--${option} ${value}`,
        });
  }
}

/**
 * Creates the dependency for an included file of requirements.
 *
 * A file inside the repository is read if it changes and its name says what it is. One elsewhere counts as a source of
 * packages.
 */
export function createIncludedDependency(value: string, file: string): DeclaredDependency {
  const place = createAddressedDependency(sanitizeSource(value), value, file);
  const unread = place.source_kind === 'path' && !isRequirementsPath(place.source ?? '');
  return {
    key: `include:${value}`,
    ...place,
    ...(unread ? { name: `requirements in ${sanitizeSource(value)}`, source: null, source_kind: 'unknown' } : {}),
    version: 'included file',
  };
}
