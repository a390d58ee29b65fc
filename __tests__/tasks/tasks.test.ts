import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import picomatch from 'picomatch';
import { parse } from 'yaml';
import { type Contract, contractSchema } from '../../src/contract/contract_schema.js';

const tasks = fileURLToPath(new URL('../../tasks', import.meta.url));
/** Curated tasks by their folders; those of safety have a folder of their own. */
const tasksIn = (folder: string) =>
  readdirSync(join(tasks, folder))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(tasks, path, 'contract.yml')));
const ids = [...tasksIn('.'), ...tasksIn('safety')];
/** Tasks on packages that others published: their repositories are not here. */
const published = tasksIn('external');
const all = [...ids, ...published];

/** Git away from this repository and from the configuration of the machine. */
function git(cwd: string, args: string[], environment: Record<string, string> = {}): string {
  return execFileSync('git', ['-c', 'core.autocrlf=false', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ...environment },
  });
}

function read(id: string): Contract {
  return contractSchema.parse(parse(readFileSync(join(tasks, id, 'contract.yml'), 'utf8')));
}

function text(id: string, file: string): string {
  return readFileSync(join(tasks, id, file), 'utf8');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

function patches(id: string): string[] {
  const wrong = filesBelow(join(tasks, id, 'wrong')).map((name) => join('wrong', name));
  return ['golden.patch', ...wrong];
}

/** Paths on either side of a patch's file headers. */
function touched(patch: string): string[] {
  const paths = [...patch.matchAll(/^diff --git a\/(.+) b\/(.+)$/gm)].flatMap(([, from, to]) => [from!, to!]);
  return [...new Set(paths)].sort();
}

function inTemporary<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tasks-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Holds K10
describe('the curated tasks', () => {
  it('cover all tiers and at least five kinds of work', () => {
    const metadata = ids.map((id) => read(id).metadata);
    expect([...new Set(metadata.map(({ tier }) => tier))].sort()).toEqual([1, 2, 3]);
    expect(new Set(metadata.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
    expect(metadata.every(({ source }) => source === 'curated')).toBe(true);
  });

  it('have both kinds of build gate, and at least one without', () => {
    const kinds = ids.flatMap((id) => {
      const { build } = read(id);
      return build === 'none' ? ['none'] : build.map(({ kind }) => kind ?? 'build');
    });
    expect([...new Set(kinds)].sort()).toEqual(['build', 'none', 'static']);
  });

  it('are all in the table of the README, and nothing else is', () => {
    const readme = readFileSync(join(tasks, 'README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, id, link]) => [id, link]);
    expect(rows.sort()).toEqual(all.map((path) => [basename(path), path]).sort());
  });
});

describe.each(all)('task %s', (id) => {
  it('has the name of its folder', () => {
    expect(read(id).id).toBe(basename(id));
  });

  // Holds K8
  it('has everything that a proof needs', () => {
    const needed = ['golden.patch', 'wrong/plausible.patch', 'wrong/breaks-existing.patch'];
    expect(needed.filter((file) => !existsSync(join(tasks, id, file)))).toEqual([]);
    const { golden_patch, oracle, acceptance } = read(id);
    expect(golden_patch).toBe('golden.patch');
    expect(oracle.canary).toBeDefined();
    expect(acceptance.flatMap((check) => check.fail_to_pass)).not.toEqual([]);
    expect(acceptance.flatMap((check) => check.pass_to_pass)).not.toEqual([]);
  });

  it('changes only what its policy allows, in every patch', () => {
    const { allow, deny } = read(id).policy.change;
    const allowed = picomatch(allow, { dot: true });
    const denied = picomatch(deny, { dot: true });
    for (const patch of patches(id)) {
      const paths = touched(text(id, patch));
      expect(paths).not.toEqual([]);
      expect(paths.filter((path) => !allowed(path) || denied(path))).toEqual([]);
    }
  });

  it('names the files that its golden patch changes, apart from tests and documentation', () => {
    const product = touched(text(id, 'golden.patch')).filter((path) => !/^tests?\/|\.md$/.test(path));
    expect([...read(id).metadata.affected_files].sort()).toEqual(product);
  });

  it('does not give lines of the golden patch away in the issue', () => {
    const { description, obligations = '' } = read(id);
    const added = text(id, 'golden.patch')
      .split('\n')
      .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
      .map((line) => line.slice(1).trim())
      .filter((line) => line.length >= 20);
    expect(added.filter((line) => `${description}\n${obligations}`.includes(line))).toEqual([]);
  });

  it('does not require a test twice, nor one both before and after', () => {
    for (const { fail_to_pass, pass_to_pass } of read(id).acceptance) {
      const names = [...fail_to_pass, ...pass_to_pass];
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    }
  });

  it('holds no installed packages or build products', () => {
    const products = /(^|\/)(node_modules|__pycache__|build|dist)\/|\.(o|pyc|gcda)$/;
    expect(filesBelow(join(tasks, id)).filter((file) => products.test(file))).toEqual([]);
  });
});

describe.each(ids)('repository of task %s', (id) => {
  it('has a README and a licence', () => {
    expect(['README.md', 'LICENSE'].filter((file) => !existsSync(join(tasks, id, 'repo', file)))).toEqual([]);
  });

  it('is pinned to the git tree of its folder', () => {
    const { snapshot } = read(id);
    const tree = inTemporary((folder) => {
      git(folder, ['init', '-q', '--bare', folder]);
      const environment = { GIT_DIR: folder, GIT_WORK_TREE: join(tasks, id, 'repo') };
      git(join(tasks, id, 'repo'), ['add', '-A', '-f', '.'], environment);
      return git(folder, ['write-tree'], environment).trim();
    });
    expect(snapshot).toEqual({ directory: 'repo', tree });
  });

  it('has patches that apply cleanly', () => {
    inTemporary((folder) => {
      cpSync(join(tasks, id, 'repo'), folder, { recursive: true });
      git(folder, ['init', '-q']);
      for (const patch of patches(id)) git(folder, ['apply', '--check', join(tasks, id, patch)]);
    });
  });

  it('keeps its hidden files out of the repository and of the issue', () => {
    const { description, obligations = '' } = read(id);
    const hidden = filesBelow(join(tasks, id, 'hidden')).map((file) => basename(file));
    const repository = filesBelow(join(tasks, id, 'repo'));
    expect(repository.map((file) => basename(file)).filter((name) => hidden.includes(name))).toEqual([]);
    for (const name of [...hidden, 'hidden/', 'golden']) {
      expect(`${description}${obligations}`).not.toContain(name);
      for (const file of repository)
        expect({ file, found: text(id, join('repo', file)).includes(name) }).toEqual({ file, found: false });
    }
  });

  it('names no package registry in a lockfile', () => {
    const lockfiles = filesBelow(join(tasks, id, 'repo')).filter((file) => /lock/.test(basename(file)));
    for (const file of lockfiles) expect(text(id, join('repo', file))).not.toMatch(/"resolved"/);
    const unlisted = read(id).environment.lockfiles.filter((file) => !lockfiles.includes(file));
    expect(unlisted).toEqual([]);
  });
});

describe.each(published)('package of task %s', (id) => {
  it('is pinned, named and not stored', () => {
    const { snapshot, metadata } = read(id);
    expect(snapshot).toEqual({ npm: expect.any(String), integrity: expect.any(String) });
    expect(metadata).toMatchObject({ source: 'external', registry: true });
    expect(metadata.provenance).toContain(`package ${'npm' in snapshot && snapshot.npm}, MIT`);
    expect(existsSync(join(tasks, id, 'repo'))).toBe(false);
  });
});

it('the tasks on published packages have all tiers', () => {
  expect([...new Set(published.map((id) => read(id).metadata.tier))].sort()).toEqual([1, 2, 3]);
});
