import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Check } from '../../../contract/checks/check.js';
import { judgeCheckRun } from '../../../judge/rubric/checks/check_outcome.js';
import type { Execution, TestReportResult } from '../../../record/events/event.js';
import type { VerdictOutcome } from '../../../record/verdict/verdict.js';
import { createWorkspaceReportLocation } from '../../../run/oracle/create_report_location.js';
import { type CheckPlan, TASK_PLAN_FILE } from './check_plan.js';

/** Bytes of a command's output that are kept, at its beginning. */
const KEPT_BYTES = 2 ** 20;
/** Time for which the output of an ended command is waited for, in milliseconds. */
const LINGER_MS = 2_000;
/** Characters of it that are shown, at its end. */
const SHOWN_OUTPUT = 4_000;

/** Variables of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Options of a verification in a container. */
interface VerifierOptions {
  /** Folder of the plan. */
  tests: string;
  /** Folder of the reward. */
  logs: string;
  /** Variables of the container. */
  environment: Environment;
  /** Prints a text of one or several lines. */
  print(text: string): void;
}

/** Context of the checks of one plan. */
interface CheckContext extends Pick<VerifierOptions, 'print'> {
  plan: CheckPlan;
  container_environment: Environment;
}

/**
 * Judges a repository in the container of an exported task: lays the hidden files, runs the checks, reads their reports
 * and decides as gatebench does. Prints a line for each check, and writes the reward: 1 if all mandatory checks pass,
 * else 0. No reward is written if something else than the repository is at fault.
 *
 * @returns exit status: 0 = decided, 1 = undecided
 */
export async function verifyInContainer({ tests, logs, environment, print }: VerifierOptions): Promise<number> {
  const plan: CheckPlan = JSON.parse(readFileSync(join(tests, TASK_PLAN_FILE), 'utf8'));
  const context = { plan, print, container_environment: environment };
  layOracle(plan, tests);
  let decision: VerdictOutcome = 'pass';
  // As in gatebench, nothing is tried on what cannot be built.
  for (const kind of ['build', 'acceptance'] as const)
    if (decision === 'pass') decision = await judgeKind(kind, context);
  if (decision === 'error') return 1;
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, 'reward.txt'), decision === 'pass' ? '1\n' : '0\n');
  return 0;
}

/** Judges all builds, or all checks of acceptance, by those that are mandatory. */
async function judgeKind(kind: 'build' | 'acceptance', context: CheckContext): Promise<VerdictOutcome> {
  const outcomes: VerdictOutcome[] = [];
  for (const planned of context.plan.checks) {
    if (planned.kind !== kind) continue;
    const outcome = await judgeCheck(planned.check, kind, context);
    if (planned.check.mandatory) outcomes.push(outcome);
  }
  return decide(outcomes);
}

