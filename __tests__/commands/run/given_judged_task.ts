import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';
import { typeCommand } from '../../given_command_line.js';
import { givenGradedContract } from '../../given_graded_run.js';

/** Writes a contract that a judge model decides, and a script `right.yml` that answers it. Returns its folder. */
export async function givenJudgedTask(
  more: Record<string, unknown> = {},
  check: Record<string, unknown> = {},
  files: Record<string, string> = {},
) {
  const folder = await givenGradedContract(more, { prompt: 'The answer must name Turku.', ...check }, {}, files);
  writeAnswer(folder, 'right', 'Turku\n');
  return folder;
}

/** Writes a script whose agent gives an answer. */
export function writeAnswer(folder: string, name: string, content: string): void {
  const operations = [{ write: 'answer.txt', content }];
  writeFileSync(join(folder, `${name}.yml`), stringify({ name, operations }));
}

/** Types `run` with the cache of the folder. Returns the results by agent, if there are any. */
export const typeRun = (folder: string, out: string, ...more: string[]) => typeVerb(folder, out, 'run', ...more);

/** Types `records repeat` as `typeRun` types `run`. */
export const typeRepeat = (folder: string, out: string, ...more: string[]) =>
  typeVerb(folder, out, 'records', 'repeat', ...more);

async function typeVerb(folder: string, out: string, ...more: string[]) {
  const typed = await typeCommand(folder, [...more, '--out', out, '--cache', join(folder, 'cache')]);
  return { typed, results: readResults(folder, out) };
}

/** Reads the results in a folder, by agent; none if there are none. */
export function readResults(folder: string, out: string): Record<string, AttemptResult> {
  let text: string;
  try {
    text = readFileSync(join(folder, out, 'results.jsonl'), 'utf8').trim();
  } catch {
    return {};
  }
  const lines = text === '' ? [] : text.split('\n');
  const results = lines.map((line) => JSON.parse(line) as AttemptResult);
  return Object.fromEntries(results.map((result) => [result.agent.name, result]));
}
