import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveManagedProgram } from '../../../../src/run/agents/installation/resolve_managed_program.js';
import { findInstallationFolders } from '../../../../src/run/agents/installation/toolchain.js';

const root = mkdtempSync(join(tmpdir(), 'gatebench-managed-'));
const home = join(root, 'home');
beforeEach(() => mkdirSync(home, { recursive: true }));
afterEach(() => rmSync(home, { recursive: true, force: true }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const resolveProgram = (path: string, searched: readonly string[]) => resolveManagedProgram(path, searched, home);

/** Writes a program into a folder of the home. */
function writeProgram(folder: string, name: string, script = 'exit 1'): string {
  mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, folder, name), 0o755);
  return join(home, folder, name);
}

/** Script of a manager that knows the programs of one version, and works in the home folder only. */
const createManager = (versions: string, condition = 'true') =>
  `${condition} && [ "$1" = which ] && [ -x "${join(home, versions)}/$2" ] && [ "$PWD" = "${home}" ] && echo "${join(home, versions)}/$2"`;

describe('a starter of a manager of versions', () => {
  it.each([
    ['pyenv', '.pyenv/shims', '.pyenv/bin', '.pyenv/versions/3.12.1/bin', 'python3', 'PYENV_ROOT', '.pyenv'],
    ['asdf', '.asdf/shims', 'opt/asdf', '.asdf/installs/nodejs/20/bin', 'node', 'ASDF_DATA_DIR', '.asdf'],
    ['mise', 'x/mise/shims', 'opt/mise', 'x/mise/installs/ruby/3/bin', 'ruby', 'MISE_DATA_DIR', 'x/mise'],
    ['volta', '.volta/bin', '.volta/bin', '.volta/tools/image/node/20/bin', 'node', 'VOLTA_HOME', '.volta'],
  ])('of %s stands for the program that it starts', (manager, shims, bin, versions, tool, variable, place) => {
    const program = writeProgram(versions, tool);
    const starter = writeProgram(shims, tool);
    writeProgram(bin, manager, createManager(versions, `[ "$${variable}" = "${join(home, place)}" ]`));
    expect(resolveProgram(starter, [join(home, bin)])).toBe(program);
    expect(resolveProgram(writeProgram(shims, 'other'), [join(home, bin)])).toBeUndefined();
  });

  it('of rustup stands for the program of the default toolchain; what cargo installed stands for itself', () => {
    const program = writeProgram('.rustup/toolchains/stable/bin', 'cargo');
    const is_own = `[ "$RUSTUP_HOME" = "${join(home, '.rustup')}" ]`;
    const rustup = writeProgram('.cargo/bin', 'rustup', createManager('.rustup/toolchains/stable/bin', is_own));
    linkSync(rustup, join(home, '.cargo/bin/cargo'));
    const nextest = writeProgram('.cargo/bin', 'cargo-nextest');
    expect(resolveProgram(join(home, '.cargo/bin/cargo'), [])).toBe(program);
    expect(resolveProgram(nextest, [])).toBe(nextest);
  });

  it('of rustup in a folder of the system is looked for in the home', () => {
    const program = writeProgram('.rustup/toolchains/stable/bin', 'cargo');
    const plain = '[ -z "$RUSTUP_HOME$CARGO_HOME" ]';
    writeProgram('usr/bin', 'rustup', createManager('.rustup/toolchains/stable/bin', plain));
    expect(resolveProgram(writeProgram('usr/bin', 'cargo'), [])).toBe(program);
  });

  it('is asked for by the manager beside it, without variables of the caller, and never by one of a package', () => {
    const program = writeProgram('.pyenv/versions/3/bin', 'python3');
    const starter = writeProgram('.pyenv/shims', 'python3');
    writeProgram('repo/node_modules/.bin', 'pyenv', 'echo /bin/sh');
    const planted = join(home, 'repo/node_modules/.bin');
    expect(resolveProgram(starter, [`${planted}/`, planted])).toBeUndefined();
    // Variables of this process.
    writeProgram('.pyenv/bin', 'pyenv', createManager('.pyenv/versions/3/bin', '[ -z "$NODE_ENV$JEST_WORKER_ID" ]'));
    expect(resolveProgram(starter, [planted])).toBe(program);
  });

  it('is passed over where its manager is not there, fails or says nothing useful', () => {
    const starter = writeProgram('.rbenv/shims', 'ruby');
    expect(resolveProgram(starter, [])).toBeUndefined();
    for (const script of ['echo relative/ruby', 'exit 2', 'echo /nowhere/ruby']) {
      writeProgram('bin', 'rbenv', script);
      expect(resolveProgram(starter, [join(home, 'bin')])).toBeUndefined();
    }
    const ruby = writeProgram('versions', 'ruby');
    writeProgram('bin', 'rbenv', `echo "a warning"; echo ${ruby}`);
    expect(resolveProgram(starter, [join(home, 'bin')])).toBe(ruby);
  });

  it('is any other program itself', () => {
    const program = writeProgram('tools/bin', 'python3');
    expect(resolveProgram(program, [])).toBe(program);
  });
});

