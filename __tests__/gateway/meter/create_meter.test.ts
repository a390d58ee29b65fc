import fc from 'fast-check';
import { createMeter, type MeterCaps } from '../../../src/gateway/meter/create_meter.js';
import { asking, givenMeter, held, INPUT, PRICES, used, why } from './given_meter.js';

const nobody = new AbortController().signal;
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('a reservation', () => {
  it('is the worst case at the dearest rate: the next request has what is left of the cap', () => {
    const meter = givenMeter({ tokens: 2 * (INPUT + 1000) });
    const first = held(meter.reserve(asking()));
    held(meter.reserve(asking()));
    expect(meter.reserve(asking())).toEqual({
      refused: 'token-cap',
      message: `budget exhausted: of ${2 * (INPUT + 1000)} tokens 0 are left, and this request may use ${INPUT + 256}`,
    });
    first.settle(used(10, 10), { sent: true, output_bytes: 40 });
    // Less the 20 that were used.
    expect(held(meter.reserve(asking())).max_tokens).toBe(980);
    expect(meter.spent).toEqual({ requests: 3, tokens: 20, usd: expect.closeTo(0.11) });
  });

  it('lowers the limit on the output to what is left, of tokens and of USD, shared by all answers', () => {
    const limit = (caps: Partial<MeterCaps>, given = {}) => held(givenMeter(caps).reserve(asking(given))).max_tokens;
    expect(limit({ tokens: INPUT + 600 })).toBe(600);
    expect(limit({ usd: INPUT / 1000 + 6 })).toBe(600);
    expect(limit({ usd: INPUT / 1000 + 6, tokens: INPUT + 500 })).toBe(500);
    expect(limit({ tokens: INPUT + 600 }, { answers: 2, max_tokens: 300 })).toBe(300);
    expect(limit({ tokens: INPUT + 600 }, { answers: 2 })).toBe(300);
  });

  it('leaves the limit as it is where there is room, and sets none that nobody asked for', () => {
    expect(held(givenMeter({ usd: 1000 }).reserve(asking())).max_tokens).toBe(1000);
    expect(held(givenMeter({ usd: 1000 }).reserve(asking({ max_tokens: null }))).max_tokens).toBeNull();
    expect(held(givenMeter({ usd: 50 }).reserve(asking({ max_tokens: null }))).max_tokens).toBe(4797);
    expect(held(givenMeter().reserve(asking({ max_tokens: null }))).max_tokens).toBeNull();
  });

  it('is refused where a useful answer does not fit, unless no more is wanted', () => {
    const meter = givenMeter({ tokens: INPUT + 255 });
    expect(why(meter.reserve(asking()))).toBe('token-cap');
    expect(held(meter.reserve(asking({ max_tokens: 200 }))).max_tokens).toBe(200);
  });

  it('is refused for USD with the amounts', () => {
    expect(givenMeter({ usd: 4 }).reserve(asking())).toEqual({
      refused: 'usd-cap',
      message: 'budget exhausted: of 4 USD that may be spent on models 4 are left, and this request may cost 4.584',
    });
  });

  it('is refused beyond the number of requests, of which one that failed at the upstream is one', () => {
    const meter = givenMeter({ requests: 2 });
    const failed = { sent: false, reached: true, output_bytes: 0 };
    expect(held(meter.reserve(asking())).settle(null, failed)).toEqual({ usage: null, usd: null, price: null });
    held(meter.reserve(asking())).settle(used(1, 1), { sent: true, output_bytes: 4 });
    expect(meter.reserve(asking())).toEqual({
      refused: 'request-cap',
      message: 'budget exhausted: all of 2 requests to models were sent, 1 of them without an answer',
    });
    expect(meter.spent.requests).toBe(2);
  });

  it('is refused beyond the number of requests; one that was never sent is none', () => {
    const meter = givenMeter({ requests: 1 });
    const first = held(meter.reserve(asking()));
    expect(meter.reserve(asking())).toEqual({
      refused: 'request-cap',
      message: 'budget exhausted: all of 1 requests to models were sent',
    });
    expect(first.settle(null, { sent: false, output_bytes: 0 })).toEqual({ usage: null, usd: null, price: null });
    held(meter.reserve(asking())).settle(used(1, 1), { sent: true, output_bytes: 4 });
    expect([why(meter.reserve(asking())), meter.spent.requests]).toEqual(['request-cap', 1]);
  });

  it('is refused for a model without a price while USD are capped, before the first call', () => {
    const refused = givenMeter({ usd: 5 }).reserve(asking({ model: 'mine"\n' }));
    expect(refused).toEqual({ refused: 'unpriced-model', message: expect.stringContaining('"mine\\"\\n"') });
    expect(held(givenMeter({ tokens: 1e5 }).reserve(asking({ model: 'mine' }))).max_tokens).toBe(1000);
    expect(held(givenMeter({ usd: 5 }).reserve(asking({ model: 'free' }))).max_tokens).toBe(1000);
  });

  // Holds R8
  it.each([
    ['more answers than anybody can mean', { answers: 1e9, max_tokens: 1e9 }],
    ['more output than anybody can mean', { max_tokens: Number.MAX_SAFE_INTEGER }],
    ['more input than fits', { input_bytes: 1e12 }],
  ])('does not let %s pass a cap', (_, given) => {
    const meter = givenMeter({ usd: 5000 });
    const answer = meter.reserve(asking(given));
    if ('refused' in answer) expect(answer.refused).toBe('usd-cap');
    else expect(answer.max_tokens! * asking(given).answers).toBeLessThanOrEqual(500_000);
  });
});

