import { lstatSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { RunReference } from '../io/find_runs.js';

/** Renderings of an output folder, which `report` writes anew from its results and records. */
const RENDERINGS = ['report.md', 'report.html'];

/**
 * Removes the renderings beside records from which content was removed: they hold the same texts.
 *
 * @returns their paths, relative to `cwd`
 */
export function removeRenderings(runs: readonly RunReference[], cwd: string): string[] {
  const folders = new Set(runs.map(({ path }) => dirname(dirname(path))));
  const paths = [...folders].flatMap((folder) => RENDERINGS.map((name) => join(folder, name)));
  const files = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
  for (const file of files) rmSync(file);
  return files.map((file) => relative(cwd, file));
}

/** Formats what was removed and how to have it back. */
export const formatRemovedRendering = (file: string): string =>
  `${file}  removed, since it held the same texts: gatebench report writes it anew`;
