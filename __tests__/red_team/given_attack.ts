import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateContracts } from '../../src/commands/validate/validate_contracts.js';
import { validateOptionsSchema } from '../../src/commands/validate/validate_options.js';
import { listTestAliases } from '../../src/record/tests/test_report.js';
import { openCache } from '../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../src/workspace/history/create_broken_tree.js';
import { type GivenFiles, write } from '../given.js';
import { ran, type Seen } from '../given_run.js';
import { type ContractInput, smallContract, writeContract } from '../given_task.js';
import { type Cheat, type Fooled, type Move, moveOn, type Project } from './cheat.js';

/** How well contracts defend themselves. */
export const GUARDS = ['naive', 'bare', 'usual', 'proven', 'strict'] as const;

/**
 * How well a contract defends itself. `naive`: nothing is put back, no canary, no challenge, no perturbation: what many harnesses do. `bare`: the
 * smallest contract, as the README has it. `usual`: the defaults and a canary. `proven`: the same with a lock. `strict`: without a lock, and
 * the checks always run once more with changed hidden files.
 */
export type Guard = (typeof GUARDS)[number];

/** One attempt of the red team. */
export interface Attack {
  id: string;
  seen: Seen;
}

/** Where one project is attacked: its repository for making patches, and its contracts. */
export interface Range {
  project: Project;
  attack: (guard: Guard, cheats: readonly Cheat[]) => Promise<Attack[]>;
}

/** Attempts of every range, before the cheats: the honest solution as somebody's patch, and no patch. */
export const CONTROLS = ['honest', 'wrong'];

export async function givenRange(room: string, project: Project): Promise<Range> {
  const folder = join(room, project.runner);
  const repo = write(join(folder, 'repo'), project.repo);
  const patchOf = patcher(write(join(folder, 'patching'), project.repo));
  const tree = await computeFolderTree(repo, await openCache(join(room, 'trees')));
  const patches = join(folder, 'patches');
  mkdirSync(patches);
  writeFileSync(join(folder, 'golden.patch'), patchOf({ source: project.honest }, project));
  write(join(folder, 'hidden'), project.hidden);
  return {
    project,
    attack: async (guard, cheats) => {
      const id = `${project.runner}-${guard}`;
      const contract = writeGuarded(folder, id, tree, guard, project);
      if (guard === 'proven') await proveContract(contract, room, id);
      const agents = cheats.map((cheat) => {
        const move = moveOn(cheat, project.runner)!(project);
        if ('command' in move) return `command:# ${cheat.id}\n${move.command}`;
        writeFileSync(join(patches, `${cheat.id}.patch`), patchOf(move, project));
        return `patch:${join(patches, `${cheat.id}.patch`)}`;
      });
      const { attempts } = await ran(room, {
        contracts: [contract],
        agents: [`patch:${join(folder, 'golden.patch')}`, 'noop', ...agents],
        out: join(room, 'out', id),
      });
      return [...CONTROLS, ...cheats.map((cheat) => cheat.id)].map((name, i) => ({ id: name, seen: attempts[i]! }));
    },
  };
}

/** More rounds than by default, so that no cheat passes by luck: at most one in 2^24 that forges two tests. Only what passes makes them all. */
const ENOUGH_ROUNDS = { strength: 24, share: 100 };

function writeGuarded(folder: string, id: string, tree: string, guard: Guard, project: Project): string {
  const { oracle, canary, restore = [], check, build = 'none', setup = [], environment = {} } = project;
  const naive = guard === 'naive';
  const small = naive || guard === 'bare';
  const contract: ContractInput = smallContract({
    id,
    title: 'Durations of several units',
    description: 'Durations such as "1h30m" are misread: only the first unit counts.\n',
    snapshot: { directory: 'repo', tree },
    environment,
    setup,
    build,
    acceptance: [guard === 'bare' && check.report ? { ...check, pass_to_pass: 'all' } : check],
    oracle: {
      files: oracle,
      ...(small ? {} : { canary, restore }),
      ...(naive ? { restore_defaults: false, read_only: false } : {}),
      challenge: naive ? { rounds: 0 } : ENOUGH_ROUNDS,
      ...(naive ? { perturbation: { when: 'never' } } : guard === 'strict' ? { perturbation: { when: 'always' } } : {}),
    },
    golden_patch: 'golden.patch',
    budget: { memory: '1GiB', processes: 128, disk: '64MiB', output: '2MiB', wall: '60s' },
  });
  const room = join(folder, id);
  mkdirSync(room, { recursive: true });
  for (const name of ['repo', 'hidden', 'golden.patch'])
    execFileSync('cp', ['-al', join(folder, name), join(room, name)]);
  if (small) rmSync(join(room, 'hidden', canaryOf(project)));
  return writeContract(room, contract);
}

