import { isRequestForModel, isServedModel, sumTokenCounts } from '../../../src/record/models/model_usage.js';

const none = { input_tokens: 0, cached_input_tokens: 0, cache_write_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };

describe('sums of token counts', () => {
  it('is zero of every kind without counts', () => {
    expect(sumTokenCounts([])).toEqual(none);
  });

  it('adds kind by kind, and nothing else that stands beside', () => {
    const usage = { ...none, input_tokens: 5, cached_input_tokens: 2, output_tokens: 3, source: 'reported' as const };
    const other = { ...none, input_tokens: 1, cache_write_tokens: 1, output_tokens: 4, reasoning_tokens: 2 };
    expect(sumTokenCounts([usage, other])).toEqual({
      input_tokens: 6,
      cached_input_tokens: 2,
      cache_write_tokens: 1,
      output_tokens: 7,
      reasoning_tokens: 2,
    });
  });
});

describe('a model that is served', () => {
  it.each([
    ['gpt-5', 'gpt-5'],
    ['gpt-5', 'gpt-5-2025-08-07'],
    ['openai/gpt-5', 'gpt-5-2025-08-07'],
    ['gpt-4', 'gpt-4-0613'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['gemini-2.5-flash', 'models/gemini-2.5-flash-001'],
    ['gemini-2.5-flash', 'gemini-2.5-flash-preview-05-20'],
    ['qwen3', 'qwen3:latest'],
    ['Qwen/Qwen3-4B', 'qwen3-4b'],
  ])('is what was asked for under another name: %s, %s', (asked, served) => {
    expect(isServedModel(asked, served)).toBe(true);
  });

  it.each([
    ['gpt-5', 'gpt-5-pro'],
    ['gpt-5', 'gpt-5-pro-2025-10-06'],
    ['gpt-5-mini', 'gpt-5'],
    ['o1-preview', 'o1'],
    ['qwen3:8b', 'qwen3:32b'],
    ['gpt-4', 'gpt-4-32k'],
    ['claude-sonnet-4', 'claude-sonnet-4-5'],
  ])('is another one: %s, %s', (asked, served) => {
    expect(isServedModel(asked, served)).toBe(false);
  });
});

describe('a model that is asked for', () => {
  it.each([
    ['gpt-5', 'gpt-5', true],
    ['openai/gpt-5', 'gpt-5', true],
    ['gpt-5', 'openai/gpt-5', true],
    ['models/gemini-2.5-flash', 'gemini-2.5-flash', true],
    ['gpt-5-2025-08-07', 'gpt-5', false],
    ['gpt-5-pro', 'gpt-5', false],
    ['other/gpt-5', 'gpt-5', false],
    ['other/gpt-5', 'openai/gpt-5', false],
    ['GPT-5', 'gpt-5', false],
    ['openai/openai/gpt-5', 'gpt-5', false],
    ['groq/gpt-5', 'openai/gpt-5', false],
    ['groq/gpt-5', 'gpt-5', true],
    ['openai/gpt-5', 'openai/gpt-5', true],
    ['models/openai/gpt-5', 'openai/gpt-5', true],
  ])('%s under %s: %s', (asked, held, same) => {
    expect(isRequestForModel(asked, held, ['openai', 'groq'])).toBe(same);
  });
});
