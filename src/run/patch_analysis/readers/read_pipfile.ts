import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { createStructuredReader } from './create_structured_reader.js';
import {
  addRegistries,
  getOwnEntries,
  getOwnField,
  getOwnText,
  getOwnTexts,
  sanitizeSource,
} from './dependency_file_reader.js';
import { parseTableDependency } from './read_pyproject.js';

/** Reads Pipfile. */
export const readPipfile = createStructuredReader('TOML', (pipfile, reading, file) => {
  for (const [section, table] of getOwnEntries(pipfile)) {
    if (section === 'source') addRegistries(reading, table);
    else if (!/^(requires|pipenv|scripts)$/.test(section))
      for (const [name, spec] of getOwnEntries(table))
        reading.dependencies.push({ key: `${section}:${name}`, ...parseTableDependency(name, spec, file) });
  }
});

/** Reads Pipfile.lock. */
export const readPipfileLock = createStructuredReader('JSON', (lock, reading, file) => {
  addRegistries(reading, getOwnField(lock, '_meta', 'sources'));
  for (const [section, packages] of getOwnEntries(lock)) {
    if (section === '_meta') continue;
    for (const [name, entry] of getOwnEntries(packages)) {
      const hashes = getOwnTexts(entry, 'hashes');
      reading.dependencies.push({
        ...parseTableDependency(name, entry, file),
        version: sanitizeSource(getOwnText(entry, 'version') ?? getOwnText(entry, 'ref') ?? '*'),
        ...omitUndefined({ integrity: hashes.length > 0 ? hashes.sort().join(' ') : undefined }),
      });
    }
  }
});
