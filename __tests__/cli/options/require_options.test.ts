import { z } from 'zod';
import { requireOptions } from '../../../src/cli/options/require_options.js';
import { runOptionsSchema } from '../../../src/commands/study/run_options.js';

const schema = z.strictObject({
  reruns: z.int().min(1).max(1000).optional(),
  fail_on: z.enum(['a', 'b'], 'must be a or b').optional(),
  agents: z.array(z.string().min(2, 'must be a name')).optional(),
  run: z.strictObject({ name: z.string().regex(/^\w+$/, 'must be a word (--model)') }).optional(),
});

describe('a wrong option is named as the caller wrote it', () => {
  it.each([
    [{ reruns: 10_000 }, '--reruns: must be at most 1000'],
    [{ reruns: 0 }, '--reruns: must be at least 1'],
    [{ fail_on: 'c' }, '--fail-on: must be a or b'],
    [{ agents: ['ab', 'a'] }, '--agent: must be a name'],
    [{ run: { name: 'a b' } }, '--model: must be a word'],
  ])('%j', (given, said) => {
    expect(() => requireOptions(schema.safeParse(given))).toThrow(said);
  });

  it.each([
    [{ replicate: { run: 'out', vary: ['seed', 'weather'] } }, '--vary: '],
    [{ replicate: { run: '' } }, 'RUN: '],
    [{ models: { upstreams: ['a', ''] } }, '--upstream: '],
    [{ models: { allow_models: ['a b'] } }, '--allow-model: must be a model name'],
    [{ models: { prices: '' } }, '--prices: '],
    [{ models: { file: '' } }, '--models: '],
    [{ models: { key_env: '1' } }, '--key-env: must be the name of a variable'],
    [{ models: { restricted_store: '' } }, '--restricted-store: '],
    [{ compare_settings: { alpha: 1 } }, '--alpha: must be below 0.5'],
    [{ pull_request: { base_sha: 'main', head_sha: 'b'.repeat(40), workspace: '.' } }, '--base: must be a full commit'],
  ])('also one that a schema holds below another field: %j', (given, said) => {
    const order = { contracts: ['a'], agents: ['noop'], out: 'out', ...given };
    expect(() => requireOptions(runOptionsSchema.safeParse(order))).toThrow(new RegExp(`^${said}`));
  });

  it('and a right one is returned', () => {
    expect(requireOptions(schema.safeParse({ reruns: 5 }))).toEqual({ reruns: 5 });
  });
});
