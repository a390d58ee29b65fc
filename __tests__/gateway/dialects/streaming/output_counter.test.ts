import { chatDialect } from '../../../../src/gateway/dialects/chat/chat_dialect.js';
import { OutputCounter } from '../../../../src/gateway/dialects/streaming/output_counter.js';
import { eventStream, readIn } from '../streams.js';

describe('what is kept of an answer', () => {
  it('ends at 32 MiB of text, but all of it is counted', () => {
    const output = new OutputCounter();
    const mebibyte = 'x'.repeat(1024 * 1024);
    const kept = Array.from({ length: 40 }, () => output.addText(mebibyte)).filter((text) => text !== '');
    expect({ kept: kept.length, bytes: output.bytes, passed_over: output.passed_over }).toEqual({
      kept: 32,
      bytes: 40 * 1024 * 1024,
      passed_over: 8,
    });
  });

  it('ends at 20,000 calls', () => {
    const tool_calls = Array.from({ length: 20_500 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: 'f' },
    }));
    const { calls, passed_over } = readIn(chatDialect, [eventStream([{ choices: [{ delta: { tool_calls } }] }])]);
    // one piece is the choice itself
    expect([calls.length, passed_over]).toEqual([19_999, 501]);
  });

  it('counts bytes, not characters, and nothing that is no text', () => {
    const output = new OutputCounter();
    for (const said of ['Grüße 🐱', '', undefined, null, 7, ['x'], '\ud800']) output.addText(said);
    expect(output.bytes).toBe(Buffer.byteLength('Grüße 🐱') + 3);
  });
});
