import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

/** Managers of versions whose `shims` folder holds starters in place of programs: `~/.pyenv/shims`, `…/mise/shims`. */
const SHIMS = /\/\.?(pyenv|rbenv|nodenv|goenv|phpenv|plenv|asdf|mise)\/shims$/;

/** Starters of rustup, which lie beside it and are links or copies of it. */
const RUST_PROGRAMS = new Set('cargo rustc rustdoc rustfmt cargo-fmt cargo-clippy clippy-driver cargo-miri'.split(' '));

const LONGEST_MS = 20_000;

/**
 * Resolves a program to the one that a manager of versions (pyenv, rbenv, asdf, mise, volta, rustup and others) starts
 * in its place. A starter needs the home folder of the user, which the sandbox does not show; the program does not.
 *
 * The manager is asked in the home folder, so that a repository has no say in which version is taken.
 *
 * @param path the program as it is found on the PATH
 * @param searched folders in which the manager is looked for
 * @returns the same path where no manager is behind it; undefined if the manager has no such program
 */
export function resolveManagedProgram(path: string, searched: readonly string[]): string | undefined {
  const manager = findManager(dirname(path), basename(path));
  if (manager === undefined) return path;
  const program = [dirname(path), ...searched].map((folder) => join(folder, manager)).find((file) => existsSync(file));
  if (program === undefined) return undefined;
  try {
    const answer = execFileSync(program, ['which', basename(path)], {
      cwd: homedir(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LONGEST_MS,
    }).trim();
    return isAbsolute(answer) && existsSync(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function findManager(folder: string, tool: string): string | undefined {
  if (folder.endsWith('/.volta/bin')) return tool === 'volta' ? undefined : 'volta';
  if (RUST_PROGRAMS.has(tool) && existsSync(join(folder, 'rustup'))) return 'rustup';
  return SHIMS.exec(folder)?.[1];
}
