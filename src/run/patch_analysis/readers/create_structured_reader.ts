import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import {
  createEmptyContent,
  type DependencyFileContent,
  type DependencyFileReader,
  isNestedTooDeep,
} from './dependency_file_reader.js';

const PARSERS = {
  TOML: parseToml,
  JSON: JSON.parse,
  // The search for duplicate keys takes quadratic time.
  YAML: (text: string) => parseYaml(text, { maxAliasCount: 0, logLevel: 'error', uniqueKeys: false, merge: true }),
} satisfies Record<string, (text: string) => unknown>;

/**
 * Creates a reader of TOML, JSON or YAML files.
 *
 * @param addContent adds what the parsed document declares to the content of the file
 */
export function createStructuredReader(
  format: keyof typeof PARSERS,
  addContent: (document: unknown, content: DependencyFileContent, file: string) => void,
): DependencyFileReader {
  return (text, file) => {
    if (format === 'YAML' && isNestedTooDeep(text)) return { unreadable: 'it nests too deep' };
    let document: unknown;
    try {
      document = PARSERS[format](text);
    } catch {
      return { unreadable: `it is not ${format}` };
    }
    const content = createEmptyContent();
    addContent(document, content, file);
    return content;
  };
}
