import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ParsedMessage } from '../../../src/gateway/dialects/dialect.js';
import { openTrafficRecorder } from '../../../src/gateway/recording/open_traffic_recorder.js';
import { eventSchema } from '../../../src/record/events/event.js';
import { findUnresolvedHistories, selectEvents } from '../../../src/record/events/select_events.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { resolveMessages } from '../../record/given_messages.js';
import {
  assistant,
  call,
  ended,
  givenTraffic,
  incoming,
  PAID,
  system,
  tool,
  user,
  verbatim,
  went,
  withoutMail,
} from './given_traffic.js';

const textsOf = (messages: readonly ParsedMessage[]) => messages.map(({ value }) => JSON.stringify(value));

// Holds R6
describe('histories are stored once and can be put together again', () => {
  it('whatever is asked in whatever order: grown, cut, forked, compacted, under another system prompt', () => {
    const message = fc.oneof(
      fc.constantFrom('a', 'b', 'c').map(user),
      fc.constantFrom('x', 'y').map((text) => assistant(text)),
      fc.constantFrom('r', 's').map((text) => tool('1', text)),
      fc.constantFrom('p', 'q').map(system),
    );
    fc.assert(
      fc.property(fc.array(fc.array(message, { maxLength: 6 }), { maxLength: 12 }), (histories) => {
        const { recorder, events } = givenTraffic();
        const numbers = histories.map((messages) => recorder.recordPrompt(incoming(messages), went));
        const found = numbers.map((number) => resolveMessages(events(), number));
        expect(found.map((each) => (Array.isArray(each) ? each.map(({ text }) => text) : each))).toEqual(
          histories.map(textsOf),
        );
        expect(findUnresolvedHistories(events())).toEqual([]);
        for (const event of events()) expect(eventSchema.safeParse(event).error).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it('holds only what is new, also where the system prompt has a clock in it', () => {
    const { recorder, events } = givenTraffic();
    const turns = [user('task'), assistant('one'), user('more'), assistant('two'), user('still more')];
    for (const [i, end] of [1, 3, 5].entries())
      recorder.recordPrompt(incoming([system(`it is ${i} o'clock`), ...turns.slice(0, end)]), went);
    const prompts = selectEvents(events(), 'prompt').map(({ payload: { history, messages } }) => ({
      history,
      messages: messages.map(({ role }) => role),
    }));
    expect(prompts).toEqual([
      { history: { of: null, kept: 0 }, messages: ['system', 'user'] },
      { history: { of: 1, kept: 2, changed: { old: 1, new: 1 } }, messages: ['system', 'assistant', 'user'] },
      { history: { of: 2, kept: 4, changed: { old: 1, new: 1 } }, messages: ['system', 'assistant', 'user'] },
    ]);
  });

  it('stays linear on disk over thousands of growing requests', () => {
    const { recorder, events, book } = givenTraffic();
    const messages: ParsedMessage[] = [system('be good')];
    for (let i = 0; i < 500; i++) {
      messages.push(user(`question ${i}`), assistant(`answer ${i}`));
      const number = recorder.recordPrompt(incoming([...messages]), went);
      recorder.recordResponse(number, ended(), PAID, 0);
    }
    const prompts = selectEvents(events(), 'prompt');
    expect(prompts.reduce((sum, { payload }) => sum + payload.messages.length, 0)).toBe(messages.length);
    expect(prompts.every(({ payload }) => payload.conversation === 1)).toBe(true);
    expect(readFileSync(join(book.path, 'events.jsonl')).length).toBeLessThan(500 * 4_000);
  });
});

describe('what may not be stored does not reach the disk', () => {
  const files = (path: string): string =>
    readdirSync(path, { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : readFileSync(join(path, entry.name))))
      .join('\n');

  it('not a key, an address or a canary, in a message, a parameter, a call, a result, an answer or an error', () => {
    const stored: [string, string][] = [];
    const { recorder, book } = givenTraffic({
      redaction: withoutMail,
      store: { keep: (sha256, original) => void stored.push([sha256, String(original)]) },
    });
    const KEY = 'sk-"quoted"-12345678';
    book.addMask((text) => text.replaceAll(KEY, '[key]').replaceAll('canary-77', '[canary]'));
    const leak = `${KEY} canary-77 me@example.org`;
    for (const filler of ['', 'z'.repeat(10_000)]) {
      const text = `${leak}${filler}`;
      const parameters = { user: leak, [leak]: 1 };
      const asked = { parameters, tools: [{ name: 'bash', value: { description: leak } }] };
      const number = recorder.recordPrompt(incoming([user(text)], asked), went);
      const answer = { role: 'assistant', content: text };
      recorder.recordResponse(number, ended({ message: answer, calls: [call('1', leak)] }, { detail: leak }), PAID, 0);
      recorder.recordPrompt(incoming([user(text), assistant(text, [call('1', leak)]), tool('1', text)]), went);
    }
    recorder.close();
    const all = files(book.path);
    expect(all).toContain('[key] [canary] [mail]');
    expect(all).not.toMatch(/quoted|canary-77|example\.org/);
    expect(stored.some(([, original]) => original.includes('example.org'))).toBe(true);
  });

  it('keeps a long message whole as an artifact, its beginning in the event', () => {
    const { recorder, events, book } = givenTraffic();
    recorder.recordPrompt(incoming([user('y'.repeat(9_000))]), went);
    const [message] = selectEvents(events(), 'prompt')[0]!.payload.messages;
    expect(message!.text.length).toBeLessThan(1_100);
    const kept = readFileSync(join(book.path, 'artifacts', message!.artifact!), 'utf8');
    expect(JSON.parse(kept)).toEqual({ role: 'user', content: 'y'.repeat(9_000) });
    expect(verifyRun(book.path).faults).toEqual([]);
    writeFileSync(join(book.path, 'artifacts', message!.artifact!), 'other');
    expect(verifyRun(book.path).faults[0]?.what).toContain('was edited');
    rmSync(join(book.path, 'artifacts', message!.artifact!));
    expect(verifyRun(book.path).faults[0]?.what).toContain('is missing');
  });

  it('writes half a surrogate pair, names of our own fields and depth without harm', () => {
    const { recorder, events, book } = givenTraffic();
    const half = '\ud800';
    const parameters = { artifact: '../../etc/passwd', [half]: half, list: Array(1_000).fill(1) };
    const number = recorder.recordPrompt(incoming([user(half)], { model: half, parameters }), went);
    recorder.recordResponse(number, ended({ model: half, calls: [call(half, half, half)] }), PAID, 0);
    recorder.close();
    for (const event of events()) expect(eventSchema.safeParse(event).error).toBeUndefined();
    expect(verifyRun(book.path).faults).toEqual([]);
  });
});

describe('calls of the conversation', () => {
  it('are told once each, when their result is seen; the others at the end', () => {
    const { recorder, events } = givenTraffic({ findSubtask: () => 'part' });
    const first = recorder.recordPrompt(incoming([user('go')]), went);
    const calls = [call('a', 'ls'), call('b', 'pwd'), call('c', 'id')];
    recorder.recordResponse(first, ended({ calls }), PAID, 0);
    const history = [user('go'), assistant('', calls), tool('b', '/work'), tool('a', 'x.js')];
    recorder.recordPrompt(incoming(history), went);
    recorder.recordPrompt(incoming(history), went);
    recorder.close();
    const told = selectEvents(events(), 'tool_invocation').map(({ payload: { arguments: given, asked, subtask } }) => ({
      given,
      id: asked?.call_id,
      result: asked?.result?.text,
      subtask,
    }));
    expect(told).toEqual([
      {
        given: { command: 'pwd' },
        id: 'b',
        result: '{"role":"tool","tool_call_id":"b","content":"/work"}',
        subtask: 'part',
      },
      {
        given: { command: 'ls' },
        id: 'a',
        result: '{"role":"tool","tool_call_id":"a","content":"x.js"}',
        subtask: 'part',
      },
      { given: { command: 'id' }, id: 'c', result: undefined, subtask: 'part' },
    ]);
  });

  it('without ids are matched by name, in their order; ids may come again', () => {
    const { recorder, events } = givenTraffic();
    const history: ParsedMessage[] = [user('go')];
    for (const turn of ['1', '2']) {
      const number = recorder.recordPrompt(incoming([...history]), went);
      const calls = [call('', `${turn} a`, 'read'), call('', `${turn} b`, 'read'), call('same', `${turn} c`)];
      recorder.recordResponse(number, ended({ calls }), PAID, 0);
      history.push(assistant(turn, calls), tool('', `${turn} A`, 'read'), tool('', `${turn} B`, 'read'));
      history.push(tool('same', `${turn} C`));
    }
    recorder.recordPrompt(incoming(history), went);
    const pairs = selectEvents(events(), 'tool_invocation').map(({ payload: { arguments: given, asked } }) => [
      (given as { command: string }).command,
      JSON.parse(asked!.result!.text).content,
    ]);
    expect(pairs).toEqual([
      ['1 a', '1 A'],
      ['1 b', '1 B'],
      ['1 c', '1 C'],
      ['2 a', '2 A'],
      ['2 b', '2 B'],
      ['2 c', '2 C'],
    ]);
  });

  it('of an answer that broke off count only when a result shows that they were made', () => {
    const { recorder, events } = givenTraffic();
    const number = recorder.recordPrompt(incoming([user('go')]), went);
    const calls = [call('made', 'ls'), call('lost', 'rm')];
    recorder.recordResponse(
      number,
      ended({ calls, complete: false }, { outcome: 'partial', code: 'upstream-closed' }),
      PAID,
      0,
    );
    recorder.recordPrompt(incoming([user('go'), assistant('', calls), tool('made', 'x')]), went);
    recorder.close();
    expect(selectEvents(events(), 'tool_invocation').map(({ payload }) => payload.asked?.call_id)).toEqual(['made']);
  });

  it('that nobody was seen to ask for are no calls', () => {
    const { recorder, events } = givenTraffic();
    recorder.recordPrompt(incoming([user('go'), assistant('', [call('x', 'ls')]), tool('x', 'made up')]), went);
    recorder.close();
    expect(selectEvents(events(), 'tool_invocation')).toEqual([]);
  });
});

describe('numbers', () => {
  it('go on in a book that was begun before', () => {
    const { recorder, events, book } = givenTraffic();
    recorder.recordResponse(recorder.recordPrompt(incoming([user('one')]), went), ended(), PAID, 0);
    recorder.recordRejection({
      agent: 'agent',
      path: '/v1',
      code: 'invalid-json',
      message: 'no',
      status: 400,
      bytes: 3,
    });
    const again = openTrafficRecorder({ sink: book, redaction: verbatim });
    again.recordPrompt(incoming([user('two')]), went);
    expect(
      selectEvents(events(), 'prompt').map(({ payload: { exchange, conversation } }) => [exchange, conversation]),
    ).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });

  it('of what nobody could read come to an end, so that nonsense cannot fill the disk', () => {
    const { recorder, events } = givenTraffic();
    const nonsense = { agent: 'agent', path: '/v1', code: 'invalid-json', message: 'no', status: 400, bytes: 3 };
    for (let i = 0; i < 12_345; i++) recorder.recordRejection(nonsense);
    recorder.recordPrompt(incoming([user('one')]), went);
    recorder.close();
    expect(selectEvents(events(), 'response')).toHaveLength(1_001);
    expect(selectEvents(events(), 'prompt')[0]!.payload.exchange).toBe(1_002);
    expect(selectEvents(events(), 'note')[0]!.payload.text).toContain('12345 requests');
  });

  it('are not spent on what could not be written', () => {
    const { recorder, events, book } = givenTraffic();
    book.log.close();
    expect(() => recorder.recordPrompt(incoming([user('one')]), went)).toThrow('the log is closed');
    expect(() => recorder.recordPrompt(incoming([user('one')]), went)).toThrow('the log is closed');
    expect(selectEvents(events(), 'prompt')).toEqual([]);
  });
});
