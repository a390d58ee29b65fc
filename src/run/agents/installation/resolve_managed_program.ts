import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { SYSTEM_PATH } from '../../../system/find_program.js';

/** Managers of versions whose `shims` folder holds starters in place of programs: `~/.pyenv/shims`, `…/mise/shims`. */
const SHIMS = /\/\.?(pyenv|rbenv|nodenv|goenv|phpenv|plenv|asdf|mise)\/shims$/;

/** Starters of rustup, which lie beside it and are links or copies of it. */
const RUST_PROGRAMS = new Set('cargo rustc rustdoc rustfmt cargo-fmt cargo-clippy clippy-driver cargo-miri'.split(' '));

const LONGEST_MS = 20_000;

/** Manager of a starter: its name, the folder of its programs, and variables that name the place of its versions. */
interface VersionManager {
  name: string;
  programs: string;
  variables: Record<string, string>;
}

/**
 * Resolves a program to the one that a manager of versions (pyenv, rbenv, asdf, mise, volta, rustup and others) starts
 * in its place. A starter needs the home folder of the user, which the sandbox does not show; the program does not.
 *
 * The manager is asked in the home folder and without variables of the caller, so that a repository has no say in which
 * version is taken.
 *
 * @param path the program as it is found on the PATH
 * @param searched folders in which the manager is looked for, where it is not beside the starter
 * @returns the same path where no manager is behind it; undefined if the manager has no such program
 */
export function resolveManagedProgram(path: string, searched: readonly string[], home = homedir()): string | undefined {
  const manager = findManager(dirname(path), basename(path));
  if (manager === undefined) return path;
  // A package of a repository may have a program of any name.
  const outsideFolders = searched.filter((folder) => !folder.includes('/node_modules/'));
  const program = [manager.programs, dirname(path), ...outsideFolders]
    .map((folder) => join(folder, manager.name))
    .find((file) => existsSync(file));
  if (program === undefined) return undefined;
  try {
    const answer = execFileSync(program, ['which', basename(path)], {
      cwd: existsSync(home) ? home : '/',
      env: { PATH: `${dirname(program)}:${SYSTEM_PATH}`, HOME: home, LC_ALL: 'C', ...manager.variables },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LONGEST_MS,
    });
    return answer
      .split('\n')
      .map((line) => line.trim())
      .findLast((line) => isAbsolute(line) && existsSync(line));
  } catch {
    return undefined;
  }
}

function findManager(folder: string, tool: string): VersionManager | undefined {
  const root = dirname(folder);
  const programs = join(root, 'bin');
  if (folder.endsWith('/.volta/bin'))
    return tool === 'volta' ? undefined : { name: 'volta', programs, variables: { VOLTA_HOME: root } };
  if (RUST_PROGRAMS.has(tool) && existsSync(join(folder, 'rustup'))) {
    // Elsewhere, as in /usr/bin, rustup keeps its toolchains in the home folder.
    if (!/^\.?cargo$/.test(basename(root))) return { name: 'rustup', programs: folder, variables: {} };
    const toolchains = join(dirname(root), basename(root).replace('cargo', 'rustup'));
    const variables = { CARGO_HOME: root, ...(existsSync(toolchains) ? { RUSTUP_HOME: toolchains } : {}) };
    return { name: 'rustup', programs: folder, variables };
  }
  const name = SHIMS.exec(folder)?.[1];
  if (name === undefined) return undefined;
  const place = name === 'asdf' || name === 'mise' ? `${name.toUpperCase()}_DATA_DIR` : `${name.toUpperCase()}_ROOT`;
  return { name, programs, variables: { [place]: root } };
}