describe('a cap in USD over more than models', () => {
  it('leaves for requests what commands, calls and people have not taken, and says so', () => {
    let elsewhere_usd = 0;
    const meter = createMeter({ usd: 5, tokens: null, requests: null }, PRICES, () => elsewhere_usd);
    const dear = asking({ max_tokens: 200 });
    held(meter.reserve(dear)).settle(null, { sent: false, output_bytes: 0 });
    elsewhere_usd = 3;
    const refused = meter.reserve(dear);
    expect(why(refused)).toBe('usd-cap');
    expect('refused' in refused && refused.message).toBe(
      'budget exhausted: of 5 USD that may be spent, 3 of them gone for commands, calls, people and overhead, 2 are left, and this request may cost 4.024',
    );
    // Allowed once more: as much again, from what everything together came to.
    meter.renew('usd');
    held(meter.reserve(dear));
  });
});

describe('a claim', () => {
  const twice = () => givenMeter({ tokens: 2 * (INPUT + 1000) });

  it('waits for requests that are under way where it does not fit beside them, in its turn', async () => {
    const meter = twice();
    const [first, second] = await Promise.all([meter.claim(asking(), nobody), meter.claim(asking(), nobody)]);
    const order: string[] = [];
    const third = meter.claim(asking({ max_tokens: 1500 }), nobody).then((answer) => {
      order.push('third');
      return answer;
    });
    const fourth = meter.claim(asking({ max_tokens: 10, input_bytes: 0 }), nobody).then(() => order.push('fourth'));
    await soon();
    expect(order).toEqual([]);
    held(first).settle(used(10, 10), { sent: true, output_bytes: 40 });
    await soon();
    expect(order).toEqual([]);
    held(second).settle(used(10, 10), { sent: true, output_bytes: 40 });
    expect(held(await third).max_tokens).toBe(1500);
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
  });

  it('gets a lower limit where it is alone and does not fit all the same', async () => {
    expect(held(await twice().claim(asking({ max_tokens: 32_000 }), nobody)).max_tokens).toBe(INPUT + 2000);
  });

  it('is refused at once where waiting would not help', async () => {
    const meter = twice();
    held(meter.reserve(asking()));
    expect(why(await meter.claim(asking({ input_bytes: 1e6 }), nobody))).toBe('token-cap');
  });

  it('is refused when what it waited for leaves nothing', async () => {
    const meter = twice();
    const first = held(meter.reserve(asking({ max_tokens: INPUT + 2000 })));
    const waiting = meter.claim(asking(), nobody);
    first.settle(used(INPUT, INPUT + 2000), { sent: true, output_bytes: 9000 });
    expect(why(await waiting)).toBe('token-cap');
  });

  it('is given up when the client goes away, and those behind it move up', async () => {
    const meter = twice();
    const first = held(meter.reserve(asking({ max_tokens: INPUT + 1500 })));
    const gone = new AbortController();
    const second = meter.claim(asking({ max_tokens: 5000 }), gone.signal);
    const third = meter.claim(asking({ input_bytes: 0, max_tokens: 1 }), nobody);
    gone.abort();
    expect(await second).toBeUndefined();
    expect(await meter.claim(asking(), gone.signal)).toBeUndefined();
    first.settle(null, { sent: false, output_bytes: 0 });
    expect(held(await third).max_tokens).toBe(1);
  });
});

