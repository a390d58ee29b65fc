/** What a script needs of a build is made where it is missing or of other sources. A failure ends the process with 2. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isBuildCurrent } from './build-digests.mjs';
import { compileLibrary, isLibraryCurrent } from './compile-library.mjs';
import { ROOT } from './run-node.mjs';

/** Builds dist/ where it is not that of the sources as they are. Messages go to standard error, under the script's name. */
export function ensureBundles(name) {
  if (isBuildCurrent(join(ROOT, 'dist'))) return;
  console.error(`${name}: dist/ is not built from what is here, and is built now; that takes a minute`);
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(2);
}

/** Compiles lib/ where it is not that of the sources as they are. Messages go to standard error, under the script's name. */
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
