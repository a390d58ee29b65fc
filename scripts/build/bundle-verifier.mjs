import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-node.mjs';

/** Program that exported tasks run in containers, beside the engine in dist/. */
export const VERIFIER_FILE = 'verify.cjs';

/**
 * Modules that are left out, and what stands in their place: schemas of contracts and records, which nothing is checked
 * against (those of reports are of zod/mini, and stay), and YAML, of which the diagnostics of TAP are read in a plainer
 * way.
 */
const REPLACED = [
  {
    module: /^zod$/,
    code: `const fail = () => { throw new Error('this schema is not bundled'); };
const schema = new Proxy(fail, { get: (_, name) => (/parse/i.test(String(name)) ? fail : schema), apply: () => schema });
export const z = schema;`,
  },
  {
    module: /^tap-yaml$/,
    code: `import { parsePlainYaml } from './src/commands/export/harbor/parse_plain_yaml.js';
export default { parse: parsePlainYaml, stringify: String };`,
  },
];

/** Bundles the program. @returns its text, which depends on src/ and the packages only */
export async function bundleVerifier() {
  const { build } = await import('esbuild');
  const replacement = {
    name: 'replacement',
    setup({ onResolve, onLoad }) {
      for (const { module, code } of REPLACED) {
        onResolve({ filter: module, namespace: 'file' }, ({ path }) => ({ path, namespace: String(module) }));
        onLoad({ filter: /./, namespace: String(module) }, () => ({ contents: code, resolveDir: ROOT }));
      }
    },
  };
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/verifier.ts'],
    bundle: true,
    write: false,
    minify: true,
    charset: 'ascii',
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'error',
    plugins: [replacement],
  });
  return outputFiles[0].text;
}

/** Writes the program into a folder. */
export async function writeVerifier(folder) {
  writeFileSync(join(folder, VERIFIER_FILE), await bundleVerifier());
}