/** The hidden file that is the canary: a contract without one has not got it. */
const canaryOf = ({ hidden }: Project) => Object.keys(hidden).find((name) => name.includes('canary'))!;

/** Has a contract proven, so that its lock stands beside it. */
async function proveContract(contract: string, room: string, id: string): Promise<void> {
  const out = join(room, 'proofs', id);
  const cache = join(room, 'cache');
  const search_path = process.env.PATH ?? '';
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const outcome = await validateContracts(
    validateOptionsSchema.parse({
      contracts: [contract],
      out,
      cache,
      search_path,
      reruns: 1,
      mutants: 0,
      concurrency: 2,
    }),
    { log: say, error: say, signal: new AbortController().signal, terminal: { columns: 100, colour: false } },
    room,
  );
  const [proof] = outcome.proofs;
  if (proof?.verdict !== 'proven' || proof.lock.state !== 'written') throw new Error(lines.join('\n'));
}

/** Makes patches over a copy of the repository, with a git that obeys nothing of the machine. */
function patcher(folder: string): (move: Move, project: Project) => Uint8Array {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'user.name=t', '-c', 'user.email=t', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  git('init', '-q');
  git('add', '-A', '-f');
  git('commit', '-qm', 'snapshot');
  return (move, project) => {
    if ('patch' in move) return Buffer.from(move.patch);
    if ('command' in move) throw new Error('a command makes its own patch');
    for (const [name, file] of Object.entries(changed(move, project))) {
      rmSync(join(folder, name), { recursive: true, force: true });
      if (file !== null) write(folder, { [name]: file });
    }
    git('add', '-A', '-f');
    const patch = git('diff', '--cached', '--binary', '--full-index', '--no-renames', 'HEAD');
    git('reset', '-q', '--hard');
    git('clean', '-qfdx');
    return patch;
  };
}

function changed(move: Move, project: Project): Record<string, GivenFiles[string] | null> {
  if ('code' in move) return { [project.source]: `${move.code}\n${project.wrong}` };
  if ('source' in move) return { [project.source]: move.source };
  return 'files' in move ? move.files : {};
}

/** What a simpler harness would have believed: the exit status alone, the report alone, or the lines printed. */
export function fooled({ of }: Seen, { check }: Project): Fooled[] {
  const runs = of('acceptance_check').map(({ payload }) => payload);
  if (runs.length === 0) return [];
  const required = [...(check.fail_to_pass ?? []), ...(check.pass_to_pass ?? [])];
  const exit = runs.every(({ execution }) => execution?.cause === 'exit' && execution.exit_code === 0);
  const report =
    required.length > 0 &&
    runs.every(({ report }) => {
      if (report.state !== 'read') return false;
      const passed = report.report.tests
        .filter(({ outcome }) => outcome === 'passed')
        .flatMap((test) => [...listTestAliases(test).keys()]);
      return required.every((name) => passed.includes(name));
    });
  const output = runs.every(({ execution }) =>
    /^(ok \d+ - hours and minutes|.*4 passed|# pass 4)/m.test(execution?.stdout.head ?? ''),
  );
  return [
    ...(exit ? ['exit status' as const] : []),
    ...(report ? ['report' as const] : []),
    ...(output ? ['output' as const] : []),
  ];
}

/** What is decided of an attack, on one line. */
export const inShort = ({ id, seen }: Attack) =>
  `${id}: ${seen.status} ${seen.vector} [${seen.tags.join(' ')}]${seen
    .of('alert')
    .map(({ payload }) => ` !${payload.code}`)
    .join('')}`;
