import { responsesFormat } from '../../../../../src/run/agents/loop/formats/responses_format.js';
import { answered, request } from './given_formats.js';

const call = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'c',
  name: 'bash',
  arguments: '{"command":"ls"}',
};
const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] };
const open = { id: 'rs_1', type: 'reasoning', summary: [] };
const sealed = { ...open, encrypted_content: 'gAAAA' };
const without = ({ id: _, ...rest }: { id: string }) => rest;

describe('the loop agent in responses', () => {
  it('stores nothing at the server and asks for thoughts in encrypted form, until that is refused', () => {
    const asked = request([{ from: 'user', text: 'hello' }], { max_tokens: 9, temperature: 0 });
    expect(responsesFormat.body(asked)).toEqual({
      model: 'm',
      instructions: 'be quick',
      input: [{ role: 'user', content: 'hello' }],
      tools: [expect.objectContaining({ type: 'function', name: 'bash', strict: false })],
      temperature: 0,
      max_output_tokens: 9,
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
    });
    const lesser = responsesFormat.lesser!(asked, 'Encrypted content is not supported with this model.')!;
    expect(responsesFormat.body(lesser)).not.toHaveProperty('include');
    expect(responsesFormat.lesser!(lesser, 'Encrypted content is not supported')).toBeUndefined();
    expect(responsesFormat.lesser!(asked, 'context too long')).toBeUndefined();
  });

  it('sends encrypted thoughts back before the calls that they led to, as they came', () => {
    const { said, text, calls } = responsesFormat.reply(answered([sealed, message, call]), 1, false);
    expect(said).toEqual([sealed, message, call]);
    expect([text, calls]).toEqual(['hi', [{ id: 'c', name: 'bash', arguments: { command: 'ls' } }]]);
    const results = [{ id: 'c', name: 'bash', text: 'done' }];
    const { input } = responsesFormat.body(
      request([
        { from: 'model', said },
        { from: 'tools', results },
      ]),
    ) as {
      input: object[];
    };
    expect(input).toEqual([sealed, message, call, { type: 'function_call_output', call_id: 'c', output: 'done' }]);
  });

  it('leaves thoughts out that the server could only know by their id, and the ids that point to them', () => {
    expect(responsesFormat.reply(answered([open, message, call]), 1, false).said).toEqual([
      without(message),
      without(call),
    ]);
    expect(responsesFormat.reply(answered([open, call]), 1, true).said).toEqual([open, call]);
  });

  it('takes calls of others’ tools for none, and mends ids and arguments that servers refuse', () => {
    const search = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
    const broken = { ...call, call_id: undefined, id: '', arguments: '{"comm' };
    const { said, calls } = responsesFormat.reply(answered([search, broken]), 2, false);
    expect(said).toEqual([{ ...without(call), call_id: 'call_2_1', arguments: '{}' }]);
    expect(calls).toEqual([{ id: 'call_2_1', name: 'bash', arguments: '{"comm' }]);
  });
});
