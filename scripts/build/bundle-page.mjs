import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-node.mjs';

/** Files of the pages, beside the engine in dist/. */
export const PAGE_FILES = ['page.js', 'page.css'];

/**
 * Bundles the pages of the viewer for browsers.
 *
 * @returns the text of each file, and the licences of the packages in it; they depend on src/ and the packages only
 */
export async function bundlePage() {
  // A build that has nothing to do needs no packages.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { 'page.js': 'src/view/page/main.tsx', 'page.css': 'src/view/page/page.css' },
    entryNames: '[name]',
    outdir: join(ROOT, 'dist'),
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    platform: 'browser',
    target: ['chrome110', 'firefox115', 'safari16.4'],
    tsconfig: 'tsconfig.page.json',
    legalComments: 'none',
    logLevel: 'error',
  });
  const files = Object.fromEntries(
    PAGE_FILES.map((name) => {
      const file = outputFiles.find(({ path }) => path.endsWith(`${name}.js`) || path.endsWith(`${name}.css`));
      if (file === undefined) throw new Error(`the bundler made no ${name}`);
      return [name, file.text];
    }),
  );
  return { files, licenses: collectLicenses(Object.keys(metafile.inputs)) };
}

/** Collects the licences of packages by the files that are taken from them. */
export function collectLicenses(paths) {
  const folders = paths.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(folders)].sort().map((folder) => {
    const { name, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} has no file with its licence`);
    return `${name}\n${license}\n${readFileSync(join(ROOT, folder, file), 'utf8').trim()}\n`;
  });
}

/** Writes the files of the pages into a folder. @returns the licences of the packages in them */
export async function writePage(folder) {
  const { files, licenses } = await bundlePage();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return licenses;
}
