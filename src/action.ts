import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import { conceal, readEnvironment } from './commands/action_environment.js';
import { tellInterruption } from './commands/action_interruption.js';
import { summariseMistake } from './commands/action_mistake.js';
import type { ActionOutcome } from './commands/action_publish.js';
import { annotationsOfStep } from './commands/annotation_commands.js';
import { callerSecrets } from './commands/caller_secrets.js';
import { callerVariables } from './commands/caller_variables.js';
import { colouredLine, printableLine } from './commands/console_writer.js';
import { failure } from './commands/failure.js';
import { verbs } from './commands/verbs.js';

/** The Action: inputs → command → outputs. Only this file and the command line touch the process and its environment. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const files = { output_file: process.env.GITHUB_OUTPUT || undefined, summary_file: environment.summary_file };
  const { signal, settle } = listenForSignals(() => tellInterruption(files));
  core.info('gatebench: reading inputs');
  try {
    const { readInputs, act } = await verbs.action();
    const inputs = readInputs((name) => core.getInput(name));
    if (inputs['github-token'] !== '') core.setSecret(inputs['github-token']);
    // What others wrote is inert in a log too: no control character, and no line but those that are ours.
    const log = (line: string) => core.info(printableLine(line));
    const secrets = [inputs['github-token'], ...callerSecrets(process.env)].filter(Boolean);
    const named = callerVariables(process.env);
    const variable = (name: string) => {
      const value = named(name);
      if (value) core.setSecret(value);
      return value;
    };
    const restore = conceal(process.env);
    const shown = {
      log,
      error: log,
      styled: (line: Parameters<typeof colouredLine>[0]) => core.info(colouredLine(line)),
      signal,
      secrets,
      variable,
      terminal: { columns: 120, colour: true },
    };
    const outcome = await fenced(() => act(inputs, environment, shown)).finally(restore);
    settle();
    finish(outcome);
  } catch (error) {
    settle();
    const { text, exit_code } = signal.aborted ? INTERRUPTED : failure(error);
    summariseMistake(environment.summary_file, exit_code === 70 ? String(error) : text);
    if (signal.aborted) core.setOutput('conclusion', 'interrupted');
    core.setFailed(text);
    process.exitCode = exit_code;
  }
  // Requests that nobody waits for any more would keep the process.
  if (signal.aborted) process.exit();
}

/** What is left to say when a signal came before there was anything to publish. */
const INTERRUPTED = { text: 'interrupted before anything was judged', exit_code: 130 } as const;

/**
 * The first signal is told at once and aborts what runs; a second one ends the process: files are written whole or not at all, and a
 * runner that sends another kind of signal after the first has outputs by then. The listeners stay: where a library finds itself alone
 * with a signal, it ends the process with it.
 *
 * @returns `settle`: from then on the outcome stands, and signals change nothing about it
 */
function listenForSignals(tell: () => void): { signal: AbortSignal; settle: () => void } {
  const stop = new AbortController();
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

function finish({ outputs, warnings, annotations, headline, exit_code }: ActionOutcome): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  for (const warning of warnings) core.warning(warning);
  const besides = { errors: exit_code === 0 ? 0 : 1, warnings: warnings.length };
  for (const each of annotationsOfStep(annotations, besides)) {
    const { path: file, start_line: startLine, end_line: endLine, title, message, annotation_level } = each;
    const write = { failure: core.error, warning: core.warning, notice: core.notice }[annotation_level];
    write(message, { file, startLine, endLine, title });
  }
  if (exit_code === 0) {
    core.info(headline);
    return;
  }
  core.setFailed(headline);
  process.exitCode = exit_code;
}

/** While attempts run the runner obeys no workflow command, so that nothing they print can be one. */
async function fenced<T>(body: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  core.info(`::stop-commands::${token}`);
  try {
    return await body();
  } finally {
    core.info(`::${token}::`);
  }
}

await main();
