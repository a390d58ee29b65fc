import { readFileSync } from 'node:fs';
import { createPriceBook } from '../../../src/gateway/meter/create_price_book.js';
import { readPriceTable } from '../../../src/gateway/meter/price_book.js';
import { matchesModelPattern } from '../../../src/gateway/upstreams/upstream.js';
import type { PriceableUsage, TokenCounts } from '../../../src/record/models/model_usage.js';

const AT = new Date('2026-11-01T00:00:00Z');
const PRICE_LIBRARY = createPriceBook(undefined, AT).identity.library;
const tableOf = (...lines: string[]) =>
  readPriceTable(Buffer.from(`action_type,unit,unit_price,model,provider,days\n${lines.join('\n')}\n`), 'p.csv');
const usage = (given: Partial<TokenCounts> = {}): TokenCounts => ({
  input_tokens: 1000,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 100,
  reasoning_tokens: 0,
  ...given,
});

describe('a declared price', () => {
  const table = tableOf(
    'llm_request,1k_input_token,1,big-*,,',
    'llm_request,1k_output_token,10,big-*,,',
    'llm_request,1k_cached_input_token,0.1,big-*,,',
    'llm_request,1k_cache_write_token,2,big-*,,',
    'llm_request,1k_reasoning_token,20,big-*,,',
    'llm_request,request,0.5,big-*,,',
    'llm_request,1k_token,3,*,cheap,',
    'llm_request,token,0,*,,',
  );
  const book = createPriceBook(table, AT);
  const cost = (model: string, given: Partial<TokenCounts> = {}, provider?: string) =>
    book.cost(model, provider, usage(given));

  it.each<[string, Partial<TokenCounts>, number]>([
    ['input, output and the request itself', {}, 1 + 1 + 0.5],
    ['what was read from a cache', { cached_input_tokens: 500 }, 0.5 + 0.05 + 1 + 0.5],
    ['what was written to one', { cache_write_tokens: 500 }, 0.5 + 1 + 1 + 0.5],
    ['reasoning', { reasoning_tokens: 50 }, 1 + 0.5 + 1 + 0.5],
  ])('counts %s', (_, given, usd) => {
    const priced = cost('big-1', given)!;
    expect([priced.usd, priced.price]).toEqual([expect.closeTo(usd, 9), `table:${table.sha256}`]);
  });

  it('is that of the first row that matches model and provider, by all names that a model has', () => {
    expect(cost('vendor/big-1')!.usd).toBeCloseTo(2.5);
    expect(cost('small', {}, 'cheap')!.usd).toBeCloseTo(3.3);
    expect(cost('gpt-5')!.usd).toBe(0);
  });

  it('falls back from a kind of tokens to what it is a part of', () => {
    const one = createPriceBook(tableOf('llm_request,input_token,1,,,', 'llm_request,output_token,2,,,'), AT);
    const parts = { cached_input_tokens: 300, cache_write_tokens: 300, reasoning_tokens: 60 };
    expect(one.cost('x', undefined, usage(parts))!.usd).toBe(1200);
  });

  it('is none for counts that contradict each other', () => {
    expect(cost('big-1', { cached_input_tokens: 2000 })).toBeUndefined();
    expect(cost('big-1', { output_tokens: -1 })).toBeUndefined();
    expect(cost('big-1', { input_tokens: 1.5 })).toBeUndefined();
  });

  it('decides before the library does, and is named by the digest of its file', () => {
    const own = createPriceBook(tableOf('llm_request,1k_token,1,gpt-5,,'), AT);
    expect(own.cost('gpt-5', 'openai', usage())!.usd).toBeCloseTo(1.1);
    expect(own.cost('gpt-5-mini', 'openai', usage())!.price).toBe(`library:${PRICE_LIBRARY}`);
  });

  it('is known for everything else that costs', () => {
    const rates = createPriceBook(
      tableOf(
        'execution,hour,0.6,,,',
        'tool_call,call,0.001,,,',
        'tool_call,minute,0.1,,,',
        'human,minute,1,,,',
        'overhead,run,0.05,,,',
        'artifact_storage,gigabyte,1,,,',
        'artifact_storage,gigabyte-day,0.1,,,30',
      ),
      AT,
    ).rates;
    expect(rates).toEqual({
      tool_call: 0.001,
      tool_minute: 0.1,
      execution_minute: expect.closeTo(0.01, 12),
      human_minute: 1,
      run: 0.05,
      stored_gigabyte: 4,
    });
    expect(Object.values(createPriceBook(undefined, AT).rates)).toEqual([null, null, null, null, null, null]);
  });
});