/** Decides over several outcomes: any failure, then any error. */
const decide = (outcomes: readonly VerdictOutcome[]): VerdictOutcome =>
  (['fail', 'error'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'pass';

/** Runs a check as often as it asks for. A failure decides, then an error. */
async function judgeCheck(check: Check, kind: 'build' | 'acceptance', context: CheckContext): Promise<VerdictOutcome> {
  const outcomes: VerdictOutcome[] = [];
  for (let run = 1; run <= 1 + check.reruns; run++) {
    const { execution, report } = await runCheck(check, context);
    const reference = kind === 'acceptance' ? context.plan.reference : undefined;
    const { outcome, why } = judgeCheckRun(check, { check: check.id, run, execution, report }, reference);
    context.print(`${outcome} ${kind} ${check.id}: ${why}`);
    if (outcome !== 'pass') context.print(`${execution.stdout.head}${execution.stderr.head}`.slice(-SHOWN_OUTPUT));
    outcomes.push(outcome);
  }
  return decide(outcomes);
}

/** Removes and puts back what decides about tests, then lays the hidden files. */
function layOracle({ root, folders, restored, removed, hidden, image_files }: CheckPlan, tests: string): void {
  const put = (from: string, { path, executable }: CheckPlan['hidden'][number]) => {
    const target = join(root, path);
    const parts = path.split('/');
    // A link or a file in the place of a folder is the agent's.
    for (let depth = 1; depth < parts.length; depth++) {
      const parent = join(root, ...parts.slice(0, depth));
      if (lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(parent, { force: true });
    }
    rmSync(target, { recursive: true, force: true });
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(tests, from, path), target);
    chmodSync(target, executable ? 0o755 : 0o644);
  };
  const patterns = removed.map((source) => new RegExp(source));
  const known_paths = new Set([...restored.map(({ path }) => path), ...readImageFiles(image_files)]);
  for (const path of listFiles(root))
    if (!known_paths.has(path) && patterns.some((pattern) => pattern.test(path))) rmSync(join(root, path));
  for (const folder of folders) rmSync(join(root, folder), { recursive: true, force: true });
  for (const file of restored) put('restore', file);
  for (const file of hidden) put('files', file);
}

/** Reads the list of files that the image had when it was made; none if there is no list. */
function readImageFiles(list: string): string[] {
  if (!existsSync(list)) return [];
  const names = readFileSync(list, 'utf8').split('\0');
  return names.map((name) => name.replace(/^\.\//, ''));
}

/** Lists all files and links below a folder but those of git. Links are not followed. */
function listFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return path === '.git' ? [] : listFiles(root, path);
  });
}

/** Runs a check, and reads its report. */
async function runCheck(
  check: Check,
  { plan: { root, environment }, container_environment }: CheckContext,
): Promise<{ execution: Execution; report: TestReportResult }> {
  const room = mkdtempSync(join(tmpdir(), 'report-'));
  const cwd = join(root, check.working_directory ?? '');
  try {
    const [view, name] = check.report_file === undefined ? [room, 'report'] : [root, check.report_file];
    const place = createWorkspaceReportLocation(view, name, root);
    const inside = check.report_file === undefined ? join(room, name) : place.inside;
    const variables = { ...container_environment, ...environment, ...check.environment, REPORT: inside };
    const execution = await execute(check.run, cwd, variables, check.timeout);
    const hasFile = (path: string) => existsSync(join(root, path)) || existsSync(join(cwd, path));
    return { execution, report: place.read(check, () => '', hasFile) };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Runs a shell command and all that it starts to its end. */
function execute(run: string, cwd: string, env: Environment, timeout: number): Promise<Execution> {
  const begun = performance.now();
  const child = spawn('/bin/sh', ['-c', run], {
    cwd,
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      if (output[name].length < KEPT_BYTES) output[name] += text;
    });
  let cause: Execution['cause'] = 'exit';
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {} // nothing of it runs any more
  };
  const timer = setTimeout(() => {
    cause = 'timeout';
    end();
  }, timeout);
  return new Promise((resolve) => {
    const finish = (exit_code: number | null, signal: string | null) => {
      clearTimeout(timer);
      end();
      const shell_signal = exit_code !== null && exit_code > 128 && exit_code < 160;
      if (cause === 'exit' && (signal !== null || shell_signal)) cause = 'signal';
      const wall_ms = performance.now() - begun;
      resolve({
        ...{ command: run, started_ms: 0, ended_ms: wall_ms, cause, exit_code, signal, timeout_ms: timeout },
        ...{ usage: { wall_ms, cpu_ms: null, peak_memory_bytes: null, source: 'none' }, network_attempts: null },
        ...{ stdout: toLog(output.stdout), stderr: toLog(output.stderr) },
      });
    };
    child.once('error', ({ message }) => {
      output.stderr += message;
      cause = 'not-started';
      finish(null, null);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      end();
      // What left its group may hold the output open for ever: what it prints belongs to nobody.
      const waiting = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, LINGER_MS);
      child.once('close', () => {
        clearTimeout(waiting);
        finish(code, signal);
      });
    });
  });
}

const toLog = (head: string): Execution['stdout'] => ({
  ...{ sha256: '', bytes: Buffer.byteLength(head), truncated: false, head, tail: '' },
});
