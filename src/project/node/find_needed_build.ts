import { getText, getTextList, getValue } from '../parsing/parse_config.js';
import { getFolder } from '../project_files.js';
import { hasRunner, isBuildScript } from './expand_script.js';
import { findImports } from './find_imports.js';
import type { NodePackage } from './runners/node_package.js';

const MAX_FILES = 40;
const OUTPUT_FOLDER = /^(dist|build|lib|out|es|cjs|esm|umd)$/;

/**
 * Finds the script that builds what the tests import: an output folder without tracked files, or the package's entry
 * in such a folder.
 *
 * @returns the name of the script; undefined if the tests import sources
 */
export function findNeededBuild(nodePackage: NodePackage, isTestFile: (path: string) => boolean): string | undefined {
  const { files, manifest } = nodePackage;
  const script = findBuildScript(nodePackage);
  if (script === undefined) return undefined;
  const folders = listTopNames(nodePackage);
  const entryIsBuilt = isEntryBuilt(nodePackage);
  const name = getTextList(manifest, 'name')[0];
  const ownName = entryIsBuilt && name !== undefined && !isAliased(nodePackage, name) ? name : undefined;
  for (const path of files.paths.filter(isTestFile).slice(0, MAX_FILES)) {
    const text = (files.read(path) ?? '').replace(/^\s*(?:\/\/|\*).*$/gm, '');
    for (const specifier of findImports(text)) {
      if (specifier === ownName || (entryIsBuilt && resolveImport(path, specifier) === '')) return script;
      const folder = resolveImport(path, specifier)?.split('/')[0] ?? '';
      if (OUTPUT_FOLDER.test(folder) && !folders.has(folder)) return script;
    }
  }
  return undefined;
}

const listTopNames = ({ files }: NodePackage) => new Set(files.paths.map((path) => path.split('/')[0]!));

/** Tells whether a build writes the files that others import from a package. */
export function isEntryBuilt(nodePackage: NodePackage): boolean {
  const { manifest } = nodePackage;
  const topNames = listTopNames(nodePackage);
  const entry = [getText(manifest, 'main'), getText(manifest, 'module'), ...listExports(getValue(manifest, 'exports'))]
    .filter((path) => path !== undefined)
    .map((path) => path.replace(/^\.\//, '').split('/')[0]!);
  return entry.length > 0 && entry.every((name) => !topNames.has(name));
}

const RUNNER_CONFIG = /^(?:vitest|vite|jest)\.(?:config|workspace)\.\w+$/;

/** Tells whether a runner's configuration puts something in the place of a package's own name: its sources. */
export function isAliased({ files, manifest }: NodePackage, name: string): boolean {
  const texts = files.paths.filter((path) => RUNNER_CONFIG.test(path)).map((path) => files.read(path) ?? '');
  return [...texts, JSON.stringify(getValue(manifest, 'jest') ?? {})].some((text) => {
    const start = text.search(/\balias\b|\bmoduleNameMapper\b/);
    return start >= 0 && text.includes(name, start);
  });
}

const BUILD_SCRIPTS = ['build', 'compile', 'build:cjs', 'build:node', 'bundle', 'dist', 'tsc', 'transpile'];

/** Finds the script that builds the package: by its usual names, one that runs no tests before one that does. */
export function findBuildScript(nodePackage: NodePackage): string | undefined {
  const names = BUILD_SCRIPTS.filter((name) => Object.hasOwn(nodePackage.scripts, name));
  return names.find((name) => !hasRunner(nodePackage, name)) ?? names[0];
}

/** Resolves a relative import to a path in the package; '' is the package itself. */
function resolveImport(path: string, specifier: string): string | undefined {
  if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
  const parts = getFolder(path) === '' ? [] : getFolder(path).split('/');
  for (const part of specifier.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/').replace(/^index(\.\w+)?$/, '');
}

function listExports(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.includes('*') ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value)
    .slice(0, 50)
    .filter(([key]) => key !== './package.json' && key !== 'types')
    .flatMap(([, one]) => listExports(one, depth + 1));
}

/** Tells whether `prepare` builds, which an installation without scripts leaves out. */
export function hasBuildInPrepare(nodePackage: NodePackage): boolean {
  return Object.hasOwn(nodePackage.scripts, 'prepare') && isBuildScript(nodePackage, 'prepare');
}
