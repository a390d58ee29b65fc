import fc from 'fast-check';
import { chatDialect } from '../../../src/gateway/dialects/chat/chat_dialect.js';
import { geminiDialect } from '../../../src/gateway/dialects/gemini/gemini_dialect.js';
import { messagesDialect } from '../../../src/gateway/dialects/messages/messages_dialect.js';
import { responsesDialect } from '../../../src/gateway/dialects/responses/responses_dialect.js';
import { computeMinThinkingOutput, scaleThinkingBudget } from '../../../src/gateway/dialects/scale_thinking_budget.js';

describe('a budget for thinking under a lower limit', () => {
  it.each([
    ['keeps its share', 10_000, 20_000, 8_000, 4_000],
    ['leaves room for the answer', 19_999, 20_000, 8_000, 7_744],
    ['is no less than providers take', 2_000, 20_000, 4_000, 1_024],
    ['stays as it is where it is less than that', 512, 20_000, 4_000, 512],
    ['fits without a limit of the client', 20_000, null, 8_000, 7_744],
    ['fits where it was more than the limit', 30_000, 20_000, 8_000, 7_744],
  ])('%s', (_, budget, asked, limit, expected) => {
    expect(scaleThinkingBudget(budget, asked, limit)).toBe(expected);
  });

  it('is always less than the limit, and no more than before, where the answer is worth asking for', () => {
    const most = 200_000;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: most }),
        fc.integer({ min: 1, max: most }),
        fc.nat(most),
        (budget, asked, more) => {
          const limit = computeMinThinkingOutput(budget) + more;
          const lowered = scaleThinkingBudget(budget, asked, limit);
          expect(lowered).toBeGreaterThanOrEqual(Math.min(budget, 1024));
          expect(lowered).toBeLessThanOrEqual(Math.min(budget, limit - 256));
        },
      ),
    );
  });
});

const said = [{ role: 'user', content: 'hi' }];
const route = { operation: 'generate' } as const;

describe('the formats say where it stands', () => {
  const enabled = { type: 'enabled', budget_tokens: 10_000 };
  it('messages', () => {
    const body = { model: 'm', messages: said, max_tokens: 20_000, thinking: enabled };
    expect(messagesDialect.readRequest(body, { dialect: 'messages', ...route })).toMatchObject({ thinking: 10_000 });
    expect(messagesDialect.withMaxTokens(body, 8_000)).toEqual({
      ...body,
      max_tokens: 8_000,
      thinking: { type: 'enabled', budget_tokens: 4_000 },
    });
    const without = { ...body, thinking: { type: 'adaptive' } };
    expect(messagesDialect.readRequest(without, { dialect: 'messages', ...route })).toMatchObject({
      thinking: undefined,
    });
    expect(messagesDialect.withMaxTokens(without, 8_000)).toEqual({ ...without, max_tokens: 8_000 });
  });

  it('chat completions, under the names that servers give it', () => {
    const body = {
      ...{ model: 'm', messages: said, max_tokens: 20_000 },
      ...{ thinking: enabled, reasoning: { max_tokens: 12_000 }, thinking_budget: 2_000 },
    };
    expect(chatDialect.readRequest(body, { dialect: 'chat', ...route })).toMatchObject({ thinking: 12_000 });
    expect(chatDialect.withMaxTokens(body, 8_000)).toEqual({
      ...body,
      max_tokens: 8_000,
      thinking: { type: 'enabled', budget_tokens: 4_000 },
      reasoning: { max_tokens: 4_800 },
      thinking_budget: 1_024,
    });
  });

  it.each([
    ['thinkingConfig', 'thinkingBudget'],
    ['thinking_config', 'thinking_budget'],
  ])('Gemini: %s', (settings, name) => {
    const body = {
      contents: 'hi',
      generationConfig: { maxOutputTokens: 20_000, [settings]: { [name]: 10_000, x: 1 } },
    };
    const at = { dialect: 'gemini', model: 'm', ...route } as const;
    expect(geminiDialect.readRequest(body, at)).toMatchObject({ thinking: 10_000 });
    expect(geminiDialect.withMaxTokens(body, 8_000)).toEqual({
      contents: 'hi',
      generationConfig: { maxOutputTokens: 8_000, [settings]: { [name]: 4_000, x: 1 } },
    });
    const dynamic = { contents: 'hi', generationConfig: { [settings]: { [name]: -1 } } };
    expect(geminiDialect.readRequest(dynamic, at)).toMatchObject({ thinking: undefined });
    expect(geminiDialect.withMaxTokens(dynamic, 8_000)).toEqual({
      contents: 'hi',
      generationConfig: { maxOutputTokens: 8_000, [settings]: { [name]: -1 } },
    });
  });

  it.each([
    ['high', true],
    ['none', false],
    ['minimal', false],
    [undefined, false],
  ])('an effort of %s asks for thinking without saying how much: %s', (effort, thinks) => {
    const at = { dialect: 'responses', ...route } as const;
    expect(responsesDialect.readRequest({ model: 'm', input: 'hi', reasoning: { effort } }, at)).toMatchObject({
      thinks,
    });
    const body = { model: 'm', messages: said, reasoning_effort: effort };
    expect(chatDialect.readRequest(body, { dialect: 'chat', ...route })).toMatchObject({ thinks, thinking: undefined });
  });
});
