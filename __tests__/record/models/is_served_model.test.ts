import { isRequestForModel, isServedModel } from '../../../src/record/models/is_served_model.js';

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
