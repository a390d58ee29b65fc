import { chown, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { SYSTEM_PATH } from '../system/find_program.js';
import { makeTemporaryFolder } from './make_temporary_folder.js';
import type {
  CommandResult,
  DiskEnforcement,
  SandboxBackend,
  SandboxProbe,
  SessionOptions,
} from './sandbox_backend.js';
import { getSandboxOwner } from './sandbox_owner.js';

/** Shell functions that probe scripts use, without any program of the image. */
const PROBE_FUNCTIONS = `
field() { while read -r name value; do [ "$name" = "$1:" ] && echo "$1=$value"; done < /proc/self/status; }
yes() { if "$@" 2>/dev/null; then echo yes; else echo no; fi; }`;

/** Questions of every probe, as shell lines that print one `name=value` each. */
const COMMON_QUESTIONS = `
field CapEff; field NoNewPrivs; field Seccomp
echo "interfaces=$(while IFS=': ' read -r name rest; do case $name in Inter-*|face*) ;; *) printf '%s,' "$name";; esac
  done < /proc/net/dev)"
echo "namespace=$(yes unshare --user true)"`;

/** Expected answer by question, and the consequence of any other answer. */
export type ExpectedAnswers = Record<string, { value: string; means: string }>;

/** Expected answers to the questions that every probe asks. */
const COMMON_ANSWERS: ExpectedAnswers = {
  CapEff: { value: '0000000000000000', means: 'commands would keep capabilities' },
  NoNewPrivs: { value: '1', means: 'setuid programs would work' },
  Seccomp: { value: '2', means: 'the system call filter is not active' },
  workspace: { value: 'yes', means: 'the workspace cannot be written' },
  outside: { value: '', means: 'paths outside the workspace can be written' },
  interfaces: { value: 'lo,', means: 'there is a network' },
  namespace: { value: 'no', means: 'commands could create user namespaces' },
};

/** Calls a function with a temporary workspace of the sandbox's user. Removes the workspace afterwards. */
export async function withProbeWorkspace<T>(use: (workspace: string) => Promise<T>): Promise<T> {
  const workspace = await makeTemporaryFolder(tmpdir(), 'probe');
  try {
    const { uid, gid } = getSandboxOwner();
    if (process.getuid?.() === 0) await chown(workspace, uid, gid);
    return await use(workspace);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Runs a shell script in a session of its own, under small limits, and closes the session. */
export async function runProbe(
  backend: SandboxBackend,
  script: string,
  further: Pick<SessionOptions, 'workspace' | 'trace' | 'programs'>,
): Promise<CommandResult> {
  const session = await backend.open({
    limits: { memory_bytes: 256 * 1024 * 1024, processes: 32, output_bytes: 1024 * 1024 },
    environment: { PATH: SYSTEM_PATH },
    ...further,
  });
  try {
    return await session.exec({ argv: ['/bin/sh', '-c', script], timeout_ms: 20_000 });
  } finally {
    await session.close();
  }
}

/**
 * Result of a probe's script: why it did not run to its end, else one phrase for each answer that is not as
 * expected.
 */
interface ProbeAnswers {
  result: CommandResult;
  fault: string | undefined;
  disagreements: string[];
}

/** Asks the common questions and further ones in a session of its own. */
export async function askProbeQuestions(
  backend: SandboxBackend,
  { questions, answers }: { questions: string; answers: ExpectedAnswers },
  further: Parameters<typeof runProbe>[2],
): Promise<ProbeAnswers> {
  const result = await runProbe(backend, `${PROBE_FUNCTIONS}${COMMON_QUESTIONS}${questions}`, further);
  const fault = findProbeFault(result);
  const disagreements = fault === undefined ? findDisagreements(result, { ...COMMON_ANSWERS, ...answers }) : [];
  return { result, fault, disagreements };
}

/** Describes why a probe script did not run to its end. @returns undefined if it did */
function findProbeFault({ cause, exit_code, detail, stderr }: CommandResult): string | undefined {
  if (cause === 'exit' && exit_code === 0) return undefined;
  const first = Buffer.from(stderr.text).toString('utf8').split('\n')[0];
  return detail ?? (first || `probe ended: ${cause}`);
}

/** Compares the printed answers with the expected ones. @returns one phrase for each that differs */
function findDisagreements({ stdout }: CommandResult, expected: ExpectedAnswers): string[] {
  const answers = new Map<string, string>();
  let name = '';
  for (const line of Buffer.from(stdout.text).toString('utf8').split('\n')) {
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

/** Properties of a usable probe in which backends differ. */
interface ProbeFacts extends Pick<Extract<SandboxProbe, { usable: true }>, 'version' | 'class' | 'path' | 'doors'> {
  memory: 'hard' | 'weak';
  cpu: 'polled' | 'weak' | 'none';
  trace?: 'strace';
  disk: DiskEnforcement | undefined;
}

/** Creates a usable probe with the guarantees that every isolating backend gives. */
export function createUsableProbe(
  result: CommandResult,
  { memory, cpu, trace, disk, ...facts }: ProbeFacts,
): SandboxProbe {
  return {
    usable: true,
    ...facts,
    isolated: true,
    guarantees: {
      writes: 'kernel',
      reads: 'kernel',
      network: 'kernel',
      privileges: 'kernel',
      memory,
      processes: 'hard',
      cpu,
      network_attempts: result.network_attempts === null ? 'none' : 'counted',
      ...omitUndefined({ trace }),
      disk: disk ?? 'none',
    },
  };
}
