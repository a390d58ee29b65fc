import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { cleanUp, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

const room = givenRoom();
const cache = ['--cache', join(room, 'cache')];
const type = (...argv: string[]) => typeCommand(room, [...argv, ...cache]);
afterAll(cleanUp);

const rating = (mandatory: boolean) => ({
  ...{ id: 'rating', files: ['value'], prompt: 'Rate the value.' },
  ...{ at_least: 1, max_bytes: 1000, max_tokens: 100, usd: 0.1, timeout: '5s', mandatory },
});

/** Writes a suite that refuses contracts without a proof. Returns the options that name it. */
const givenProvenSuite = (contract: string): string[] => {
  const golden = { name: 'reference', agent: 'golden' };
  const suite = { schema: 1, name: 'proven', contracts: [contract], agents: [golden], baselines: { noop: false } };
  write(room, { 'proven.yml': stringify({ ...suite, gate: { fail_on: 'gates' }, require_proof: true }) });
  return ['--suite', 'proven.yml'];
};

describe('a contract with commands and a check by a judge model', () => {
  where('sandbox')('is proven without the check if it decides nothing, and the proof says so and holds', async () => {
    await givenShellTask(room, 'rated', { contract: { model_checks: [rating(false)] } });
    const proven = await type('validate', 'rated/contract.yml', '--reruns', '1', '--mutants', '1', '--out', 'proof');
    expect([proven.code, proven.error]).toEqual([0, expect.stringContaining('check "rating" is left out')]);
    expect(proven.log).toMatch(/PROVEN/i);
    // No judge model is named; what is missing is a judge, not a proof.
    const run = await type('run', ...givenProvenSuite('rated'), '--out', 'out');
    expect(run).toMatchObject({ code: 2, error: expect.stringContaining('nothing names one') });
  });

  it('is refused a proof if the check decides, and require_proof of a suite says that there can be none', async () => {
    await givenShellTask(room, 'judged', {
      contract: { model_checks: [rating(false), { ...rating(true), id: 'deciding' }] },
    });
    const refused = await type('validate', 'judged/contract.yml', '--out', 'none');
    expect(refused).toMatchObject({
      code: 2,
      error: expect.stringContaining('check "deciding" is graded by a judge model, and what a model says is no proof'),
    });
    const run = await type('run', ...givenProvenSuite('judged'), '--out', 'out');
    expect(run).toMatchObject({
      code: 2,
      error: expect.stringContaining('It cannot be: a judge model decides "deciding"'),
    });
    expect(run.error).not.toContain('gatebench validate');
  });

  where('sandbox')('is imported and proven if the check decides nothing', async () => {
    await givenShellTask(room, 'source', { contract: { model_checks: [rating(false)] } });
    const paths = ['repo/value', 'repo/kept', 'hidden/check.sh', 'hidden/canary.sh', 'golden.patch'];
    const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(room, 'source', path), 'utf8')]));
    const { snapshot: _, ...contract } = parse(readFileSync(join(room, 'source/contract.yml'), 'utf8'));
    const task = { place: 'one', contract: { ...contract, snapshot: { directory: 'repo' } }, files, notes: [] };
    const yielded = JSON.stringify(task);
    write(room, {
      'rated.mjs': `export default { name: 'mine', summary: '', async *readTasks() { yield ${yielded}; } };`,
      'tasks.txt': 'one\n',
    });
    const imported = await type(
      'import',
      '--adapter',
      'rated.mjs',
      'tasks.txt',
      '--out',
      'made',
      '--check',
      '--reruns',
      '1',
    );
    expect(imported).toMatchObject({ code: 0, log: expect.stringContaining('holds') });
    expect(imported.error).not.toContain('not proven');
  });
});
