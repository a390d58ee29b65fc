import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveManagedProgram } from '../../../../src/run/agents/installation/resolve_managed_program.js';
import { findInstallationFolders } from '../../../../src/run/agents/installation/toolchain.js';

const root = mkdtempSync(join(tmpdir(), 'gatebench-managed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes a program into a folder; a manager answers `which NAME` by its last argument. */
function writeProgram(folder: string, name: string, script: string): string {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, folder, name), 0o755);
  return join(root, folder, name);
}

/** A manager that knows the programs of one version. */
const createManager = (versions: string) =>
  `[ "$1" = which ] && [ -x "${join(root, versions)}/$2" ] && [ "$PWD" = "${homedir()}" ] && echo "${join(root, versions)}/$2"`;

describe('a starter of a manager of versions', () => {
  it.each([
    ['pyenv', '.pyenv/shims', '.pyenv/bin', '.pyenv/versions/3.12.1/bin', 'python3'],
    ['asdf', '.asdf/shims', 'opt/asdf', '.asdf/installs/nodejs/20/bin', 'node'],
    ['mise', '.local/share/mise/shims', 'opt/mise', '.local/share/mise/installs/ruby/3/bin', 'ruby'],
    ['volta', '.volta/bin', '.volta/bin', '.volta/tools/image/node/20/bin', 'node'],
  ])('of %s stands for the program that it starts', (manager, shims, bin, versions, tool) => {
    const program = writeProgram(versions, tool, 'echo 1');
    const starter = writeProgram(shims, tool, 'exit 1');
    writeProgram(bin, manager, createManager(versions));
    expect(resolveManagedProgram(starter, [join(root, bin)])).toBe(program);
    expect(resolveManagedProgram(writeProgram(shims, 'other', 'exit 1'), [join(root, bin)])).toBeUndefined();
  });

  it('of rustup stands for the program of the default toolchain; what cargo installed stands for itself', () => {
    const program = writeProgram('.rustup/toolchains/stable/bin', 'cargo', 'echo 1');
    const rustup = writeProgram('.cargo/bin', 'rustup', createManager('.rustup/toolchains/stable/bin'));
    linkSync(rustup, join(root, '.cargo/bin/cargo'));
    const nextest = writeProgram('.cargo/bin', 'cargo-nextest', 'echo 1');
    expect(resolveManagedProgram(join(root, '.cargo/bin/cargo'), [])).toBe(program);
    expect(resolveManagedProgram(nextest, [])).toBe(nextest);
  });

  it('is passed over where its manager is not there, says nothing useful or takes no question', () => {
    const starter = writeProgram('lost/.rbenv/shims', 'ruby', 'exit 1');
    expect(resolveManagedProgram(starter, [])).toBeUndefined();
    writeProgram('lost/bin', 'rbenv', 'echo relative/ruby');
    expect(resolveManagedProgram(starter, [join(root, 'lost/bin')])).toBeUndefined();
    writeProgram('lost/bin', 'rbenv', 'exit 2');
    expect(resolveManagedProgram(starter, [join(root, 'lost/bin')])).toBeUndefined();
  });

  it('is any other program itself', () => {
    const program = writeProgram('tools/bin', 'python3', 'echo 1');
    expect(resolveManagedProgram(program, [])).toBe(program);
  });
});

describe('the folders that are shown with a program', () => {
  it('are never a whole folder of the home, which may hold credentials', () => {
    for (const folder of ['.cargo/bin', '.docker/bin', 'bin'])
      for (const shown of findInstallationFolders(join(homedir(), folder)))
        expect(shown.slice(homedir().length)).toMatch(/^\/(bin|\.cargo\/(bin|lib)|\.docker\/(bin|lib))$/);
    expect(findInstallationFolders(join(root, '.pyenv/versions/3.12.1/bin'))).toEqual([
      join(root, '.pyenv/versions/3.12.1'),
    ]);
    expect(findInstallationFolders('/usr/local/bin')).toBe('system');
  });
});
