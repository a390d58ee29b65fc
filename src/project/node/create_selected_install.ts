import { getValue } from '../parsing/parse_config.js';
import { quoteShellText } from '../parsing/quote_shell_text.js';
import { createInstallCommand, type ProjectCommand } from '../project.js';
import { findImports, getImportPackage } from './find_imports.js';
import type { NodePackage } from './runners/node_package.js';

/** Most programs that are read. */
const MAX_PROGRAMS = 2000;
/** Most names of packages in a reason. */
const MAX_NAMED = 8;

/** Programs that tests do not need: folders of these names, and single files at the top of the package. */
const SIDE_PROGRAM = /(^|\/)(examples?|docs?|bench(marks?)?)\/|^(examples?|docs?|bench(marks?)?)\.[cm]?[jt]sx?$/;
/** Ranges that the registry resolves. */
const REGISTRY_RANGE = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?[\w\s.*^~<>=|+-]*$/;
/** Settings of a manifest that an installation of single packages would pass over. */
const RESOLUTION_KEYS = ['overrides', 'resolutions', 'pnpm', 'workspaces'];

/**
 * Creates an installation without the development dependencies that the tests do not use: linters, bundlers, coverage.
 * It helps where one of them cannot be fetched. It reads no file, so commits that need the same packages share it.
 *
 * @param testCommand command of the tests
 * @returns undefined if no dependency can be left out, or one that is needed does not come from the registry
 */
export function createSelectedInstall(nodePackage: NodePackage, testCommand: string): ProjectCommand | undefined {
  const { manifest, dependencies, scripts } = nodePackage;
  if (RESOLUTION_KEYS.some((key) => getValue(manifest, key) !== undefined)) return undefined;
  const usedNames = findUsedNames(nodePackage);
  if (usedNames === undefined) return undefined;
  const { dependencies: _, devDependencies, scripts: __, ...settings } = manifest;
  const callsScript = /\bnpm (?:test|run)\b/.test(testCommand);
  const text = [testCommand, JSON.stringify(settings), ...(callsScript ? Object.values(scripts) : [])].join('\n');
  const development = new Set(Object.keys((devDependencies as object | undefined) ?? {}));
  const isNeeded = (name: string) => !development.has(name) || usedNames.has(name) || isMentioned(name, text);
  const names = Object.keys(dependencies).filter(
    (name) => isNeeded(name) || (name.startsWith('@types/') && isNeeded('typescript')),
  );
  const left_out = Object.keys(dependencies).filter((name) => !names.includes(name));
  if (left_out.length === 0 || names.length === 0) return undefined;
  if (names.some((name) => !REGISTRY_RANGE.test(dependencies[name] ?? ''))) return undefined;
  const packages = names.sort().map((name) => quoteShellText(`${name}@${dependencies[name] || '*'}`));
  const options = '--prefix . --no-save --ignore-scripts --no-package-lock --no-audit --no-fund';
  const more = left_out.length > MAX_NAMED ? ` and ${left_out.length - MAX_NAMED} more` : '';
  return {
    ...createInstallCommand(
      `npm install ${options} -- ${packages.join(' ')}`,
      `leaves out what the tests do not use: ${left_out.slice(0, MAX_NAMED).join(', ')}${more}`,
    ),
    inputs: [],
    left_out,
    lenient: true,
  };
}

/** Finds the packages that sources and tests import. Returns undefined if there are too many programs to read. */
function findUsedNames({ files }: NodePackage): Set<string> | undefined {
  const programs = files.paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !SIDE_PROGRAM.test(path));
  if (programs.length > MAX_PROGRAMS) return undefined;
  return new Set(
    programs.flatMap((path) => findImports(files.read(path) ?? '').flatMap((one) => getImportPackage(one) ?? [])),
  );
}

/** Tells whether a text names a package or its program. */
function isMentioned(name: string, text: string): boolean {
  const words = text.split(/[^\w@/.-]+/).flatMap((word) => [word, word.slice(word.lastIndexOf('/') + 1)]);
  return words.includes(name) || words.includes(name.slice(name.lastIndexOf('/') + 1));
}
