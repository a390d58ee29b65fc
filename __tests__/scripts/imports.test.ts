import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Scripts are not type-checked: a rename in src must not leave their imports of the compiled code behind. */
const scripts = join(import.meta.dirname, '../../scripts');

const taken = readdirSync(scripts, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .flatMap((script) =>
    [
      ...readFileSync(join(scripts, script), 'utf8').matchAll(
        /(?:import|const) \{([^}]*)\} (?:from |= await import\(\s*)'(?:\.\.\/)+lib\/([^']+)\.js'/g,
      ),
    ].flatMap(([, names, module]) =>
      names!
        .split(',')
        .map((name) => name.trim().split(' as ')[0]!)
        .filter(Boolean)
        .map((name) => ({ script, name, source: join(scripts, '../src', `${module}.ts`) })),
    ),
  );

it('what scripts import from the compiled code is exported by its source', () => {
  const missing = taken.filter(
    ({ name, source }) =>
      !existsSync(source) ||
      !new RegExp(`export (async )?(function\\*?|const|class|let) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(
        readFileSync(source, 'utf8'),
      ),
  );
  expect(missing).toEqual([]);
  expect(taken.length).toBeGreaterThan(20);
});
