// Needs: sandbox, perl
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxBackend } from '../../src/sandbox/sandbox_backend.js';
import { deniedCalls } from '../../src/sandbox/seccomp/denied_calls.js';
import { container, engines } from '../sandbox/container/given.js';
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
} from '../sandbox/given.js';
import { ESCAPES, MEMORY_OF_ANOTHER, number, SECRET } from './escapes.js';
import { givenSurroundings, givenTrap } from './given_trap.js';

let at: Awaited<ReturnType<typeof givenSurroundings>>;
beforeAll(async () => {
  at = await givenSurroundings();
});
afterAll(() => at.end());

/** Engines that are there and can start a container; what is skipped is said. */
const working: typeof engines = [];
for (const given of engines) {
  const probe = await container(given).probe();
  if (probe.usable) working.push(given);
  else process.stderr.write(`SKIPPED: escapes from ${given.engine}: ${probe.reason}\n`);
}

/** Calls that libseccomp 2.5 does not know by name. */
const NEWER = ['open_tree_attr'];

async function inOwnProcess(backend: SandboxBackend, lines: string[]): Promise<Reported[]> {
  return inSession(backend, order(givenTrap(at)), async (session) => {
    const results: Reported[] = [];
    for (const line of lines) {
      const result = await session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 30_000 });
      results.push({
        ...result,
        stdout: text(result.stdout),
        stderr: text(result.stderr),
        source: result.usage.source,
      });
    }
    return results;
  });
}

/** As one command for each, but starting one takes an engine a tenth of a second: what must not be counted shares one. */
async function inFewCommands(tried: typeof ESCAPES, run: Place['run']): Promise<Partial<Reported>[]> {
  const alone = tried.filter(({ name, attempts }) => attempts || name === 'kill everything');
  const together = tried.filter((one) => !alone.includes(one));
  const all = together.map(({ line }) => `(${line(at)})\necho; echo ----`).join('\n');
  const [first, ...others] = await run([all, ...alone.map(({ line }) => line(at))]);
  const said = first?.stdout.split('----') ?? [];
  return tried.map((one) =>
    alone.includes(one)
      ? (others[alone.indexOf(one)] ?? {})
      : { ...first, stdout: said[together.indexOf(one)] ?? 'nothing' },
  );
}

/** A backend, the user it runs commands for, and where it is weaker. */
interface Place {
  name: string;
  run: (lines: string[]) => Promise<Reported[]>;
  /** Nobody but root can make the /proc of a container read-only, and not where AppArmor is on. */
  writable_proc?: boolean;
  /** A container: calls are filtered by the names that the engine's libseccomp knows. */
  by_name?: boolean;
}

const handedOver = asRoot ? 'for the user that root hands over to' : 'for an ordinary user';
const docker = working.find(({ engine }) => engine === 'docker');
const socket = process.env.DOCKER_HOST?.replace('unix://', '') ?? '/var/run/docker.sock';
const places: Place[] = [
  { name: `bubblewrap ${handedOver}`, run: (lines) => inOwnProcess(bubblewrap(), lines) },
  ...working.map((given) => ({
    name: `${given.engine} ${handedOver}`,
    run: (lines: string[]) => inOwnProcess(container(given), lines),
    writable_proc: !asRoot || existsSync('/sys/module/apparmor'),
    by_name: true,
  })),
  ...(asRoot
    ? [
        {
          name: 'bubblewrap for an ordinary user',
          run: (lines: string[]) => asOrdinaryUser(order(givenTrap(at, ORDINARY)), lines),
        },
      ]
    : []),
  ...(asRoot && docker !== undefined
    ? [
        {
          name: 'docker for an ordinary user of its group',
          run: (lines: string[]) => {
            const user = { uid: ORDINARY.uid, gid: statSync(socket).gid };
            return asOrdinaryUser(order(givenTrap(at, user)), lines, { container: docker }, user);
          },
          writable_proc: true,
          by_name: true,
        },
      ]
    : []),
];

const chosen = process.env.GATEBENCH_RED_TEAM_BACKEND;
const ROWS = process.env.GATEBENCH_RED_TEAM_ROWS;

describe.each(places.filter(({ name }) => chosen === undefined || name.split(' ')[0] === chosen))(
  'nothing gets out of $name',
  ({ name, run, writable_proc = false, by_name = false }) => {
    it('refuses every escape and counts what tried the network', async () => {
      const tried = ESCAPES.filter(({ name }) => !(writable_proc && name === MEMORY_OF_ANOTHER));
      const results = by_name ? await inFewCommands(tried, run) : await run(tried.map(({ line }) => line(at)));
      const seen = tried.map(({ name, attempts }, index) => {
        const { stdout = '', network_attempts = null } = results[index] ?? {};
        return { name, ended: stdout.trim(), counted: attempts ? (network_attempts ?? 0) > 0 : network_attempts };
      });
      if (ROWS)
        for (const [index, { name: id, ended }] of seen.entries()) {
          const { cause, network_attempts, stderr = '' } = results[index] ?? {};
          const said = by_name ? '' : stderr.trim().split('\n')[0]?.slice(0, 100);
          const row = { table: 'escapes', id, sandbox: name, ended, evidence: { cause, network_attempts, said } };
          appendFileSync(ROWS, `${JSON.stringify(row)}\n`);
        }
      expect(seen).toEqual(tried.map(({ name, attempts }) => ({ name, ended: 'refused', counted: attempts ?? 0 })));
      // The machine is as it was.
      expect({
        bystander: isAlive(at.bystander),
        escaped: ['/usr/escaped', '/etc/escaped', '/escaped', '/etc/ld.so.preload'].filter((path) => existsSync(path)),
        secret: readFileSync(join(at.host, 'secret'), 'utf8'),
      }).toEqual({ bystander: true, escaped: [], secret: SECRET });
    });

    it('answers a refused system call with EPERM', async () => {
      const names = Object.keys(deniedCalls).filter(
        (name) => !Number.isNaN(number(name)) && number(name) !== null && !(by_name && NEWER.includes(name)),
      );
      const program = `for (${names.map(number).join(', ')}) { $! = 0; my $r = syscall($_, -1, -1, -1, -1, -1); print "$_:", $r == -1 ? $! + 0 : "done", "\\n" }`;
      const [result] = await run([`perl -e '${program}'`]);
      expect(result?.stdout.trim().split('\n')).toEqual(names.map((name) => `${number(name)}:1`));
    });
  },
);