describe('an answer that grows', () => {
  it('without a limit takes what it needs of the cap, and is broken off when nothing is left', () => {
    const meter = givenMeter({ tokens: INPUT + 20_000 });
    const endless = held(meter.reserve(asking({ max_tokens: null })));
    expect([8_000, 40_000, 150_000].map((bytes) => endless.covers(bytes))).toEqual([true, true, true]);
    expect(endless.covers(8 * 20_000 + 8)).toBe(false);
    expect(why(meter.reserve(asking()))).toBe('token-cap');
  });

  it('takes nothing from the others', () => {
    const meter = givenMeter({ tokens: 2 * INPUT + 10_000 });
    const endless = held(meter.reserve(asking({ max_tokens: null })));
    const other = held(meter.reserve(asking()));
    endless.covers(1e6);
    endless.settle(used(500, INPUT), { sent: true, output_bytes: 4000 });
    expect(other.max_tokens).toBe(1000);
  });

  it('beyond its limit is broken off once its text cannot be that short any more and nothing is left', () => {
    const answer = held(givenMeter({ tokens: INPUT + 1000 }).reserve(asking()));
    expect([7_000, 8_000, 8_008].map((bytes) => answer.covers(bytes))).toEqual([true, true, false]);
  });

  it('goes on without caps', () => {
    expect(held(givenMeter().reserve(asking())).covers(1e9)).toBe(true);
  });
});

