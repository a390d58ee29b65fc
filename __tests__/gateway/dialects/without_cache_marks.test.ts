import { chatDialect } from '../../../src/gateway/dialects/chat/chat_dialect.js';
import { messagesDialect } from '../../../src/gateway/dialects/messages/messages_dialect.js';
import { withoutCacheMarks } from '../../../src/gateway/dialects/without_cache_marks.js';
import { generate } from './streams.js';

const mark = { cache_control: { type: 'ephemeral' } };
const result = { type: 'tool_result', tool_use_id: 't', content: 'a.ts' };

describe('the likeness of a message', () => {
  it.each([
    [
      'a text that is a block while it is marked',
      { role: 'user', content: [{ type: 'text', text: 'Hi', ...mark }] },
      { role: 'user', content: 'Hi' },
    ],
    [
      'a text that is a block and no longer marked',
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'user', content: 'Hi' },
    ],
    [
      'a result that is marked',
      { role: 'user', content: [result, { ...result, ...mark }] },
      { role: 'user', content: [result, result] },
    ],
    [
      'a message that is marked itself',
      { role: 'tool', content: 'x', copilot_cache_control: { type: 'ephemeral' } },
      { role: 'tool', content: 'x' },
    ],
    ['a block of the system', { type: 'text', text: 'Be brief.', ...mark }, { type: 'text', text: 'Be brief.' }],
  ])('leaves out where to cache: %s', (_what, message, likeness) => {
    expect(withoutCacheMarks(message)).toEqual(likeness);
  });

  it.each([
    ['a text', { role: 'user', content: 'Hi' }],
    ['several blocks', { role: 'user', content: [{ type: 'text', text: 'a' }, result] }],
    ['a text with citations', { role: 'assistant', content: [{ type: 'text', text: 'a', citations: [] }] }],
    ['no message', 'x'],
    ['nothing', null],
  ])('is itself where nothing is marked: %s', (_what, message) => {
    expect(withoutCacheMarks(message)).toBeUndefined();
  });

  it('is the same for every request of a conversation whose marks move', () => {
    const said = ['Fix it.', 'On it.', 'Go on.', 'Done.', 'Thanks.'];
    const history = (length: number) =>
      said.slice(0, length).map((text, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: at >= length - 2 ? [{ type: 'text', text, ...mark }] : text,
      }));
    for (const dialect of [messagesDialect, chatDialect]) {
      const likenesses = [1, 3, 5].map((length) => {
        const asked = dialect.readRequest({ model: 'm', messages: history(length) }, generate(dialect.name));
        if ('unreadable' in asked) throw new Error(asked.unreadable);
        return asked.messages.map(({ value, likeness }) => likeness ?? value);
      });
      expect(likenesses[0]).toEqual(likenesses[2]!.slice(0, 1));
      expect(likenesses[1]).toEqual(likenesses[2]!.slice(0, 3));
    }
  });
});