describe('the folders that are shown with a program', () => {
  const plant = (...paths: string[]) => {
    for (const path of paths) mkdirSync(join(home, path), { recursive: true });
  };

  it('are programs and libraries of a hidden folder, which may hold credentials', () => {
    plant('.cargo/bin', '.cargo/registry', '.local/bin', '.local/lib', '.local/share/keyrings');
    writeFileSync(join(home, '.cargo/credentials.toml'), 'token');
    expect(findInstallationFolders(join(home, '.cargo/bin'), home)).toEqual([join(home, '.cargo/bin')]);
    expect(findInstallationFolders(join(home, '.local/bin'), home)).toEqual([
      join(home, '.local/bin'),
      join(home, '.local/lib'),
    ]);
    expect(findInstallationFolders(join(home, '.cargo/bin'), '/github/home')).toEqual([join(home, '.cargo/bin')]);
  });

  it('are the whole installation where a folder is none of those', () => {
    plant('jdk-21/bin', 'jdk-21/conf', '.pyenv/versions/3.12/bin');
    expect(findInstallationFolders(join(home, 'jdk-21/bin'), home)).toEqual([join(home, 'jdk-21')]);
    expect(findInstallationFolders(join(home, '.pyenv/versions/3.12/bin'), home)).toEqual([
      join(home, '.pyenv/versions/3.12'),
    ]);
    expect(findInstallationFolders('/usr/local/bin', home)).toBe('system');
  });

  it('are never the home of somebody else, nor one that only looks like it', () => {
    plant('bin', '.ssh');
    expect(findInstallationFolders(join(home, 'bin'), '/github/home')).toEqual([join(home, 'bin')]);
    expect(findInstallationFolders('/home/somebody/bin', '/github/home')).toEqual([]);
  });

  it('are the whole prefix of Homebrew', () => {
    plant('.linuxbrew/bin', '.linuxbrew/Cellar', '.linuxbrew/opt');
    expect(findInstallationFolders(join(home, '.linuxbrew/bin'), home)).toEqual([join(home, '.linuxbrew')]);
  });

  it.each([
    ['as it is', () => home],
    ['with a slash', () => `${home}/`],
    ['a link', () => join(root, 'link')],
  ])('are never the home: %s', (_, name) => {
    plant('bin', '.venv/bin', '.venv/include');
    writeFileSync(join(home, '.venv/pyvenv.cfg'), '');
    rmSync(join(root, 'link'), { force: true });
    symlinkSync(home, join(root, 'link'));
    expect(findInstallationFolders(join(home, 'bin'), name())).toEqual([join(home, 'bin')]);
    expect(findInstallationFolders(join(home, '.venv/bin'), name())).toEqual([join(home, '.venv')]);
  });
});
