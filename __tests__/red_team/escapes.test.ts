import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxBackend } from '../../src/run/sandbox/backend.js';
import { deniedCalls } from '../../src/run/sandbox/seccomp_rules.js';
import { container, engines } from '../run/sandbox/container/given.js';
import {
  asOrdinaryUser,
  asRoot,
  bubblewrap,
  inSession,
  isAlive,
  ORDINARY,
  order,
  type Reported,
  text,
} from '../run/sandbox/given.js';
import { ESCAPES, number, SECRET, type Surroundings } from './escapes.js';
import { givenSurroundings, givenTrap } from './given_trap.js';

let at: Awaited<ReturnType<typeof givenSurroundings>>;
beforeAll(async () => {
  at = await givenSurroundings();
});
afterAll(() => at.end());

/** Runs shell lines in one session over a workspace with traps. */
type Run = (at: Surroundings, lines: string[]) => Promise<Reported[]>;

const inOwnProcess =
  (backend: () => SandboxBackend): Run =>
  async (at, lines) =>
    inSession(backend(), order(givenTrap(at)), async (session) => {
      const results: Reported[] = [];
      for (const line of lines) {
        const result = await session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 30_000 });
        const [stdout, stderr] = [text(result.stdout), text(result.stderr)];
        results.push({ ...result, stdout, stderr, source: result.usage.source });
      }
      return results;
    });

/** Engines that are there and can start a container; what is skipped is said. */
const working: typeof engines = [];
for (const given of engines) {
  const probe = await container(given).probe();
  if (probe.usable) working.push(given);
  else process.stderr.write(`SKIPPED: escapes from ${given.engine}: ${probe.reason}\n`);
}

const handedOver = asRoot ? 'handed over by root' : 'ordinary user';
const rows: { backend: string; user: string; run: Run }[] = [
  { backend: 'bubblewrap', user: handedOver, run: inOwnProcess(() => bubblewrap()) },
  ...(asRoot
    ? [
        {
          backend: 'bubblewrap',
          user: 'ordinary user',
          run: ((at, lines) => asOrdinaryUser(order(givenTrap(at, ORDINARY)), lines)) as Run,
        },
      ]
    : []),
  ...working.map((given) => ({ backend: given.engine, user: handedOver, run: inOwnProcess(() => container(given)) })),
];
const chosen = process.env.GATEBENCH_RED_TEAM_BACKEND;
const tried = rows.filter(({ backend }) => chosen === undefined || backend === chosen);
const ROWS = process.env.GATEBENCH_RED_TEAM_ROWS;

describe.each(tried)('nothing gets out of $backend ($user)', ({ backend, user, run }) => {
  it('refuses every escape and counts what tried the network', async () => {
    const results = await run(
      at,
      ESCAPES.map(({ line }) => line(at)),
    );
    const seen = ESCAPES.map(({ name, attempts }, index) => {
      const { stdout = '', network_attempts = null } = results[index] ?? {};
      const measured = network_attempts !== null;
      return {
        name,
        ended: stdout.trim(),
        counted: attempts && measured ? (network_attempts ?? 0) > 0 : network_attempts,
      };
    });
    if (ROWS)
      for (const [index, { name, ended }] of seen.entries()) {
        const { cause, network_attempts, stderr = '' } = results[index] ?? {};
        const evidence = { cause, network_attempts, said: stderr.trim().split('\n')[0]?.slice(0, 100) };
        appendFileSync(ROWS, `${JSON.stringify({ table: 'escapes', id: name, backend, user, ended, evidence })}\n`);
      }
    expect(seen.map(({ name, ended }) => ({ name, ended }))).toEqual(
      ESCAPES.map(({ name }) => ({ name, ended: 'refused' })),
    );
    expect(seen.filter(({ counted }) => counted !== null).map(({ name, counted }) => ({ name, counted }))).toEqual(
      ESCAPES.filter((_, i) => seen[i]!.counted !== null).map(({ name, attempts }) => ({
        name,
        counted: attempts ?? 0,
      })),
    );
    // The machine is as it was.
    expect({
      bystander: isAlive(at.bystander),
      escaped: ['/usr/escaped', '/etc/escaped', '/escaped', '/etc/ld.so.preload'].filter((path) => existsSync(path)),
      secret: readFileSync(join(at.host, 'secret'), 'utf8'),
    }).toEqual({ bystander: true, escaped: [], secret: SECRET });
  }, 180_000);

  it('answers a refused system call with EPERM', async () => {
    const names = Object.keys(deniedCalls).filter((name) => !Number.isNaN(number(name)) && number(name) !== null);
    const program = `for (${names.map(number).join(', ')}) { $! = 0; my $r = syscall($_, -1, -1, -1, -1, -1); print "$_:", $r == -1 ? $! + 0 : "done", "\\n" }`;
    const [result] = await run(at, [`perl -e '${program}'`]);
    expect(result?.stdout.trim().split('\n')).toEqual(names.map((name) => `${number(name)}:1`));
  });
});
