import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFiles, digestPaths, listFilesBelow } from './file-digests.mjs';
import { findBinary, ROOT, runNode } from './run-node.mjs';

const FOLDER = join(ROOT, 'lib');
/** Programs in other languages, which stand beside the modules that start them. */
export const PROGRAMS = ['system/launcher/launcher.pl'];
/** Digests of what was compiled, and of what it was compiled to. */
const STAMP = 'compiled.json';
/** What the bytes in lib/ depend on. */
const INPUTS = [
  ...['src', 'data', 'tsconfig.json', 'package.json', 'package-lock.json'],
  ...['scripts/compile-data.mjs', 'scripts/build/compile-library.mjs'],
];

/**
 * Compiles data/ to JSON modules in src/, and src/ by `tsc` to lib/, which is replaced as the last step: where that fails,
 * what is there stays.
 */
export async function compileLibrary() {
  await runNode(join(ROOT, 'scripts', 'compile-data.mjs'), []);
  const inputs_sha256 = digestPaths(ROOT, INPUTS);
  const fresh = `${FOLDER}.${process.pid}`;
  try {
    await runNode(findBinary('typescript', 'tsc'), ['-p', join(ROOT, 'tsconfig.json'), '--outDir', fresh]);
    for (const path of PROGRAMS) copyFileSync(join(ROOT, 'src', path), join(fresh, path));
    const stamp = { inputs_sha256, outputs_sha256: digestOutputs(fresh) };
    writeFileSync(join(fresh, STAMP), `${JSON.stringify(stamp, null, 2)}\n`);
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(fresh, FOLDER);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Checks whether lib/ is what the sources compile to as they are. */
export function isLibraryCurrent() {
  try {
    const recorded = JSON.parse(readFileSync(join(FOLDER, STAMP), 'utf8'));
    return recorded.inputs_sha256 === digestPaths(ROOT, INPUTS) && recorded.outputs_sha256 === digestOutputs(FOLDER);
  } catch {
    return false; // nothing is compiled, or only a part
  }
}

function digestOutputs(folder) {
  const stamp = join(folder, STAMP);
  const paths = listFilesBelow(folder).filter((path) => path !== stamp);
  return digestFiles(paths.map((path) => [path.slice(folder.length + 1), path]));
}
