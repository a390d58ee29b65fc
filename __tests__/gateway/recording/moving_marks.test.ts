import { messagesDialect } from '../../../src/gateway/dialects/messages/messages_dialect.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { givenTraffic, incoming, went } from './given_traffic.js';

/** Requests as clients of Anthropic's format send them: the last two messages of the user are marked for the cache, others are not. */
function request(turns: number) {
  const said = ['Fix it.', 'Looking.', 'Go on.', 'Done.', 'Thanks.', 'Bye.', 'One more.'].slice(0, turns);
  const history = said.map((text, at) => {
    const marked = at % 2 === 0 && at >= turns - 3;
    const block = { type: 'text', text, ...(marked && { cache_control: { type: 'ephemeral' } }) };
    return { role: at % 2 === 0 ? 'user' : 'assistant', content: marked ? [block] : text };
  });
  const asked = messagesDialect.readRequest(
    { model: 'm', system: 'Be brief.', messages: history },
    { dialect: 'messages', operation: 'generate' },
  );
  if ('unreadable' in asked) throw new Error(asked.unreadable);
  return incoming(asked.messages);
}

it('marks that move along from request to request neither end a conversation nor make its messages new', () => {
  const { recorder, events } = givenTraffic();
  for (const turns of [1, 3, 5, 7]) recorder.recordPrompt(request(turns), went);
  expect(
    selectEvents(events(), 'prompt').map(({ payload: { conversation, history, messages: fresh } }) => ({
      conversation,
      history,
      fresh: fresh.map(
        ({ text }) => JSON.parse(text).content?.[0]?.text ?? JSON.parse(text).content ?? JSON.parse(text),
      ),
    })),
  ).toEqual([
    { conversation: 1, history: { of: null, kept: 0 }, fresh: ['Be brief.', 'Fix it.'] },
    { conversation: 1, history: { of: 1, kept: 2 }, fresh: ['Looking.', 'Go on.'] },
    { conversation: 1, history: { of: 2, kept: 4 }, fresh: ['Done.', 'Thanks.'] },
    { conversation: 1, history: { of: 3, kept: 6 }, fresh: ['Bye.', 'One more.'] },
  ]);
});
