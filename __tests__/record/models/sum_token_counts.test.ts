import { sumTokenCounts } from '../../../src/record/models/sum_token_counts.js';

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
