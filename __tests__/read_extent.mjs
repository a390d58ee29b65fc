import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Names of `extent.ts` that begin a test of which an ordinary run has nothing. */
const IN_FULL = ['itInFull', 'itInFullWhere', 'describeInFull'];

/**
 * Tells what a test file, named from the root of the project, has more where everything is tested: `same`, nothing; `tests`, further tests,
 * while the others are the same; `cases`, more cases of the same tests, as it or a helper samples, has properties, or wants engines.
 */
export function readExtent(root, name, seen = new Set()) {
  if (seen.has(name)) return 'same';
  seen.add(name);
  const text = readFileSync(join(root, name), 'utf8');
  if (/ from '(fast-check|.*container\/given\.js|\.\/given_image\.js)'/.test(text)) return 'cases';
  const asked = / \{([^}]*)\} from '.*\/extent\.js'/.exec(text)?.[1].match(/\w+/g) ?? [];
  if (asked.some((word) => !IN_FULL.includes(word))) return 'cases';
  const helpers = [...text.matchAll(/ from '(\.[^']+)\.js'/g)]
    .map(([, path]) => join(dirname(name), `${path}.ts`))
    .filter((path) => path.startsWith('__tests__/') && path !== '__tests__/extent.ts' && existsSync(join(root, path)));
  if (helpers.some((path) => readExtent(root, path, seen) !== 'same')) return 'cases';
  return asked.length > 0 ? 'tests' : 'same';
}
