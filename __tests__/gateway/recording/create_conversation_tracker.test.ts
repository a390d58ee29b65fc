import type { ModelRequest } from '../../../src/gateway/accounts/run_account.js';
import { createMessageTree } from '../../../src/gateway/recording/create_message_tree.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { resolveMessages } from '../../record/given_messages.js';
import { assistant, givenTraffic, incoming, system, tool, user, went } from './given_traffic.js';

const bash = { tools: [{ name: 'bash', value: { name: 'bash' } }] };
const read = { tools: [{ name: 'read', value: { name: 'read' } }] };

/** The conversation of each request, in order. */
function conversationsOf(requests: readonly ModelRequest[]): number[] {
  const { recorder, events } = givenTraffic();
  for (const request of requests) recorder.recordPrompt(request, went);
  for (const [i, { asked }] of requests.entries()) {
    const found = resolveMessages(events(), i + 1);
    expect(Array.isArray(found) && found.map(({ text }) => text)).toEqual(
      asked.messages.map(({ value }) => JSON.stringify(value)),
    );
  }
  return selectEvents(events(), 'prompt').map(({ payload }) => payload.conversation);
}

const task = [system('agent'), user('task')];
const further = [...task, assistant('one'), user('go on')];
const longer = [...further, assistant('two'), user('and on')];

// Holds R6
describe('requests that go on from each other are one conversation', () => {
  it.each<[string, ModelRequest[], number[]]>([
    ['grown', [incoming(task, bash), incoming(further, bash), incoming(longer, bash)], [1, 1, 1]],
    ['asked again', [incoming(task, bash), incoming(task, bash), incoming(further, bash)], [1, 1, 1]],
    [
      'changed at the end',
      [incoming(longer, bash), incoming([...further, assistant('other'), user('so')], bash)],
      [1, 1],
    ],
    [
      'under a system prompt with a clock in it',
      [incoming(task, bash), incoming([system('agent at 9'), ...further.slice(1)], bash)],
      [1, 1],
    ],
    [
      'a title request with the same words, before and after',
      [
        incoming([system('give a title'), user('task')]),
        incoming(task, bash),
        incoming([system('give a title'), user('task')]),
        incoming(further, bash),
      ],
      [1, 2, 1, 2],
    ],
    [
      'a sub-agent with its own task in between',
      [
        incoming(further, bash),
        incoming([system('agent'), user('part')], bash),
        incoming(longer, bash),
        incoming([system('agent'), user('part'), tool('c', 'done')], bash),
      ],
      [1, 2, 1, 2],
    ],
    [
      'a history that was compacted, without a session to tell',
      [incoming(longer, bash), incoming([system('agent'), user('summary so far')], bash)],
      [1, 2],
    ],
  ])('%s', (_, requests, expected) => {
    expect(conversationsOf(requests)).toEqual(expected);
  });

  it('those of two agents never are, whatever they say', () => {
    const other = incoming(further, bash, { agent: 'worker-2' });
    expect(conversationsOf([incoming(task, bash), incoming(further, bash), other])).toEqual([1, 1, 2]);
  });
});

describe('sessions that clients name', () => {
  const inSession = (session: string) => ({ ...bash, session });

  it('keep a compacted history in its conversation, begun anew', () => {
    const { recorder, events } = givenTraffic();
    recorder.recordPrompt(incoming(longer, inSession('s')), went);
    recorder.recordPrompt(incoming([system('agent'), user('summary so far')], inSession('s')), went);
    const [, compacted] = selectEvents(events(), 'prompt');
    expect(compacted!.payload).toMatchObject({ conversation: 1, history: { of: null, kept: 0 } });
  });

  it('are told by a header as by the body, and keep equal histories apart', () => {
    const requests = [
      incoming(further, inSession('a')),
      incoming(further, bash, { session: 'b' }),
      incoming(longer, bash, { session: 'b' }),
      incoming(longer, inSession('a')),
    ];
    expect(conversationsOf(requests)).toEqual([1, 2, 2, 1]);
  });

  it('hold requests of another kind apart: a title, a sub-agent with other tools', () => {
    const requests = [
      incoming(task, inSession('s')),
      incoming([system('title'), user('task')], { session: 's' }),
      incoming([system('agent'), user('look at x')], { ...read, session: 's' }),
      incoming(further, inSession('s')),
    ];
    expect(conversationsOf(requests)).toEqual([1, 2, 3, 1]);
  });
});

describe('memory', () => {
  it('is bounded: what was let go of is compared by its digest, and means the same', () => {
    const small = createMessageTree<string>(200, 8);
    const history = ['a', 'b', 'c'].map((text) => user(text.repeat(60)));
    const first = small.follow(history);
    small.grow(first.place, first.rest, 'first');
    expect(small.follow(history)).toMatchObject({ place: { depth: 3, owner: 'first' }, rest: [] });
    const many = Array.from({ length: 9 }, (_, i) => user(`${i}`));
    const followed = small.follow(many);
    small.grow(followed.place, followed.rest, 'many');
    expect(small.follow(history).rest).toHaveLength(3);
  });
});
