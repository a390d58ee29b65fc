import { extractUsage, findProvider } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { getDialect } from '../../../src/gateway/get_dialect.js';
import type { ModelUsage } from '../../../src/record/models/model_usage.js';

/** What the price library reads out of the same answer, by our names. */
function libraryReads(
  providerId: string,
  flavor: string,
  body: unknown,
): Omit<ModelUsage, 'source' | 'reasoning_tokens'> {
  const provider = findProvider({ providerId });
  const { usage } = extractUsage(provider!, body, flavor);
  return {
    input_tokens: usage.input_tokens ?? 0,
    cached_input_tokens: usage.cache_read_tokens ?? 0,
    cache_write_tokens: usage.cache_write_tokens ?? 0,
    output_tokens: usage.output_tokens ?? 0,
  };
}

function weRead(name: 'chat' | 'responses' | 'messages' | 'gemini', body: unknown): unknown {
  const { usage } = getDialect(name).readWhole(body);
  if (usage === null) return null;
  const { source: _, reasoning_tokens: __, ...counts } = usage;
  return counts;
}

const tokens = fc.integer({ min: 0, max: 200_000 });
const counts = fc.record({ fresh: tokens, cached: tokens, written: tokens, said: tokens, reasoning: tokens });

// Holds A2
describe('usage, as the price library reads it', () => {
  it('in chat completions', () => {
    fc.assert(
      fc.property(counts, ({ fresh, cached, said, reasoning }) => {
        const usage = {
          prompt_tokens: fresh + cached,
          completion_tokens: said + reasoning,
          total_tokens: fresh + cached + said + reasoning,
          prompt_tokens_details: { cached_tokens: cached },
          completion_tokens_details: { reasoning_tokens: reasoning },
        };
        const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '' } }];
        const body = { model: 'gpt-5', choices, usage };
        expect(weRead('chat', body)).toEqual(libraryReads('openai', 'chat', body));
      }),
    );
  });

  it('in responses', () => {
    fc.assert(
      fc.property(counts, ({ fresh, cached, written, said, reasoning }) => {
        const usage = {
          input_tokens: fresh + cached + written,
          input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
          output_tokens: said + reasoning,
          output_tokens_details: { reasoning_tokens: reasoning },
        };
        const body = { object: 'response', status: 'completed', model: 'gpt-5', output: [], usage };
        expect(weRead('responses', body)).toEqual(libraryReads('openai', 'responses', body));
      }),
    );
  });

  it('in messages', () => {
    fc.assert(
      fc.property(counts, ({ fresh, cached, written, said }) => {
        const usage = {
          input_tokens: fresh,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: written,
          output_tokens: said,
        };
        const body = { type: 'message', model: 'claude-sonnet-4-5', content: [], stop_reason: 'end_turn', usage };
        expect(weRead('messages', body)).toEqual(libraryReads('anthropic', 'default', body));
      }),
    );
  });

  it('in Gemini', () => {
    fc.assert(
      fc.property(counts, ({ fresh, cached, said, reasoning, written: tool }) => {
        const usageMetadata = {
          promptTokenCount: fresh + cached,
          cachedContentTokenCount: cached,
          toolUsePromptTokenCount: tool,
          candidatesTokenCount: said,
          thoughtsTokenCount: reasoning,
        };
        const body = { modelVersion: 'gemini-2.5-flash', candidates: [{ finishReason: 'STOP' }], usageMetadata };
        expect(weRead('gemini', body)).toEqual(libraryReads('google', 'default', body));
      }),
    );
  });

  it('is ours where it reads less: thoughts that only the total of a compatible server shows', () => {
    const usage = { prompt_tokens: 758, completion_tokens: 102, total_tokens: 1725 };
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'x' } }];
    const body = { model: 'gemini-2.5-pro', choices, usage };
    expect(weRead('chat', body)).toMatchObject({ input_tokens: 758, output_tokens: 967 });
  });
});
