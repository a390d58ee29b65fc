// Needs: sandbox
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from '../commands/retain/given_reduced.js';
import { sampled } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';
import { typeCommand } from '../given_command_line.js';
import { groupWhere } from '../machine.js';
import { strictTraces } from '../publish/otel/strict_otlp.js';
import { givenRecorded } from './given_recorded.js';
import { keepRecorded, readResults } from './keep_recorded.js';
import { RECIPES, type RecipeName } from './recipes.js';

afterAll(cleanUp);

/** In ordinary runs some; a run of all tests makes them all. */
const names = sampled(Object.keys(RECIPES) as RecipeName[], 8);

for (const name of names)
  groupWhere(...(RECIPES[name].needs ?? []))(`attempts that are "${name}", as a copy,`, () => {
    const room = givenRoom();
    const type = (...argv: string[]) => typeCommand(room, argv);
    const done = (text = '') => ({ code: 0, error: '', log: expect.stringContaining(text) });

    it('are as their recipe says, verified, and scored as they were', async () => {
      const { attempts } = await givenRecorded(name, room);
      expect(attempts.map(({ status, vector }) => `${status} ${vector}`)).toEqual(RECIPES[name].outcomes);
      expect(await type('verify', 'out')).toEqual(done());
      const { code, log } = await type('score', 'out');
      expect([code, log.split('\n').filter((line) => !line.endsWith('same as sealed'))]).toEqual([0, []]);
    });

    it('are reported and exported, one by one', async () => {
      const { attempts } = await givenRecorded(name, room, 'shown');
      await type('report', 'shown', '--out', 'merged');
      const heads = (out: string) => readResults(join(room, out)).map(({ head }) => head);
      expect(heads('merged').sort()).toEqual(heads('shown').sort());
      expect(await type('export', 'otel', 'shown', '--out', 'traces.jsonl')).toEqual(done());
      const traces = readFileSync(join(room, 'traces.jsonl'), 'utf8').trimEnd().split('\n');
      expect(traces.map((line) => strictTraces.safeParse(JSON.parse(line)).success)).toEqual(attempts.map(() => true));
      expect(await type('export', 'atif', 'shown', '--out', 'atif')).toEqual(done());
      expect(readdirSync(join(room, 'atif'))).toHaveLength(attempts.length);
    });

    it('are moved to the long tier, and back byte for byte', async () => {
      const { attempts } = await givenRecorded(name, room, 'moved');
      const read = () => attempts.map(({ path }) => ({ ...readTree(path), 'removals.jsonl': '' }));
      const before = read();
      const move = (...more: string[]) =>
        type('records', 'retain', 'moved', ...more, '--restricted-store', 'held', '--reason', 'old');
      expect(await move()).toEqual(done('moved: '));
      expect(await type('verify', 'moved')).toEqual(done('reduced'));
      expect(await move('--undo')).toEqual(done('restored'));
      expect(await type('verify', 'moved')).toEqual(done());
      expect(read()).toEqual(before);
    });
  });

it('attempts that two make at once are kept once, whole', async () => {
  process.env.GATEBENCH_RECORDED = join(givenRoom(), 'store');
  const [one, two] = await Promise.all([keepRecorded('noop'), keepRecorded('noop')]);
  expect([two, readdirSync(process.env.GATEBENCH_RECORDED)]).toEqual([one, ['noop']]);
  expect((await givenRecorded('noop', givenRoom())).attempts).toHaveLength(1);
});
