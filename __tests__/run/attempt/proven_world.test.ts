// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { validateContracts } from '../../../src/commands/validate/validate_contracts.js';
import { validateOptionsSchema } from '../../../src/commands/validate/validate_options.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { givenShellTask, tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

describe('a contract with a world', () => {
  it('is proven like any other: each run of the proof has a world of its own', async () => {
    const path = await givenShellTask(room, 'surrounded', {
      contract: {
        world: { directory: 'world', prepare: [{ run: 'test ! -e made && touch made' }] },
        acceptance: [
          tapCheck(),
          { id: 'home', run: '[ "$(cat "$GATEBENCH_WORLD/home/.env")" = TOKEN=1 ] && [ -e /world/made ]' },
        ],
      },
    });
    write(join(dirname(path), 'world'), { 'home/.env': 'TOKEN=1\n' });
    const order = { contracts: [path], out: join(room, 'out'), cache: join(room, 'cache'), reruns: 1, mutants: 1 };
    const prove = () =>
      validateContracts(
        validateOptionsSchema.parse({ ...order, search_path: process.env.PATH ?? '', lock: 'never' }),
        {
          log: () => undefined,
          error: () => undefined,
          signal: new AbortController().signal,
          terminal: { columns: 80, colour: false },
        },
        room,
      );
    const { proofs } = await prove();
    const steps = proofs[0]!.proof.steps.map(({ step, verdict, reasons }) => [step, verdict, ...reasons].join(' '));
    expect([proofs[0]!.verdict, steps]).toEqual(['proven', steps.filter((step) => / (proven|skipped)/.test(step))]);

    writeFileSync(join(dirname(path), 'world', 'made'), '');
    const refuted = (await prove()).proofs[0]!;
    expect([refuted.verdict, refuted.proof.steps.find(({ step }) => step === 'setup')]).toEqual([
      'refuted',
      expect.objectContaining({ reasons: [expect.stringContaining('world command "test ! -e made && touch made"')] }),
    ]);
  });
});
