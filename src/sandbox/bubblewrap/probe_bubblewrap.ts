import { existsSync } from 'node:fs';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { runProgramOrThrow } from '../../system/launcher/run_program.js';
import {
  askProbeQuestions,
  createUsableProbe,
  type ExpectedAnswers,
  runProbe,
  withProbeWorkspace,
} from '../run_probe.js';
import type { CommandResult, DiskEnforcement, SandboxBackend, SandboxProbe } from '../sandbox_backend.js';
import { getSandboxOwner } from '../sandbox_owner.js';
import { getSeccompArchitecture } from '../seccomp/create_seccomp_filter.js';
import { diagnoseBubblewrap, readHostRestrictions } from './diagnose_bubblewrap.js';

/** Script that describes the sandbox from inside, one `name=value` per line. */
const QUESTIONS = `
echo "workspace=$(yes touch probe)"
echo "outside=$(for path in / /usr /etc /dev /home /var; do touch "$path/probe" 2>/dev/null && echo "$path"; done)"
echo "secrets=$(for path in /etc/shadow /root /etc/ssh /run/docker.sock /var/run/docker.sock /run/podman/podman.sock \\
  /run/containerd/containerd.sock /run/user /sys; do [ -e "$path" ] && echo "$path"; done)"
echo "user=$(id -u)"
`;

const EXPECTED_ANSWERS: ExpectedAnswers = {
  secrets: { value: '', means: 'host paths are visible' },
  user: { value: String(getSandboxOwner().uid), means: 'commands run as another user' },
};

/**
 * Probes bubblewrap: runs a script in a session of the backend and checks its answers.
 * @param strace program that traces a traced session; undefined = not traced, null = there is no tracer
 * @param disk enforcement of the disk limit that the caller arranges
 */
export async function probeBubblewrap(
  backend: SandboxBackend,
  program: string,
  strace?: string | null,
  disk?: Promise<DiskEnforcement>,
): Promise<SandboxProbe> {
  if (getSeccompArchitecture() === undefined) {
    return {
      usable: false,
      reason: `no system call filter for ${process.arch}`,
      remedy: 'Run on x64 or arm64 (see docs/sandbox.md#requirements).',
    };
  }
  if (strace === null || (strace !== undefined && !existsSync(strace)))
    return createUntraceableProbe('strace is not installed');
  return withProbeWorkspace((workspace) => askInside(backend, program, workspace, strace !== undefined, disk)).catch(
    ({ message }: Error) => ({ usable: false, ...diagnoseBubblewrap(message, readHostRestrictions()) }),
  );
}

/** Tries to trace a program in a session. @returns why it cannot be traced; undefined if it can */
export async function findTraceFault(backend: SandboxBackend, strace: string | undefined): Promise<string | undefined> {
  if (strace === undefined || !existsSync(strace)) return 'strace is not installed';
  return withProbeWorkspace(async (workspace) => {
    try {
      const { programs, detail } = await runProbe(backend, '/usr/bin/env true; :', { workspace, programs: true });
      if (programs?.complete && programs.programs.some(({ argv }) => argv[0] === '/usr/bin/env')) return undefined;
      return detail === undefined ? 'strace sees nothing here' : `strace fails here: ${detail}`;
    } catch (error) {
      return `strace fails here: ${(error as Error).message}`;
    }
  });
}

/** Creates the probe of a machine that cannot trace. */
function createUntraceableProbe(reason: string): SandboxProbe {
  return {
    usable: false,
    reason: `the contract asks for a trace (policy.evidence), and ${reason}`,
    remedy: 'Install strace (see docs/sandbox.md#tracing), or write `evidence: counters`.',
  };
}

async function askInside(
  backend: SandboxBackend,
  program: string,
  workspace: string,
  traced: boolean,
  disk: Promise<DiskEnforcement> | undefined,
): Promise<SandboxProbe> {
  const script = { questions: QUESTIONS, answers: EXPECTED_ANSWERS };
  const version = readVersion(program);
  version.catch(() => undefined); // awaited below, where the sandbox works
  const { result, fault, disagreements } = await askProbeQuestions(backend, script, { workspace, trace: traced });
  if (fault !== undefined) {
    // If the sandbox works without the tracer, the tracer is at fault.
    if (traced && (await backend.probe()).usable) return createUntraceableProbe(`it fails here: ${fault}`);
    return { usable: false, ...diagnoseBubblewrap(fault, readHostRestrictions()) };
  }
  if (disagreements.length > 0) {
    return {
      usable: false,
      reason: `bubblewrap does not isolate here: ${disagreements.join('; ')}`,
      remedy: 'See docs/sandbox.md#requirements, or pass --unsafe-no-sandbox (never a pass).',
    };
  }
  // The script writes outside the workspace and asks for a namespace: a working tracer has reported both.
  const refused_kinds = new Set(result.refused?.operations.map(({ kind }) => kind));
  if (traced && !(result.refused?.complete && refused_kinds.has('write') && refused_kinds.has('privilege')))
    return createUntraceableProbe('strace sees nothing here');
  return createBubblewrapProbe(await version, result, await disk);
}

function createBubblewrapProbe(
  version: string,
  result: CommandResult,
  disk: DiskEnforcement | undefined,
): SandboxProbe {
  const hard = result.usage.source !== 'none';
  return createUsableProbe(result, {
    version,
    class: hard ? 'bubblewrap' : 'bubblewrap-weak-limits',
    memory: hard ? 'hard' : 'weak',
    cpu: hard ? 'polled' : 'weak',
    ...omitUndefined({ trace: result.refused ? ('strace' as const) : undefined }),
    disk,
  });
}

async function readVersion(program: string): Promise<string> {
  const stdout = await runProgramOrThrow(program, ['--version']);
  return stdout
    .toString()
    .trim()
    .replace(/^bubblewrap /, '');
}
