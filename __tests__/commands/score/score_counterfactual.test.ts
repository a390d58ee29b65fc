import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { type Counterfactual, counterfactualSchema } from '../../../src/record/verdict/attempt_result.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

const room = givenRoom();
afterAll(cleanUp);

async function type(...argv: string[]) {
  const log: string[] = [];
  const out = {
    log: (line: string) => log.push(line),
    error: () => undefined,
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  try {
    const code = await runCommandLine(argv, out, { cwd: room, search_path: process.env.PATH ?? '', user: 'tester' });
    return { code, log };
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    return { code: 2, log: [fault.text] };
  }
}

beforeAll(async () => {
  await givenShellTask(room, 'good');
  await type(
    'run',
    'good',
    '--agent',
    'golden',
    '--agent',
    'command:sleep 0.3',
    '--out',
    'out',
    '--cache',
    join(room, 'cache'),
    '--fail-on',
    'never',
  );
});

describe('real records under other terms', () => {
  // Holds S7
  where('sandbox')('say so in every line, and nothing of them is where results are', async () => {
    const before = readFileSync(join(room, 'out/results.jsonl'), 'utf8');
    const { code, log } = await type('score', 'out', '--cap-wall', '100ms');
    expect(code).toBe(0);
    expect(log[0]).toBe(
      'counterfactual: as if a cap of 100 ms. Provisional: no result, and not to be compared with the results of attempts that were made under their own terms.',
    );
    expect(log.filter((line) => !line.startsWith('counterfactual'))).toEqual([]);
    expect(
      log
        .slice(1)
        .map((line) => line.replace(/^counterfactual {2}\S+ {2}/, ''))
        .sort(),
    ).toEqual([
      expect.stringMatching(/^failure \(sealed: failure\) {2}the wall cap is reached before the work is done/),
      'success (sealed: success)  what was metered stays below the caps',
    ]);
    expect(readFileSync(join(room, 'out/results.jsonl'), 'utf8')).toBe(before);
    const sealed = await type('score', 'out');
    expect(sealed.log.every((line) => line.includes('same as sealed'))).toBe(true);
  });

  where('sandbox')('are written in a form of their own, which `report` refuses', async () => {
    const { code } = await type('score', 'out', '--weights', 'minimal=0,trace=0,maintainability=1', '--out', 'what-if');
    expect(code).toBe(0);
    const lines = readFileSync(join(room, 'what-if/counterfactual.jsonl'), 'utf8').trim().split('\n');
    const read = lines.map((line) => counterfactualSchema.parse(JSON.parse(line)) as Counterfactual);
    expect(read.map(({ status, graded }) => [status, graded?.score]).sort()).toEqual([
      ['failure', 0],
      ['success', 1],
    ]);
    expect(readFileSync(join(room, 'what-if/counterfactual.md'), 'utf8')).toMatch(
      /^### Counterfactual: as if weights of the graded score/,
    );
    expect(existsSync(join(room, 'what-if/results.jsonl'))).toBe(false);
    mkdirSync(join(room, 'mixed'));
    writeFileSync(join(room, 'mixed/results.jsonl'), readFileSync(join(room, 'what-if/counterfactual.jsonl')));
    const refused = await type('report', 'mixed', '--out', 'merged');
    expect([refused.code, refused.log[0]]).toEqual([
      2,
      expect.stringMatching(/results\.jsonl:1:1 .*\(counterfactual\): it is no result/),
    ]);
    const json = await type('score', 'out', '--lambda', '3', '--json');
    expect(json.log.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
      'counterfactual',
      'counterfactual',
    ]);
  });

  where('sandbox')('are not written beside results', async () => {
    expect(await type('score', 'out', '--cap-usd', '1', '--out', 'out')).toEqual({
      code: 2,
      log: [expect.stringMatching(/^out holds results, and what would have been is none/)],
    });
  });

  where('sandbox')('of a record that was changed are not scored: 3', async () => {
    const [line] = readFileSync(join(room, 'out/results.jsonl'), 'utf8').split('\n');
    const { run } = JSON.parse(line!) as { run: string };
    const log = join(room, 'out', run, 'events.jsonl');
    const before = readFileSync(log, 'utf8');
    writeFileSync(log, before.replace('"stage":null', '"stage":"setup"'));
    const { code, log: told } = await type('score', join('out', run), '--cap-usd', '1');
    writeFileSync(log, before);
    expect([code, told.at(-1)]).toEqual([3, expect.stringMatching(/^counterfactual {2}\S+ {2}cannot be judged: /)]);
  });
});

describe('what no record says', () => {
  where('sandbox')('is said: near a cap on money or tokens a request might have been refused', async () => {
    const [head, near] = (await type('score', 'out', '--cap-usd', '1', '--out', 'near')).log;
    expect(head).toMatch(/^counterfactual: as if a cap of \$1/);
    expect(near).toMatch(/^counterfactual: Close to a cap a request might have been refused or cut short/);
    expect(readFileSync(join(room, 'near/counterfactual.md'), 'utf8')).toContain('Close to a cap a request might');
    expect((await type('score', 'out', '--cap-wall', '1h')).log.join('\n')).not.toContain('Close to a cap');
  });
});

describe('terms that make no sense are a mistake of the user', () => {
  it.each<[string[], RegExp]>([
    [['--cap-usd', '0'], /^--cap-usd: "0" is not a number above 0/],
    [['--cap-usd', 'much'], /^--cap-usd: "much" is not a number/],
    [['--cap-tokens', '5 apples'], /^--cap-tokens: "5 apples" is not a /],
    [['--cap-wall', '-1s'], /^--cap-wall: "-1s" is not a duration/],
    [['--lambda', 'Infinity'], /^--lambda: "Infinity" is not a number/],
    [['--weights', 'minimal=1'], /^--weights: trace: /],
    [['--weights', 'minimal=1,trace=1,maintainability=1'], /^--weights: weights must sum to 1/],
    [['--weights', 'ok=1,minimal=1'], /^--weights: /],
    [['--weights', 'ok=1,ok=1'], /^--weights: "ok=1,ok=1" is not a list/],
    [['--weights', '__proto__=1'], /^--weights: /],
    [['--out', 'x'], /^--out is for scores under other terms/],
  ])('%j', async (argv, message) => {
    const { code, log } = await type('score', 'out', ...argv);
    expect([code, log[0]]).toEqual([2, expect.stringMatching(message)]);
  });
});
