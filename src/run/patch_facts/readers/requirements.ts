import { nothing, pathFrom, type Reader, shown } from '../reading.js';
import { addressed, pythonRequirement } from './python_requirement.js';

/** requirements.txt as pip reads it: requirements with hashes, editable ones, further files, indexes. */
export const readRequirements: Reader = (text, file) => {
  const reading = nothing();
  const joined = text.replace(/\\\r?\n/g, ' ');
  for (const written of joined.split(/\r?\n/)) {
    const line = written.replace(/(^|\s)#.*$/s, '').trim();
    if (line === '') continue;
    const option = /^(-[a-zA-Z]|--[a-z-]+)(?:\s*=\s*|\s+)?(.*)$/s.exec(line);
    if (option) {
      readOption(option[1]!, option[2]!.trim(), file, reading);
      continue;
    }
    const hashes = [...line.matchAll(/--hash[= ](\S+)/g)].map((match) => match[1]!).sort();
    const requirement = pythonRequirement(line.replace(/\s--[a-z-]+.*$/s, ''), file, hashes.join(' '));
    if (requirement) reading.dependencies.push(requirement);
  }
  return reading;
};

function readOption(option: string, value: string, file: string, reading: ReturnType<typeof nothing>): void {
  switch (option) {
    case '-i':
    case '--index-url':
    case '--pypi-url':
    case '--extra-index-url':
      reading.registries.push(shown(value));
      return;
    case '-f':
    case '--find-links':
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
    case '-e':
    case '--editable': {
      const egg = /[#&]egg=([\w.-]+)/.exec(value)?.[1];
      reading.dependencies.push(addressed(egg ?? shown(value), value, file));
      return;
    }
    case '-r':
    case '--requirement':
    case '-c':
    case '--constraint':
      // A file inside the repository is read when it changes too; one elsewhere is a place that packages come from.
      reading.dependencies.push({
        key: `include:${value}`,
        ...addressed(shown(value), value, file),
        version: 'included file',
      });
      return;
    default:
      if (/^--(trusted-host|no-verify|no-binary|prefer-binary|pre)$/.test(option))
        reading.scripts.push({ what: `pip option ${shown(`${option} ${value}`.trim())}`, text: `${option} ${value}` });
  }
}
