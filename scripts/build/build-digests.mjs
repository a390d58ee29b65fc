import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { digestFiles, digestPaths, listFilesBelow } from './file-digests.mjs';
import { ROOT } from './run-node.mjs';

/** Bundles: the folder in dist/ → its module in lib/. */
export const ENTRIES = { engine: 'bundle', action: 'action', cli: 'cli', analysis: 'library' };
/** Folders of dist/: those of the bundles, and the guard, which the others share. */
export const FOLDERS = [...Object.keys(ENTRIES), 'guard'];

/** What the bytes of the bundles depend on. */
const INPUTS = [
  ...[
    'src',
    'data',
    'tsconfig.json',
    'tsconfig.library.json',
    'tsconfig.page.json',
    'package.json',
    'package-lock.json',
  ],
  ...['build', 'build.mjs', 'compile-data.mjs', 'defer-requires.mjs', 'schema.mjs'].map((name) => `scripts/${name}`),
];

/** Computes the digests of what a build reads, and of what it wrote into a folder and into schema/. */
export function describeBuild(folder) {
  const outputs = FOLDERS.flatMap((entry) => listFilesBelow(join(folder, entry)));
  const schemas = listFilesBelow(join(ROOT, 'schema'));
  return {
    inputs_sha256: digestPaths(ROOT, INPUTS),
    outputs_sha256: digestFiles([
      ...outputs.map((path) => [relative(folder, path), path]),
      ...schemas.map((path) => [relative(ROOT, path), path]),
    ]),
  };
}

/** Checks whether a folder holds the build of the sources as they are. */
export function isBuildCurrent(folder) {
  try {
    const recorded = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
    const found = describeBuild(folder);
    return recorded.inputs_sha256 === found.inputs_sha256 && recorded.outputs_sha256 === found.outputs_sha256;
  } catch {
    return false; // nothing is built, or only a part
  }
}
