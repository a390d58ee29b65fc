import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAgent } from '../../../../src/run/agents/catalog/choose_agent.js';
import { cleanUp, givenRoom } from '../../../given.js';

const room = givenRoom();
afterAll(cleanUp);
const around = { cwd: room, cache: join(room, 'cache'), search_path: '' };
let n = 0;

/** The agent of a file. */
const fromFile = (yaml: string) => {
  const file = `agent${n++}.yml`;
  writeFileSync(join(room, file), yaml);
  return chooseAgent(`agent:${file}`, around);
};

describe('The loop agent', () => {
  it('needs models, and its identity holds what the model is told and how', async () => {
    const plain = await chooseAgent('loop', around);
    expect(plain).toMatchObject({ kind: 'loop', name: 'loop', models: 'needed', rounds: 1 });
    expect(plain.detail).toMatchObject({ loop: { steps: 50, stream: true }, tools: [{ function: { name: 'bash' } }] });
    const same = await fromFile('name: other\nloop: {}');
    expect([same.name, same.identity]).toEqual(['other', plain.identity]);
    const others = await Promise.all(
      [
        'loop: {temperature: 0.5}',
        'loop: {steps: 3}',
        'loop: {system: Be quick.}',
        'loop: {tools: false}',
        'loop: {}\nrounds: 2\ntest: make test',
      ].map((yaml) => fromFile(`name: a\n${yaml}`)),
    );
    const identities = [plain, ...others].map(({ identity }) => identity);
    expect(new Set(identities).size).toBe(identities.length);
  });

  it('is in a file as the documents show it', async () => {
    const shown = /```yaml\n(name: careful-loop[\s\S]*?)```/.exec(readFileSync('docs/agents.md', 'utf8'))![1]!;
    const { detail } = await fromFile(shown);
    // All settings with their defaults, but for those that have none.
    const { temperature, max_tokens, steps, ...others } = detail.loop as Record<string, unknown>;
    expect([temperature, max_tokens, steps, detail.test, detail.rounds]).toEqual([0, 4096, 80, true, 3]);
    const plain = (await chooseAgent('loop', around)).detail.loop as Record<string, unknown>;
    expect({ ...others, steps: 50 }).toEqual(plain);
  });

  it.each([
    ['name: a\nloop: {step: 3}', 'agent.yml:2:8  unknown key "step" – did you mean "steps"?'],
    ['name: a\nloop: {steps: 0}', 'loop.steps: must be at least 1'],
    ['name: a\nloop: {}\nrun: make', 'run: is for agents with a command, not for `loop`'],
    ['name: a\nloop: {}\nprogram: make', 'program: is for agents with a command'],
    ['name: a', 'run: is missing: a command, or a `loop` in its place'],
    ['name: a\nloop: {}\nrounds: 2', 'agent.yml:3:9  rounds: need a test after each'],
  ])('%j is a mistake', async (yaml, message) => {
    await expect(fromFile(yaml)).rejects.toThrow(message.replace('agent.yml', `agent${n - 1}.yml`));
  });
});
