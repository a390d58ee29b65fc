import { TEST_NAME_SEPARATOR } from '../../record/tests/test_report.js';
import type { AgentStep } from './agent_step.js';
import type { FailedTest } from './find_failed_check.js';

/** First run of an agent's tests whose output has the assertion of a failed test. */
interface FirstAppearance {
  step: AgentStep;
  test: FailedTest;
}

/** Test runs and failed tests that are looked at. */
const MAX_RUNS = 200;
const MAX_TESTS = 3;
/** Lines of a message that an output must have, and characters that make a line tell one failure from another. */
const MESSAGE_LINES = 3;
const MIN_CHARACTERS = 20;

/**
 * Finds where the assertion of a failed test first appeared in the agent's own test runs.
 *
 * @returns undefined if it nowhere did, or if an earlier output is not whole: then nobody knows which was the first
 */
export function findFirstAppearance(
  runs: readonly AgentStep[],
  tests: readonly FailedTest[],
): FirstAppearance | undefined {
  const sought = tests.slice(0, MAX_TESTS).flatMap((test) => {
    const lines = listTellingLines(test);
    return lines.length === 0 ? [] : [{ test, lines }];
  });
  if (sought.length === 0) return undefined;
  for (const step of runs.slice(0, MAX_RUNS)) {
    const { text, is_whole } = readOutput(step);
    // What a run that passed printed is no failure.
    if (step.cycle === 'passed') continue;
    const match = sought.find(({ lines }) => hasPrinted(lines, text));
    if (match !== undefined) return { step, test: match.test };
    if (!is_whole) return undefined;
  }
  return undefined;
}

/** Lists the last title of a test and the first lines of its message; empty where these could be of any test. */
function listTellingLines({ name, message }: FailedTest): string[] {
  const title = name.split(TEST_NAME_SEPARATOR).at(-1) ?? '';
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MESSAGE_LINES);
  const is_telling = title.length >= 3 && lines.join('').length >= MIN_CHARACTERS;
  return is_telling ? [title, ...lines] : [];
}

/** Returns what a step printed, as its event has it. */
function readOutput({ call }: AgentStep): { text: string; is_whole: boolean } {
  if (call === undefined) return { text: '', is_whole: false };
  const { execution, asked: request } = call.payload;
  if (execution !== undefined) {
    const { stdout, stderr } = execution;
    const is_whole = [stdout, stderr].every(({ artifact, truncated }) => artifact === undefined && !truncated);
    return { text: [stdout, stderr].map(({ head, tail }) => `${head}\n${tail}`).join('\n'), is_whole };
  }
  const result = request?.result;
  return { text: result?.text ?? '', is_whole: result != null && result.artifact === undefined };
}

/** Characters between the title of a test and the end of its message. */
const NEAR = 600;

/** Tells whether an output has a title and, close behind it, the lines of a message, as they are or in strings of JSON. */
function hasPrinted([title = '', ...lines]: readonly string[], text: string): boolean {
  const quote = (line: string) => JSON.stringify(line).slice(1, -1);
  return [(line: string) => line, quote, (line: string) => quote(quote(line))].some((write) => {
    for (let start = text.indexOf(write(title)); start >= 0; start = text.indexOf(write(title), start + 1)) {
      const end = lines.reduce((at, line) => {
        const next = at < 0 ? -1 : text.indexOf(write(line), at);
        return next < 0 ? -1 : next + write(line).length;
      }, start + write(title).length);
      if (end >= 0 && end - start <= NEAR) return true;
    }
    return false;
  });
}
