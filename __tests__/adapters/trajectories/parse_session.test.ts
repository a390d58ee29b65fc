import fc from 'fast-check';
import { UserError } from '../../../src/contract/input/user_error.js';
import { atifDocumentSchema } from '../../../src/record/trajectory/atif_document.js';
import { FUZZ_MS, FUZZ_RUNS, mutated } from '../../given_mutation.js';
import { listRecords, metricsOf, outline, parse, parseLines, readSession, sessionFiles } from './given_sessions.js';

// Holds G11
describe('what a session does not hold is said in one note', () => {
  it.each([
    ['claude-code-session.jsonl', 7, 'its last line is cut off; calls without a result: 1'],
    ['claude-code-stream.jsonl', 6, 'no prompt of a user is in it; calls without a result: 1; its end is not in it'],
    ['codex-rollout.jsonl', 12, 'its last line is cut off; calls without a result: 1; its end is not in it'],
    ['codex-exec.jsonl', 5, 'its last line is cut off; no prompt of a user is in it; calls without a result: 1'],
    ['gemini-cli-stream.jsonl', 4, 'its last line is cut off; calls without a result: 1; its end is not in it'],
    ['opencode-run.jsonl', 2, 'its last line is cut off; no prompt of a user is in it; its end is not in it'],
    ['gemini-cli-chat.jsonl', 6, 'its last line is cut off'],
  ])('%s, cut off in the middle of a line', (name, whole, note) => {
    const lines = readSession(name).split('\n');
    const { document, exit_status } = parse([...lines.slice(0, whole), lines[whole]!.slice(0, -9)].join('\n'));
    expect(document.notes).toContain(note);
    expect(exit_status).toBeNull();
    expect(atifDocumentSchema.safeParse(document).success).toBe(true);
  });

  it.each(sessionFiles.filter((name) => name.endsWith('.jsonl')))('%s, with records of a later version', (name) => {
    const records = listRecords(name);
    const later = [{ type: 'of_tomorrow', payload: {}, part: { type: 'of_tomorrow' } }, { type: 'x'.repeat(5000) }];
    const { document } = parseLines(records[0], ...later, 7, ...records.slice(1));
    const { document: plain } = parse(readSession(name));
    expect(document.steps.map(({ message }) => message)).toEqual(plain.steps.map(({ message }) => message));
    if (name !== 'gemini-cli-chat.jsonl')
      expect(document.notes).toContain(`left out: 3 (of_tomorrow, ${'x'.repeat(40)}, no object)`);
  });

  it('of two results the last one counts', () => {
    const records = listRecords('claude-code-stream.jsonl');
    const { document } = parseLines(...records, { ...records.at(-1), uuid: 'another', total_cost_usd: 0.5 });
    expect(document.notes).toContain('left out: 1 (earlier result)');
    expect(document.final_metrics!.total_cost_usd).toBe(0.5);
  });

  it('lines of another program between the records are counted', () => {
    const text = readSession('codex-exec.jsonl');
    const { document } = parse(`npm warn deprecated\n\n${text}Segmentation fault\n`);
    expect(document.notes).toBe('lines that are no JSON: 2; no prompt of a user is in it');
    expect(document.steps).toEqual(parse(text).document.steps);
  });
});

describe('what decides meaning must have its form', () => {
  const [first, ...rest] = listRecords('claude-code-stream.jsonl');
  const item = { timestamp: '2026-01-01T00:00:00Z', type: 'response_item' };
  it.each<[string, unknown[], string]>([
    [
      'a message of Claude Code',
      [first, { ...rest[0], message: 'text' }],
      'given  record 2: message is a string, not an object',
    ],
    [
      'the content of a message of Claude Code',
      [first, { ...rest[0], message: { content: 5 } }],
      'given  record 2: message.content is a number, not a list',
    ],
    [
      'an item of Codex',
      [
        { ...item, payload: {} },
        { ...item, payload: [] },
      ],
      'given  record 2: payload is a list, not an object',
    ],
    ['a session without a step', [first], 'given  it has no steps'],
    [
      'calls in records of their own, as another client prints them',
      [first, { type: 'tool_call', session_id: 's' }],
      'given:2:1  is not JSON from here on',
    ],
  ])('%s', (_, records, message) => {
    expect(() => parseLines(...records)).toThrow(message);
  });

  it('the output of a response stays known where a later record of it has not counted it', () => {
    const records = listRecords('claude-code-session.jsonl');
    const { stop_reason: _, ...message } = records[6].message;
    const { document } = parseLines(...records.with(6, { ...records[6], message }));
    expect(metricsOf(document)[0]).toEqual({ prompt_tokens: 1000, cached_tokens: 200, completion_tokens: 50 });
  });

  it('the output of a response is unknown, and said to be, where no record of it has a reason to stop', () => {
    const text = readSession('claude-code-session.jsonl').replaceAll('"stop_reason":"end_turn"', '"stop_reason":null');
    const { document } = parse(text);
    expect(metricsOf(document).at(-1)).toEqual({ prompt_tokens: 19425, cached_tokens: 0 });
    expect(document.notes).toBe('left out: 1 (output that was not yet counted)');
  });

  it('what is typed while Claude Code works is a prompt, what a task in the background says is not', () => {
    const records = listRecords('claude-code-session.jsonl');
    const queue = (prompt: string, commandMode: string) => ({
      type: 'attachment',
      attachment: { type: 'queued_command', prompt, commandMode },
    });
    const { document } = parseLines(...records, queue('Also test it.', 'prompt'), queue('Done.', 'task-notification'));
    expect(outline(document).slice(-2)).toEqual([
      ['user', 'Also test it.'],
      ['system', 'Done.'],
    ]);
  });

  it('a call of a subagent names it, and a copied record counts once', () => {
    const copies = rest.map((record) => ({ ...record, parent_tool_use_id: 'task-1' }));
    const { document } = parseLines(first, ...copies, ...copies);
    expect(document.steps.map(({ extra }) => extra)).toEqual(Array(3).fill({ subagent: 'task-1' }));
  });
});

