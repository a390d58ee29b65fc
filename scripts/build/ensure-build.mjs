/** Makes what a script needs of a build, where it is missing or of other sources. Where that fails, the process ends with 2. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isBuildCurrent } from './build-digests.mjs';
import { compileLibrary, isLibraryCurrent } from './compile-library.mjs';
import { ROOT } from './run-node.mjs';

/** Makes sure that dist/ holds the bundles of the sources as they are. Messages go to standard error, under the name of the script. */
export function ensureBundles(name) {
  if (isBuildCurrent(join(ROOT, 'dist'))) return;
  console.error(`${name}: dist/ is not built from what is here, and is built now; that takes a minute`);
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(2);
}

/** Makes sure that lib/ holds the sources as they are, compiled. Messages go to standard error, under the name of the script. */
export async function ensureLibrary(name) {
  if (isLibraryCurrent()) return;
  console.error(`${name}: lib/ is not compiled from what is here, and is compiled now; that takes some seconds`);
  try {
    await compileLibrary();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exit(2);
  }
}
