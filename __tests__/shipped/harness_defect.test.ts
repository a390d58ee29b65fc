// Needs: sandbox
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { BUILT_CLI } from '../built.js';
import { cleanUp, givenRoom, write } from '../given.js';
import { givenShellTask } from '../given_task.js';
import { readResults, runBuilt } from './start_built.js';

afterAll(cleanUp);

const dist = join(dirname(BUILT_CLI), '..');

/** Function that every attempt calls once its agent has ended. */
const DECLARATION = 'async function evaluatePatch(';

/** Copies what ships into a folder, with a defect in the function. Returns the copied command line, and the line of the defect. */
function givenBroken(folder: string): { program: string; line: number } {
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  for (const name of ['action.yml', 'package.json']) cpSync(join(dist, '..', name), join(folder, name));
  const path = join(folder, 'dist/engine/engine.cjs');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(DECLARATION));
  const declared = lines[at] ?? '';
  if (!declared.endsWith('{')) throw new Error(`${path} has no line "${DECLARATION}…) {": choose another function`);
  lines[at] = `${declared} null.of_no_one;`;
  writeFileSync(path, lines.join('\n'));
  return { program: join(folder, 'dist/cli/index.js'), line: at + 1 };
}

const readLines = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('a defect of what ships leaves a run undecided that nothing else fails, is tried once, and has its place in the record', async () => {
  const room = givenRoom();
  const { program, line } = givenBroken(join(room, 'installed'));
  const contract = await givenShellTask(room, 'small');
  const golden = { name: 'reference', agent: 'golden' };
  const suite = { schema: 1, name: 'tries', contracts: [contract], agents: [golden], baselines: { noop: false } };
  write(room, { 'gatebench.yml': stringify({ ...suite, retries: 2 }) });
  const argv = ['run', '--suite', 'gatebench.yml', '--cache', 'cache'];
  const { code, log } = await runBuilt(room, argv, '', program);
  const out = join(room, 'gatebench-out');
  const [result, ...others] = readResults(out);
  expect(others).toEqual([]);
  const { status, tags } = result!.verdict;
  expect({ code, status, tags: tags.map(({ id }) => id) }).toEqual({
    code: 3,
    status: 'invalid',
    tags: ['harness-defect'],
  });
  expect(readLines(join(out, 'schedule.jsonl')).filter(({ type }) => type === 'begun')).toHaveLength(1);

  const events = readLines(join(out, result!.run, 'events.jsonl'));
  const { payload } = events.findLast(({ type }) => type === 'termination');
  expect(payload).toMatchObject({ code: 'harness-error', fault: 'code' });
  expect(payload.stack).toMatch(/^TypeError: .*of_no_one/);
  expect(payload.stack).toMatch(new RegExp(`at (Object\\.)?evaluatePatch \\(dist/engine/engine\\.cjs:${line}:`));
  expect(payload.stack).not.toMatch(/[( ]\/|file:|\n(?! {4}at )/);
  expect(log).toContain('undecided: golden was invalid in small, gatebench itself failed in 1 attempt');
});