describe('older forms, from their documentation', () => {
  it('Codex of 2025: records are the items, the first one has no type', () => {
    const found = parseLines(
      { id: 's1', timestamp: '2025-06-01T00:00:00Z', instructions: 'You fix.' },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Make the value right.' }] },
      { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'I look.' }] },
      {
        ...{ type: 'local_shell_call', call_id: 'c1', status: 'completed' },
        action: { type: 'exec', command: ['cat', 'value'] },
      },
      { type: 'function_call_output', call_id: 'c1', output: { content: 'wrong', success: true } },
    );
    expect(outline(found.document)).toEqual([
      ['system', 'You fix.'],
      ['user', 'Make the value right.'],
      ['agent', '', ['local_shell', ['cat', 'value'], 'wrong', undefined]],
    ]);
    expect(found.document.steps[2]!.reasoning_content).toBe('I look.');
  });

  it('OpenCode: one message of several responses', () => {
    const finish = (input: number) => ({ type: 'step-finish', tokens: { input, output: 1, reasoning: 0 }, cost: 0.5 });
    const parts = [
      ...[{ type: 'step-start' }, { type: 'text', text: 'One.' }, finish(5)],
      ...[{ type: 'step-start' }, { type: 'reasoning', text: 'So.' }, { type: 'text', text: 'Two.' }, finish(7)],
    ];
    const messages = [{ info: { role: 'assistant', id: 'm', error: { name: 'MessageAbortedError' } }, parts }];
    const { document, exit_status } = parse(JSON.stringify({ info: { id: 'ses_1' }, messages }));
    expect(outline(document)).toEqual([
      ['agent', 'One.'],
      ['agent', 'Two.'],
    ]);
    expect(metricsOf(document).map(({ prompt_tokens, cost_usd }) => [prompt_tokens, cost_usd])).toEqual([
      [5, 0.5],
      [7, 0.5],
    ]);
    expect(exit_status).toBe('MessageAbortedError');
  });
});

describe('hostile lines', () => {
  const isRefused = (text: string): boolean => {
    try {
      const { document } = parse(text);
      expect(atifDocumentSchema.safeParse(document).error?.issues).toBeUndefined();
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).text).toMatch(/^given[: ]/);
      return true;
    }
  };

  it(
    'make a document that keeps the rules of the format, or one error',
    () => {
      const tokens = [
        'null',
        '-1',
        '1e308',
        '9007199254740991',
        '[]',
        '{}',
        '""',
        '"tool_use"',
        '"__proto__"',
        '"\\ud800"',
      ];
      fc.assert(
        fc.property(mutated(sessionFiles.map(readSession), tokens), (text) => void isRefused(text)),
        { numRuns: FUZZ_RUNS },
      );
    },
    FUZZ_MS,
  );

  it('of any JSON, after a head that is known, do the same', () => {
    const heads = sessionFiles
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readSession(name).split('\n')[0]!);
    const kinds = [
      'user',
      'assistant',
      'response_item',
      'event_msg',
      'item.completed',
      'tool_use',
      'message',
      'gemini',
    ];
    const record = fc.record(
      {
        type: fc.constantFrom(...kinds),
        message: fc.jsonValue(),
        payload: fc.jsonValue(),
        item: fc.jsonValue(),
        part: fc.jsonValue(),
        content: fc.jsonValue(),
        $set: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.array(fc.oneof(record, fc.jsonValue())), (head, records) => {
        isRefused([head, ...records.map((each) => JSON.stringify(each))].join('\n'));
      }),
      { numRuns: FUZZ_RUNS },
    );
  });

  it('nested too deeply, or too many, are refused', () => {
    const head = readSession('codex-exec.jsonl').split('\n')[0]!;
    expect(() => parse(`${head}\n${'['.repeat(5000)}${']'.repeat(5000)}`)).toThrow('is nested deeper than 200 times');
    expect(() => parse(`${head}${'\n'.repeat(1_000_002)}`)).toThrow('given  it has more than 1000000 lines');
    expect(() => parse(`{\n${'"a": 1,\n'.repeat(1_000_002)}`)).toThrow('is not JSON from here on');
  });

  it('of one response with very many calls are all read', () => {
    const [first, , call] = listRecords('claude-code-stream.jsonl');
    const calls = Array.from({ length: 20_000 }, (_, id) => ({ ...call.message.content[0], id: `c${id}` }));
    const { document } = parseLines(first, { ...call, message: { ...call.message, content: calls } });
    expect(document.steps[0]!.tool_calls).toHaveLength(20_000);
    expect(document.notes).toContain('calls without a result: 20000');
  });
});
