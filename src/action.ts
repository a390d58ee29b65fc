import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { appendFileSync } from 'node:fs';
import * as core from '@actions/core';
import { readActionEnvironment, scrubEnvironment } from './action/action_environment.js';
import type { ActionOutcome } from './action/action_publication.js';
import { createCallerVariableReader } from './action/create_caller_variable_reader.js';
import { findCallerSecrets } from './action/find_caller_secrets.js';
import { describeFailure } from './commands/io/describe_failure.js';
import { createProgressReporter } from './commands/io/progress_reporter.js';
import { verbs } from './engine/verbs.js';
import { appendSummary } from './publish/github/append_summary.js';
import type { CheckAnnotation } from './publish/github/check_run/check_run.js';
import { escapeLogLine, escapeMarkdown } from './publish/text/escape_text.js';
import { renderStyledLine, type StyledLine } from './publish/text/styled_line.js';

/** Runs the Action: reads inputs, executes the command, sets outputs. Only shells use the process. */
async function main(): Promise<void> {
  const environment = readActionEnvironment(process.env);
  const files = { output_file: process.env.GITHUB_OUTPUT || undefined, summary_file: environment.summary_file };
  const { signal, settle } = listenForSignals(() => writeInterruption(files));
  core.info('gatebench: reading inputs');
  try {
    const { readActionInputs, executeAction } = await verbs.action();
    const inputs = readActionInputs((name) => core.getInput(name));
    if (inputs['github-token'] !== '') core.setSecret(inputs['github-token']);
    // Untrusted text is inert in a log too: it has no control characters and forms no line of its own.
    const log = (line: string) => core.info(escapeLogLine(line));
    const secrets = [inputs['github-token'], ...findCallerSecrets(process.env)].filter(Boolean);
    const named = createCallerVariableReader(process.env);
    const variable = (name: string) => {
      const value = named(name);
      if (value) core.setSecret(value);
      return value;
    };
    const restore = scrubEnvironment(process.env);
    const shown = {
      log,
      error: log,
      styled: (line: StyledLine) => core.info(renderStyledLine(line, true)),
      progress: createProgressReporter({ line: log, columns: () => 120, now: () => performance.now() }),
      signal,
      secrets,
      variable,
      terminal: { columns: 120, colour: true },
    };
    const outcome = await withStoppedCommands(() => executeAction(inputs, environment, shown)).finally(restore);
    settle();
    reportOutcome(outcome);
  } catch (error) {
    settle();
    const { text, exit_code } = signal.aborted ? INTERRUPTED_OUTCOME : describeFailure(error);
    writeFailureSummary(environment.summary_file, exit_code === 70 ? String(error) : text);
    if (signal.aborted) core.setOutput('conclusion', 'interrupted');
    core.setFailed(text);
    process.exitCode = exit_code;
  }
  // Abandoned requests would keep the process alive.
  if (signal.aborted) process.exit();
}

/** Outcome after a signal before anything was judged. */
const INTERRUPTED_OUTCOME = { text: 'interrupted before anything was judged', exit_code: 130 } as const;

/**
 * Listens for signals. The first one calls `tell` and aborts the run, a second one ends the process.
 *
 * Ending is safe: files are written atomically, and outputs are written on the first signal. The listeners stay: a
 * library that is the only listener of a signal ends the process.
 *
 * @returns `settle`, after which signals no longer change the outcome
 */
function listenForSignals(tell: () => void): { signal: AbortSignal; settle: () => void } {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // each command of each attempt listens
  let settled = false;
  const end = (signal: NodeJS.Signals) => {
    if (settled) process.exit();
    if (stop.signal.aborted) process.exit(130);
    tell();
    stop.abort(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const settle = () => {
    settled = true;
  };
  return { signal: stop.signal, settle };
}

function reportOutcome({ outputs, warnings, annotations, headline, exit_code }: ActionOutcome): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  for (const warning of warnings) core.warning(warning);
  const is_undecided = exit_code === 3;
  const besides = {
    errors: exit_code === 0 || is_undecided ? 0 : 1,
    warnings: warnings.length + (is_undecided ? 1 : 0),
  };
  for (const each of selectStepAnnotations(annotations, besides)) {
    const { path: file, start_line: startLine, end_line: endLine, title, message, annotation_level } = each;
    const write = { failure: core.error, warning: core.warning, notice: core.notice }[annotation_level];
    write(message, { file, startLine, endLine, title });
  }
  if (exit_code === 0) {
    core.info(headline);
    return;
  }
  // Nothing was found wrong where nothing could be decided; the step fails all the same.
  if (is_undecided) core.warning(headline);
  else core.setFailed(headline);
  process.exitCode = exit_code;
}

/** Stops the runner's workflow commands while `body` runs, so that attempts cannot print any. */
async function withStoppedCommands<T>(body: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  core.info(`::stop-commands::${token}`);
  try {
    return await body();
  } finally {
    core.info(`::${token}::`);
  }
}

/** Number of annotations of one kind that GitHub accepts from the log of a step. */
const STEP_ANNOTATION_LIMIT = 10;

/** Numbers of errors and warnings that a step writes besides its annotations. */
interface StepMessageCounts {
  errors: number;
  warnings: number;
}

/** Returns the annotations that fit into the log of a step: the first of each kind. */
function selectStepAnnotations(annotations: readonly CheckAnnotation[], besides: StepMessageCounts): CheckAnnotation[] {
  const room = {
    failure: STEP_ANNOTATION_LIMIT - besides.errors,
    warning: STEP_ANNOTATION_LIMIT - besides.warnings,
    notice: STEP_ANNOTATION_LIMIT,
  };
  return annotations.filter(({ annotation_level }) => room[annotation_level]-- > 0);
}

/** Writes into the job summary why nothing was judged. Without a writable summary only the log states it. */
function writeFailureSummary(file: string | undefined, text: string): void {
  const lines = text.split('\n').map((line) => escapeMarkdown(line.trim()));
  try {
    if (file !== undefined) appendSummary(file, ['## gatebench: nothing was judged', ...lines].join('\n\n'));
  } catch {
    // A full disk must not replace the error of the run.
  }
}

/** Files of the runner that a step writes to. */
interface StepFiles {
  /** GITHUB_OUTPUT */
  output_file: string | undefined;
  /** GITHUB_STEP_SUMMARY */
  summary_file: string | undefined;
}

/**
 * Writes the conclusion "interrupted" to the outputs and the job summary. Runs before anything else on a signal: a
 * runner gives a cancelled step ten seconds. Results that are sealed in time follow later, and the last value of an
 * output counts. Never throws.
 */
function writeInterruption({ output_file, summary_file }: StepFiles): void {
  const end = `end_${randomUUID()}`;
  const writes = [
    () => output_file && appendFileSync(output_file, `conclusion<<${end}\ninterrupted\n${end}\n`),
    () => summary_file && appendSummary(summary_file, INTERRUPTED),
  ];
  for (const write of writes) {
    try {
      write();
    } catch {
      // A full disk must not keep the run from being sealed.
    }
  }
}

const INTERRUPTED = '## gatebench: interrupted\n\nWhat was judged until then follows when it is sealed in time.';

await main();
