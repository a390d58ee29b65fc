import fc from 'fast-check';
import { createUsageClaimReader } from '../../../../src/run/agents/command/create_usage_claim_reader.js';
import { type UsageClaim, type UsageRule, usageRuleSchema } from '../../../../src/run/agents/command/usage_claim.js';

/** However the output is cut. */
function readClaim(of: UsageRule, printed: string, size = 7): UsageClaim {
  const reader = createUsageClaimReader(of);
  const bytes = Buffer.from(printed);
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  return reader.end();
}

const rule = (given: object): UsageRule =>
  usageRuleSchema.parse({ format: 'jsonl', input: 'usage.in', output: 'usage.out', ...given });
const claim = (usage: UsageClaim['usage'], rest: Partial<UsageClaim> = {}): UsageClaim => ({
  usage,
  usd: null,
  requests: null,
  detail: '',
  ...rest,
});
const lines = (...entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).join('\n');

describe('what an agent says that it used', () => {
  it.each<[string, object, string, UsageClaim]>([
    [
      'the last line says the total',
      {},
      lines({ usage: { in: 1, out: 2 } }, { usage: { in: 10, out: 20 } }),
      claim({ input_tokens: 10, output_tokens: 20 }),
    ],
    [
      'lines add up',
      { take: 'all' },
      lines({ usage: { in: 1, out: 2 } }, 'text', { usage: { in: 10, out: 20 } }),
      claim({ input_tokens: 11, output_tokens: 22 }),
    ],
    [
      'only lines of one kind count',
      { take: 'all', where: { type: 'end', 'of.role': 'assistant' } },
      lines(
        { type: 'end', of: { role: 'user' }, usage: { in: 100 } },
        { type: 'end', of: { role: 'assistant' }, usage: { in: 5, out: 1 } },
        { type: 'begin', of: { role: 'assistant' }, usage: { in: 7 } },
      ),
      claim({ input_tokens: 5, output_tokens: 1 }),
    ],
    [
      'what a format counts apart is added: cached input, reasoning',
      {
        input: ['usage.in', 'usage.cache.read', 'usage.cache.write'],
        cached: 'usage.cache.read',
        cache_write: 'usage.cache.write',
        output: ['usage.out', 'usage.thought'],
        reasoning: 'usage.thought',
        usd: 'cost',
        requests: 'calls',
      },
      lines({ usage: { in: 1, cache: { read: 20, write: 300 }, out: 4, thought: 50 }, cost: 0.25, calls: 3 }),
      claim(
        {
          input_tokens: 321,
          cached_input_tokens: 20,
          cache_write_tokens: 300,
          output_tokens: 54,
          reasoning_tokens: 50,
        },
        { usd: 0.25, requests: 3 },
      ),
    ],
    [
      '* stands for every model',
      { format: 'json', input: 'models.*.in', output: 'models.*.out' },
      JSON.stringify({ models: { a: { in: 1, out: 2 }, b: { in: 3, out: 4 } } }, null, 2),
      claim({ input_tokens: 4, output_tokens: 6 }),
    ],
    [
      'JSON comes after other lines, JSON among them',
      { format: 'json' },
      `warning\n${lines({ usage: { in: 9, out: 9 } })}\n\n${JSON.stringify({ usage: { in: 1, out: 2 } }, null, 2)}\n`,
      claim({ input_tokens: 1, output_tokens: 2 }),
    ],
    [
      'the JSON is a list',
      { format: 'json', where: { type: 'result' } },
      JSON.stringify([{ type: 'x' }, { type: 'result', usage: { in: 1, out: 2 } }]),
      claim({ input_tokens: 1, output_tokens: 2 }),
    ],
    ['nothing was printed', {}, '', claim({}, { detail: 'no jsonl entry says what was used' })],
    [
      'it is cut off',
      { format: 'json' },
      '{"usage": {"in": 1',
      claim({}, { detail: 'no json entry says what was used' }),
    ],
    [
      'what stands there is no count',
      {},
      lines({ usage: { in: '12', out: -3 } }),
      claim({}, { detail: 'the entry that should say what was used holds no counts' }),
    ],
    ['a fraction is no count of tokens', {}, lines({ usage: { in: 1.5, out: 2 } }), claim({ output_tokens: 2 })],
    [
      'a name of every object is none of the entry',
      { input: 'constructor.length', output: 'usage.out' },
      lines({ usage: { out: 2 } }),
      claim({ output_tokens: 2 }),
    ],
  ])('%s', (_, given, printed, expected) => {
    expect(readClaim(rule(given), printed)).toEqual(expected);
  });

  it('holds for any output: counts are whole and not negative, or there is a reason', () => {
    const anyRule = fc.constantFrom(rule({ take: 'all' }), rule({ format: 'json' }), rule({ input: '*.*', where: {} }));
    const printed = fc.oneof(
      fc.string(),
      fc.array(fc.jsonValue()).map((values) => lines(...values)),
      fc.json(),
    );
    fc.assert(
      fc.property(anyRule, printed, (one, text) => {
        const { usage, detail } = readClaim(one, text);
        expect(Object.keys(usage).length > 0).toBe(detail === '');
        for (const count of Object.values(usage)) expect(Number.isSafeInteger(count) && count! >= 0).toBe(true);
      }),
    );
  });
});
