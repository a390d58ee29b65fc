import { readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { didYouMean } from '../../../contract/suggest.js';
import { UserError } from '../../../contract/user_error.js';
import { parseYaml } from '../../../contract/yaml_source.js';
import { type Backend, backendSchema } from './backend.js';
import { shippedBackends } from './backends/shipped.js';

/**
 * A shipped backend by its name, or one of a file.
 *
 * @throws {UserError} with file:line:column
 */
export function openBackend(wanted: string, cwd: string): Backend {
  if (!/\.ya?ml$/.test(wanted)) {
    const known = shippedBackends.map((backend) => backend.name);
    const found = shippedBackends.find((backend) => backend.name === wanted);
    if (found) return backendSchema.parse(found);
    throw new UserError(
      `no steering backend "${wanted}"${didYouMean(wanted, known)}`,
      `There are ${known.join(', ')}; or name a file that ends in .yml.`,
    );
  }
  const path = resolve(cwd, wanted);
  let text: string;
  try {
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a file' });
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`steering backend ${wanted} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseYaml(text, relative(cwd, path) || path, backendSchema).value;
}