describe('what is settled', () => {
  const settle = (usage: ReturnType<typeof used> | null, output_bytes = 400, given = {}) =>
    held(givenMeter({ usd: 1000 }).reserve(asking(given))).settle(usage, { sent: true, output_bytes });

  it('is what was reported, at its price', () => {
    expect(settle(used(500, 100))).toEqual({
      usage: used(500, 100),
      usd: expect.closeTo(1.5),
      price: expect.stringMatching(/^table:[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['nothing was reported', null, 1000, used(INPUT, 500, { source: 'estimated' })],
    ['no output for a long answer', used(500, 0), 50_000, used(500, 25_000, { source: 'estimated' })],
    ['too little output for a long answer', used(500, 7), 50_000, used(500, 25_000, { source: 'estimated' })],
    ['no input', used(0, 100), 400, used(INPUT, 100, { source: 'estimated' })],
    ['more input than bytes', used(9000, 100), 400, used(9000, 100, { source: 'estimated' })],
    ['more output than the limit and than bytes', used(500, 5000), 400, used(500, 5000, { source: 'estimated' })],
    [
      'more from a cache than there is',
      used(500, 100, { cached_input_tokens: 800 }),
      400,
      used(500, 100, { cached_input_tokens: 500, source: 'estimated' }),
    ],
    [
      'more reasoning than output',
      used(500, 100, { reasoning_tokens: 800 }),
      400,
      used(500, 100, { reasoning_tokens: 100, source: 'estimated' }),
    ],
  ])('is an estimate against the budget when it is %s', (_, told, bytes, expected) => {
    expect(settle(told, bytes).usage).toEqual(expected);
  });

  it.each([
    ['at once', 900, null, 200],
    ['after a while', 10_900, null, 2500],
    ['late', 3_600_000, null, 8192],
    ['late, of an answer with a limit', 3_600_000, 3000, 3000],
    ['late, of an answer that was longer than any reasoning', 1_000, 3000, 200, 800],
  ])(
    'counts reasoning that nobody saw when the client left %s',
    (_, left_after_ms, max_tokens, output_tokens, bytes = 400) => {
      const reserved = held(givenMeter({ usd: 1000 }).reserve(asking({ max_tokens })));
      const { usage } = reserved.settle(null, { sent: true, output_bytes: bytes, left_after_ms });
      expect(usage).toEqual(used(INPUT, Math.max(output_tokens, bytes / 2), { source: 'estimated' }));
    },
  );

  it('may have hidden reasoning, a short answer, and few tokens for a body full of pictures', () => {
    for (const [usage, bytes] of [
      [used(500, 900, { reasoning_tokens: 890 }), 40],
      [used(500, 0), 0],
      [used(500, 1), 2],
      [used(3, 1), 2],
    ] as const)
      expect(settle(usage, bytes).usage).toEqual(usage);
  });

  it('has no price where there is none, and then nobody knows the sum', () => {
    const meter = givenMeter();
    const settled = held(meter.reserve(asking({ model: 'mine' }))).settle(used(5, 5), { sent: true, output_bytes: 9 });
    expect([settled, meter.spent]).toEqual([
      { usage: used(5, 5), usd: null, price: null },
      { requests: 1, tokens: 10, usd: null },
    ]);
  });

  it('is settled once', () => {
    const one = held(givenMeter().reserve(asking()));
    one.settle(null, { sent: false, output_bytes: 0 });
    expect(() => one.settle(null, { sent: false, output_bytes: 0 })).toThrow('settled once');
  });

  it('teaches how dense the text of this account is', () => {
    const meter = givenMeter({ tokens: 100_000 });
    held(meter.reserve(asking({ input_bytes: 20_000 }))).settle(used(17_024, 1), { sent: true, output_bytes: 1 });
    // 16,000 tokens of 20,000 bytes: what is left is short of 0.8 tokens per byte by one answer of no use.
    expect(why(meter.reserve(asking({ input_bytes: 102_200 })))).toBe('token-cap');
    expect(held(meter.reserve(asking({ input_bytes: 102_100, max_tokens: 256 }))).max_tokens).toBe(256);
  });
});

describe('a cap', () => {
  /** One request: how it asks, and how much of what it may use it uses. */
  const request = fc.record({
    input_bytes: fc.nat(20_000),
    max_tokens: fc.option(fc.integer({ min: 1, max: 4000 })),
    answers: fc.integer({ min: 1, max: 3 }),
    model: fc.constantFrom('dear', 'free'),
    input: fc.double({ min: 0, max: 1, noNaN: true }),
    output: fc.double({ min: 0, max: 1, noNaN: true }),
    ends: fc.nat(5),
    sent: fc.boolean(),
    told: fc.boolean(),
  });
  const caps = fc.record({
    usd: fc.option(fc.double({ min: 0.5, max: 300, noNaN: true })),
    tokens: fc.option(fc.integer({ min: 100, max: 100_000 })),
    requests: fc.option(fc.integer({ min: 1, max: 12 })),
  });

  it('is never passed, however requests begin and end beside each other, by text that is as dense as was assumed', () => {
    let [made, refused] = [0, 0];
    fc.assert(
      fc.property(caps, fc.array(request, { maxLength: 30 }), (caps, requests) => {
        const meter = givenMeter(caps);
        const under_way: (() => void)[] = [];
        for (const { ends, input, output, sent, told, ...estimate } of requests) {
          const answer = meter.reserve({ ...estimate, provider: undefined });
          if ('refused' in answer) refused += 1;
          else {
            made += 1;
            const most = (answer.max_tokens ?? 8192) * estimate.answers;
            // An answer without a limit is as long as it is let: 8 bytes of its text are a token at least.
            let bytes = Math.floor(output * most * 2);
            if (answer.max_tokens === null) while (bytes > 0 && !answer.covers(bytes)) bytes = Math.floor(bytes / 2);
            const usage = used(
              1 + Math.floor((input * estimate.input_bytes) / 2),
              Math.min(most, Math.floor(bytes / 2)),
            );
            under_way.push(() => answer.settle(told ? usage : null, { sent, output_bytes: bytes }));
          }
          for (let i = 0; i < ends; i += 1) under_way.shift()?.();
          const { spent } = meter;
          expect(spent.requests).toBeLessThanOrEqual(caps.requests ?? Number.POSITIVE_INFINITY);
        }
        for (const end of under_way) end();
        const { spent } = meter;
        expect(spent.tokens).toBeLessThanOrEqual(caps.tokens ?? Number.POSITIVE_INFINITY);
        expect(spent.usd).toBeLessThanOrEqual((caps.usd ?? Number.POSITIVE_INFINITY) + 1e-6);
      }),
    );
    expect([made > 20, refused > 20]).toEqual([true, true]);
  });

  it('is passed by the densest text there is by no more than the body of each request under way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5000, max: 200_000 }),
        fc.array(fc.nat(30_000), { maxLength: 12 }),
        (cap, bodies) => {
          const meter = givenMeter({ tokens: cap });
          const ends: (() => void)[] = [];
          let tail = 0;
          for (const input_bytes of bodies) {
            const answer = meter.reserve(asking({ input_bytes, max_tokens: 256 }));
            if ('refused' in answer) continue;
            tail += input_bytes / 2;
            ends.push(() =>
              answer.settle(used(input_bytes + 1024, answer.max_tokens!), { sent: true, output_bytes: 900 }),
            );
          }
          for (const end of ends) end();
          expect(meter.spent.tokens).toBeLessThanOrEqual(cap + tail);
        },
      ),
    );
  });

  it('lets everybody through in the end who waits, and nobody twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ input_bytes: fc.nat(9000), max_tokens: fc.nat(3000) }), { maxLength: 15 }),
        async (given) => {
          const meter = givenMeter({ tokens: 12_000 });
          let open = 0;
          const answers = given.map(async (one) => {
            const answer = await meter.claim(asking(one), nobody);
            if (!answer || 'refused' in answer) return answer?.refused;
            open += 1;
            await soon();
            open -= 1;
            answer.settle(used(1 + Math.floor(one.input_bytes / 4), answer.max_tokens!), {
              sent: true,
              output_bytes: 4 * answer.max_tokens!,
            });
            return 'made';
          });
          for (const answer of await Promise.all(answers)) expect(['made', 'token-cap']).toContain(answer);
          expect([open, meter.spent.tokens <= 12_000]).toEqual([0, true]);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('a request whose conversation the provider compacts', () => {
  const compacting = (compacts_from: number) => asking({ compacts_from, max_tokens: 300 });

  it('has the sampling of the compaction reserved where its body may reach the trigger', () => {
    // An answer of 256 tokens is the least that is worth asking for.
    expect(why(givenMeter({ tokens: 2 * INPUT + 300 + 255 }).reserve(compacting(INPUT)))).toBe('token-cap');
    expect(why(givenMeter({ tokens: 2 * INPUT + 300 + 256 }).reserve(compacting(INPUT)))).toBeUndefined();
    const own = INPUT + 300;
    expect(why(givenMeter({ tokens: own }).reserve(compacting(INPUT + 1)))).toBeUndefined();
  });

  it('has as much reserved as the dearest compaction before it used beyond its body', () => {
    const meter = givenMeter({ tokens: 500_000 });
    held(meter.reserve(compacting(150_000))).settle(used(203_000, 4500), { sent: true, output_bytes: 0 });
    held(meter.reserve(compacting(150_000))).settle(used(203_000, 4500), { sent: true, output_bytes: 0 });
    expect(meter.reserve(compacting(150_000))).toMatchObject({
      refused: 'token-cap',
      message: expect.stringContaining('of 500000 tokens 85000 are left'),
    });
    expect(why(meter.reserve(asking()))).toBeUndefined();
  });
});
