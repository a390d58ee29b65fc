import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, locateProgram } from '../../system/find_program.js';
import { runProgram } from '../../system/launcher/run_program.js';
import type { BubblewrapObstacle } from '../sandbox_backend.js';

/** Options of an installation of bubblewrap. */
interface BubblewrapInstallation {
  /** Search path of sudo, apt-get, apparmor_parser and bwrap. */
  search_path: string;
  /** True if this process may install without sudo. */
  is_root: boolean;
  /** True if AppArmor lets only programs with a profile create user namespaces. */
  apparmor_restricts: boolean;
  /** Prints one line for each thing that is done. */
  log(line: string): void;
  signal: AbortSignal;
  /** Time that one program may take, in seconds. */
  limit_seconds?: number;
}

/** Result of an installation: its fault, or none. */
export type BubblewrapInstallationResult = { fault?: undefined } | { fault: string; remedy: string };

/** Time that apt-get or apparmor_parser may take, in seconds. */
const LIMIT_SECONDS = 180;

const REMEDY =
  'Install the sandbox in a step of its own (see docs/sandbox.md#ubuntu-24-04), or write `sandbox: bubblewrap` ' +
  'and run on a machine that has it.';

/**
 * Installs what bubblewrap lacks on a runner of GitHub: the package, the AppArmor profile that lets it create user
 * namespaces, or both. Programs get argument arrays, a bounded time, and no environment but a search path.
 *
 * Needs root, or sudo without a password. The profile is loaded into the kernel and not written to the machine's disk.
 *
 * @param obstacle what keeps bubblewrap from working
 * @returns the fault of the first step that failed; a missing fault does not say that the sandbox works, so probe again
 */
export async function installBubblewrap(
  obstacle: BubblewrapObstacle,
  options: BubblewrapInstallation,
): Promise<BubblewrapInstallationResult> {
  const { search_path, is_root, apparmor_restricts, log } = options;
  const limit_seconds = options.limit_seconds ?? LIMIT_SECONDS;
  const sudo = is_root ? undefined : findProgram('sudo', search_path);
  if (!is_root && sudo === undefined) return createFault('this user is not root, and there is no sudo');
  const run = async (name: string, args: readonly string[]): Promise<string | undefined> => {
    const program = findProgram(name, search_path);
    if (program === undefined) return `there is no ${name} here`;
    // timeout ends the whole process group, also where sudo gave it to root.
    const bounded = [locateProgram('timeout'), '--kill-after=5', String(limit_seconds), program, ...args];
    const [file, ...rest] = sudo === undefined ? bounded : [sudo, '-n', '--', ...bounded];
    const started = Date.now();
    const { exit_code, stdout, stderr, fault } = await runProgram(file!, rest, {
      env: { PATH: search_path, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      timeout_ms: (limit_seconds + 10) * 1000,
      output_bytes: 2 ** 24,
      signal: options.signal,
    });
    const took_seconds = (Date.now() - started) / 1000;
    const how = `${took_seconds.toFixed(1)} s, exit ${exit_code ?? '-'}`;
    log(`sandbox: ${sudo === undefined ? '' : 'sudo '}${[name, ...args].join(' ')} (${how})`);
    if (exit_code === 0) return undefined;
    if (took_seconds >= limit_seconds) return `${name} did not end within ${limit_seconds} s`;
    const message = getLastLine(stderr) || getLastLine(stdout) || fault;
    return `${name} ended with ${exit_code ?? 'no exit status'}${message === '' ? '' : `: ${message}`}`;
  };
  const password = sudo === undefined ? undefined : await run('true', []);
  if (password !== undefined) return createFault(`sudo asks for a password (${password})`);
  if (obstacle === 'package') {
    // A list of some other repository that cannot be fetched does not matter here.
    const stale = await run('apt-get', ['update', '-q']);
    if (stale !== undefined) log(`sandbox: ${stale}; going on with the lists that are there`);
    const install = ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', 'bubblewrap'];
    const fault = await run('apt-get', install);
    if (fault !== undefined) return createFault(fault);
  }
  if (obstacle === 'package' && !apparmor_restricts) return {};
  const bwrap = findProgram('bwrap', search_path);
  if (bwrap === undefined) return createFault('apt-get installed bubblewrap, and there is no bwrap in PATH');
  const fault = await withProfile(bwrap, (file) => run('apparmor_parser', ['--replace', file]));
  return fault === undefined ? {} : createFault(fault);
}

/** Paths that mean in a profile what they say. */
const PLAIN_PATH = /^\/[\w./-]+$/;

/** Writes a profile that lets one program create user namespaces into a temporary file, and removes it afterwards. */
async function withProfile(
  bwrap: string,
  load: (file: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (!PLAIN_PATH.test(bwrap)) return `the path ${bwrap} cannot stand in an AppArmor profile`;
  const folder = await mkdtemp(join(tmpdir(), 'gatebench-profile-'));
  try {
    const file = join(folder, 'bwrap');
    const profile = `profile bwrap ${bwrap} flags=(unconfined) { userns, }`;
    await writeFile(file, `abi <abi/4.0>,\ninclude <tunables/global>\n${profile}\n`);
    return await load(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const createFault = (fault: string): BubblewrapInstallationResult => ({
  fault: `the sandbox could not be installed: ${fault}`,
  remedy: REMEDY,
});

/** Returns the last line of an output that is not empty, at most 300 characters of it. */
function getLastLine(output: Buffer): string {
  const lines = output
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return (lines.at(-1) ?? '').trim().slice(0, 300);
}
