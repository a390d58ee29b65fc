import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import { conceal, readEnvironment } from './commands/action_environment.js';
import type { ActionOutcome } from './commands/action_publish.js';
import { callerSecrets } from './commands/caller_secrets.js';
import { callerVariables } from './commands/caller_variables.js';
import { colouredLine, printableLine } from './commands/console_writer.js';
import { failure } from './commands/failure.js';
import { verbs } from './commands/verbs.js';

/** The Action: inputs → command → outputs. Only this file and the command line touch the process and its environment. */
async function main(): Promise<void> {
  core.info('gatebench: reading inputs');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(signal));
  try {
    const { readInputs, act } = await verbs.action();
    const inputs = readInputs((name) => core.getInput(name));
    if (inputs['github-token'] !== '') core.setSecret(inputs['github-token']);
    const environment = readEnvironment(process.env);
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
    const outcome = await fenced(() =>
      act(inputs, environment, {
        log,
        error: log,
        styled: (line) => core.info(colouredLine(line)),
        signal: stop.signal,
        secrets,
        variable,
        terminal: { columns: 120, colour: true },
      }),
    );
    restore();
    finish(outcome);
  } catch (error) {
    const { text, exit_code } = failure(error);
    core.setFailed(text);
    process.exitCode = exit_code;
  }
}

function finish({ outputs, warnings, headline, exit_code }: ActionOutcome): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  for (const warning of warnings) core.warning(warning);
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
