import { z } from 'zod';
import { requireOptions } from '../../../src/cli/options/require_options.js';

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

  it('and a right one is returned', () => {
    expect(requireOptions(schema.safeParse({ reruns: 5 }))).toEqual({ reruns: 5 });
  });
});
