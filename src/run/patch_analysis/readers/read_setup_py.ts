import { createEmptyContent, type DependencyFileReader, sanitizeSource } from './dependency_file_reader.js';
import { parsePythonRequirement } from './parse_python_requirement.js';
import { createIncludedDependency } from './read_requirements.js';

/** Reads the requirements in setup.cfg, by section and key. */
export const readSetupCfg: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  let section = '';
  let key = '';
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) [section, key] = [header, ''];
    const [, assignedKey, assignedValue] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (assignedKey !== undefined) key = assignedKey;
    const value = assignedValue ?? /^\s+(\S.*)$/.exec(line)?.[1];
    if (value === undefined || value.trim() === '' || /^[#;]/.test(value.trim())) continue;
    const name = key.toLowerCase().replaceAll('-', '_');
    const files = /^\s*file:\s*(.*)$/s.exec(value)?.[1];
    if (/^options/.test(section) && (/_requires$|^requires$/.test(name) || section === 'options.extras_require')) {
      if (files !== undefined) {
        reading.dependencies.push(
          ...files
            .split(/[,\s]+/)
            .filter(Boolean)
            .map((path) => createIncludedDependency(path, file)),
        );
        continue;
      }
      const requirement = parsePythonRequirement(value, file);
      if (requirement) reading.dependencies.push({ key: `${section}.${key}:${requirement.name}`, ...requirement });
    } else if (name === 'dependency_links' || name === 'index_url')
      reading.registries.push(sanitizeSource(value.trim()));
    else if (name === 'cmdclass') reading.scripts.push({ what: `cmdclass = ${sanitizeSource(value)}`, text: value });
  }
  return reading;
};

/** Reads setup.py, a program that runs at installation: any change counts, and apparent requirements are listed. */
export const readSetupPy: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  reading.scripts.push({ what: 'setup.py runs when the project is installed', text });
  for (const [, list = ''] of text.matchAll(/\b(?:install|setup|tests|extras)_requires?\s*=\s*([[{][^\]}]{0,20000})/g))
    for (const [, , literal = ''] of list.matchAll(/(["'])((?:(?!\1)[^\\\n])*)\1/g)) {
      const requirement = parsePythonRequirement(literal, file);
      if (requirement) reading.dependencies.push(requirement);
    }
  return reading;
};

/** Reads pip.conf and pip.ini. */
export const readPipConf: DependencyFileReader = (text) => {
  const reading = createEmptyContent();
  let key = '';
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const assigned = /^\s*([\w.-]+)\s*[=:]\s*(.*)$/.exec(line)?.[1];
    // pip treats `INDEX_URL` and `--index-url` alike.
    if (assigned !== undefined && !/^\s+\S+:\/\//.test(line))
      key = assigned.toLowerCase().replaceAll('_', '-').replace(/^--/, '');
    if (!/^((extra-)?index-url|find-links|index|pypi-url|proxy)$/.test(key)) continue;
    for (const url of line.match(/[a-z][a-z0-9+]{0,20}:\/\/\S+/gi) ?? []) reading.registries.push(sanitizeSource(url));
  }
  return reading;
};