describe('a price of the library', () => {
  const book = createPriceBook(undefined, AT);
  const per = (model: string, provider?: string) =>
    book.cost(model, provider, usage({ input_tokens: 1e6, output_tokens: 0 }));

  it.each<[string, string | undefined, number]>([
    ['gpt-5', undefined, 1.25],
    ['gpt-5-2025-08-07', undefined, 1.25],
    ['openai/gpt-5', undefined, 1.25],
    ['gpt-5', 'openai', 1.25],
    ['models/gemini-2.5-flash', undefined, 0.3],
    ['models/gemini-2.5-flash', 'google', 0.3],
    ['anthropic/claude-haiku-4-5', undefined, 1],
    ['claude-haiku-4-5-20251001', 'anthropic', 1],
    ['openai/gpt-4o', 'openrouter', 2.5],
    ['gpt-5', 'a-gateway-of-ours', 1.25],
  ])('is found for %s of %s', (model, provider, usd) => {
    expect(per(model, provider)).toEqual({ usd: expect.closeTo(usd, 6), price: `library:${PRICE_LIBRARY}` });
  });

  it('counts what came from a cache less, and what was written to one more', () => {
    const claude = (given: Partial<TokenCounts>) => book.cost('claude-haiku-4-5', 'anthropic', usage(given))!.usd;
    const plain = claude({});
    expect(claude({ cached_input_tokens: 1000 })).toBeLessThan(plain);
    expect(claude({ cache_write_tokens: 1000 })).toBeGreaterThan(plain);
  });

  it.each([
    ['an unknown model', 'qwen-of-mine', undefined],
    ['a model that this provider does not have', 'gpt-5', 'anthropic'],
    ['no name', '', undefined],
    ['a name without end', `gpt-5${'x'.repeat(100_000)}`, undefined],
  ])('is none for %s', (_, model, provider) => {
    expect(per(model, provider)).toBeUndefined();
  });

  it('is none for counts that contradict each other, and there again for others', () => {
    expect(book.cost('gpt-5', 'openai', usage({ cached_input_tokens: 2000 }))).toBeUndefined();
    expect(per('gpt-5', 'openai')!.usd).toBeCloseTo(1.25, 6);
  });

  it('is that of the model and the provider, whoever was asked about before without having one', () => {
    for (let i = 0; i < 1_100; i++)
      expect([per('gpt-5', 'anthropic'), per(`mine-${i}`)]).toEqual([undefined, undefined]);
    expect(per('gpt-5', 'openai')!.usd).toBeCloseTo(1.25, 6);
    expect(per('gpt-5')!.usd).toBeCloseTo(1.25, 6);
  });

  it('is that of the version that is installed', () => {
    const { name, version } = JSON.parse(readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8'));
    expect(PRICE_LIBRARY).toBe(`${name}@${version}`);
  });
});

describe('a pattern of names', () => {
  it.each([
    ['*', 'anything', true],
    ['*', '', true],
    ['gpt-5', 'gpt-5', true],
    ['gpt-5', 'gpt-5-mini', false],
    ['gpt-*', 'gpt-5', true],
    ['*-mini', 'gpt-5-mini', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'ac', false],
    ['ab*ba', 'aba', false],
    ['a.c', 'abc', false],
    ['**', 'x', true],
    [`${'*a'.repeat(5000)}`, 'a'.repeat(4999), false],
  ])('%.20s and %.20s: %s', (pattern, name, expected) => {
    expect(matchesModelPattern(pattern, name)).toBe(expected);
  });
});

describe('a unit that a provider bills apart has a price of its own, or is said to have none', () => {
  const apart = (...[model, units, given]: [string, NonNullable<PriceableUsage['apart']>, Partial<TokenCounts>?]) => ({
    ...{ model, usage: { ...usage({ input_tokens: 1000, output_tokens: 100, ...given }), apart: units } },
  });
  const own = tableOf(
    ...['llm_request,input_token,1,rich,,', 'llm_request,output_token,10,rich,,'],
    ...['llm_request,cache_write_token,2,rich,,', 'llm_request,cache_write_1h_token,3,rich,,'],
    ...['llm_request,input_audio_token,5,rich,,', 'llm_request,web_search,7,rich,,'],
    ...['llm_request,input_token,1,poor,,', 'llm_request,output_token,10,poor,,'],
  );
  const written = { cache_write_tokens: 400 };

  it.each([
    ['an hour of cache', apart('rich', { cache_write_1h_tokens: 300 }, written), 600 + 100 * 2 + 300 * 3 + 1000, []],
    ['more of it than was written', apart('rich', { cache_write_1h_tokens: 900 }, written), 600 + 400 * 3 + 1000, []],
    ['sound', apart('rich', { input_audio_tokens: 200 }), 800 + 200 * 5 + 1000, []],
    ['searches', apart('rich', { web_searches: 2 }), 1000 + 1000 + 14, []],
    [
      'an hour of cache without a price',
      apart('poor', { cache_write_1h_tokens: 300 }, written),
      2000,
      ['cache_write_1h_tokens'],
    ],
    ['searches without a price', apart('poor', { web_searches: 2 }), 2000, ['web_searches']],
    ['another model', apart('rich', { other_model_tokens: 50 }), 2000, ['other_model_tokens']],
  ])('in a table: %s', (_, { model, usage: used }, usd, unpriced) => {
    const priced = createPriceBook(own, AT).cost(model, undefined, used)!;
    expect({ usd: priced.usd, unpriced: priced.unpriced ?? [] }).toEqual({
      usd: expect.closeTo(usd, 6),
      unpriced,
    });
  });

  it.each([
    ['an hour of cache', apart('claude-sonnet-4-5', { cache_write_1h_tokens: 300 }, written), []],
    ['searches', apart('claude-sonnet-4-5', { web_searches: 2 }), []],
    ['sound of a model that has a price for it', apart('gemini-2.5-flash', { input_audio_tokens: 300 }), []],
    ['sound of one that has none', apart('gpt-4o', { input_audio_tokens: 300 }), ['input_audio_tokens']],
    ['what the library does not know', apart('gpt-4o', { search_sources: 3 }), ['search_sources']],
    [
      'sound beside a cache, which the library refuses',
      apart('gemini-2.5-flash', { input_audio_tokens: 300 }, { cached_input_tokens: 900 }),
      ['input_audio_tokens'],
    ],
  ])('in the library: %s', (_, { model, usage: used }, unpriced) => {
    const { apart: _units, ...plain } = used;
    const book = createPriceBook(undefined, AT);
    const [with_units, without] = [book.cost(model, undefined, used)!, book.cost(model, undefined, plain)!];
    expect(with_units.unpriced ?? []).toEqual(unpriced);
    expect(with_units.usd > without.usd).toBe(unpriced.length === 0);
    expect(without.unpriced).toBeUndefined();
  });
});
