import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { CommandResult, DiskHold, Probe, SandboxBackend, SessionOrder } from './backend.js';
import { circumstances, diagnose } from './diagnosis.js';
import { sandboxOwner } from './identity.js';
import { seccompArchitecture } from './seccomp.js';
import { makeTemporaryFolder } from './temporary_folder.js';

/** What the script says of the sandbox from inside, one `name=value` per line. */
const QUESTIONS = `
field() { while read -r name value; do [ "$name" = "$1:" ] && echo "$1=$value"; done < /proc/self/status; }
yes() { if "$@" 2>/dev/null; then echo yes; else echo no; fi; }
field CapEff; field NoNewPrivs; field Seccomp
echo "workspace=$(yes touch probe)"
echo "outside=$(for path in / /usr /etc /dev /home /var; do touch "$path/probe" 2>/dev/null && echo "$path"; done)"
echo "interfaces=$(while IFS=': ' read -r name rest; do case $name in Inter-*|face*) ;; *) printf '%s,' "$name";; esac; done < /proc/net/dev)"
echo "namespace=$(yes unshare --user true)"
echo "secrets=$(for path in /etc/shadow /root /etc/ssh /run/docker.sock /var/run/docker.sock /run/podman/podman.sock \\
  /run/containerd/containerd.sock /run/user /sys; do [ -e "$path" ] && echo "$path"; done)"
echo "user=$(id -u)"
`;

const EXPECTED: Record<string, { value: string; means: string }> = {
  CapEff: { value: '0000000000000000', means: 'commands would keep capabilities' },
  NoNewPrivs: { value: '1', means: 'setuid programs would work' },
  Seccomp: { value: '2', means: 'the system call filter is not active' },
  workspace: { value: 'yes', means: 'the workspace cannot be written' },
  outside: { value: '', means: 'paths outside the workspace can be written' },
  interfaces: { value: 'lo,', means: 'there is a network' },
  namespace: { value: 'no', means: 'commands could create user namespaces' },
  secrets: { value: '', means: 'host paths are visible' },
  user: { value: String(sandboxOwner().uid), means: 'commands run as another user' },
};

/**
 * Opens a real session, asks the questions in it, and says what is guaranteed; or why not, and what helps.
 *
 * @param strace the tracer of a traced session; null = one is wanted and there is none
 * @param disk how whoever orders sessions has disk use held
 */
export async function probeBubblewrap(
  backend: SandboxBackend,
  program: string,
  strace?: string | null,
  disk?: Promise<DiskHold>,
): Promise<Probe> {
  if (seccompArchitecture() === undefined) {
    return {
      usable: false,
      reason: `no system call filter for ${process.arch}`,
      remedy: 'Run on x64 or arm64 (see docs/sandbox.md#requirements).',
    };
  }
  if (strace === null || (strace !== undefined && !existsSync(strace))) return untraceable('strace is not installed');
  const workspace = await makeTemporaryFolder(tmpdir(), 'probe');
  try {
    const { uid, gid } = sandboxOwner();
    if (process.getuid?.() === 0) await chown(workspace, uid, gid);
    const probe = await askInside(backend, program, workspace, strace !== undefined);
    return probe.usable ? withGuarantee(probe, await disk) : probe;
  } catch (error) {
    return { usable: false, ...diagnose((error as Error).message, circumstances()) };
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Why there can be no trace, and what helps. */
function untraceable(reason: string): Probe {
  return {
    usable: false,
    reason: `the contract asks for a trace (policy.evidence), and ${reason}`,
    remedy: 'Install strace (see docs/sandbox.md#tracing), or write `evidence: counters`.',
  };
}

async function askInside(backend: SandboxBackend, program: string, workspace: string, traced: boolean): Promise<Probe> {
  const order: SessionOrder = {
    workspace,
    trace: traced,
    limits: { memory_bytes: 256 * 1024 * 1024, processes: 32, output_bytes: 1024 * 1024 },
    environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  };
  const session = await backend.open(order);
  try {
    const result = await session.exec({ argv: ['/bin/sh', '-c', QUESTIONS], timeout_ms: 20_000 });
    const said = Buffer.from(result.stdout.text).toString('utf8');
    if (result.cause !== 'exit' || result.exit_code !== 0) {
      const first = Buffer.from(result.stderr.text).toString('utf8').split('\n')[0] ?? '';
      // Without the tracer it works: asking for the plain sandbox says so.
      if (traced && (await backend.probe()).usable) return untraceable(`it fails here: ${result.detail ?? first}`);
      return {
        usable: false,
        ...diagnose(result.detail ?? (first || `probe ended: ${result.cause}`), circumstances()),
      };
    }
    const wrong = disagreements(said);
    if (wrong.length > 0) {
      return {
        usable: false,
        reason: `bubblewrap does not isolate here: ${wrong.join('; ')}`,
        remedy: 'See docs/sandbox.md#requirements, or pass --unsafe-no-sandbox (never a pass).',
      };
    }
    // The questions hold writes outside and a namespace: a tracer that has not seen them sees nothing.
    const seen = new Set(result.refused?.operations.map(({ kind }) => kind));
    if (traced && !(result.refused?.complete && seen.has('write') && seen.has('privilege')))
      return untraceable('strace sees nothing here');
    return usable(await version(program), result);
  } finally {
    await session.close();
  }
}

/** Answers that are not as expected, in words. */
export function disagreements(said: string, expected = EXPECTED): string[] {
  const answers = new Map<string, string>();
  let name = '';
  for (const line of said.split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) name = key;
    const text = key === undefined ? line : (value ?? '');
    answers.set(name, [answers.get(name), text].filter(Boolean).join(' '));
  }
  return Object.entries(expected).flatMap(([key, { value, means }]) => {
    const answer = answers.get(key);
    return answer === value ? [] : [`${means} (${key}: ${answer ?? 'no answer'})`];
  });
}

function usable(version: string, result: CommandResult): Probe {
  const hard = result.usage.source !== 'none';
  return {
    usable: true,
    version,
    class: hard ? 'bubblewrap' : 'bubblewrap-weak-limits',
    isolated: true,
    guarantees: {
      writes: 'kernel',
      reads: 'kernel',
      network: 'kernel',
      privileges: 'kernel',
      memory: hard ? 'hard' : 'weak',
      processes: 'hard',
      cpu: hard ? 'polled' : 'weak',
      network_attempts: result.network_attempts === null ? 'none' : 'counted',
      ...(result.refused ? { trace: 'strace' } : {}),
    },
  };
}

/** The same probe, with how disk use is held. */
export function withGuarantee<P extends Extract<Probe, { usable: true }>>(probe: P, disk: DiskHold | undefined): P {
  return { ...probe, guarantees: { ...probe.guarantees, disk: disk ?? 'none' } };
}

async function version(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version'], { env: {} });
  return stdout.trim().replace(/^bubblewrap /, '');
}
