import fc from 'fast-check';
import { UsageChunkFilter } from '../../../../src/gateway/dialects/chat/usage_chunk_filter.js';
import { cutAt } from '../streams.js';

function filtered(chunks: readonly Uint8Array[]): string {
  const filter = new UsageChunkFilter();
  const passed = chunks.map((chunk) => filter.feed(chunk));
  return Buffer.concat([...passed, filter.end()]).toString('latin1');
}

const counts = '{"prompt_tokens":9,"completion_tokens":12}';
const usage = `data: {"id":"c","choices":[],"usage":${counts}}`;

describe('the chunk of usage that only we asked for', () => {
  const text = 'data: {"choices":[{"index":0,"delta":{"content":"Grüße 🐱"}}],"usage":null}';
  const withChoices = `data: {"choices":[{"index":0,"delta":{}}],"usage":${counts}}`;
  const filters = 'data: {"choices":[],"prompt_filter_results":[{"usage":1}]}';
  const done = 'data: [DONE]';

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('is taken out and every other byte passes, wherever the stream is cut, with %s', (_what, newline) => {
    const end = newline + newline;
    const kept = [': ping', filters, text, withChoices, done];
    const sent = [': ping', filters, text, withChoices, usage, done];
    const stream = Buffer.from(sent.join(end) + end);
    const expected = Buffer.from(kept.join(end) + end).toString('latin1');
    const different = [...stream.keys()].filter(
      (at) => filtered([stream.subarray(0, at), stream.subarray(at)]) !== expected,
    );
    expect(different).toEqual([]);
    expect(filtered(cutAt(stream, [...stream.keys()]))).toBe(expected);
  });

  it('is taken out where the stream ends with it', () => {
    expect(filtered([Buffer.from(`${text}\n\n${usage}`)])).toBe(Buffer.from(`${text}\n\n`).toString('latin1'));
  });

  it('passes on the same bytes of any stream without one', () => {
    const pieces = fc.constantFrom(
      text,
      filters,
      withChoices,
      done,
      '\n',
      '\r\n',
      '\r',
      '\n\n',
      '\r\r\n',
      '"usage"',
      'data: {"usage":',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, places) => {
        const stream = Buffer.from(parts.join(''));
        expect(filtered(cutAt(stream, places))).toBe(stream.toString('latin1'));
      }),
      { numRuns: 500 },
    );
  });

  it('is not looked for in events that are too long for one: these pass before they end', () => {
    const filter = new UsageChunkFilter();
    const long = Buffer.from(`data: ${'x'.repeat(100_000)}`);
    expect(filter.feed(long)).toEqual(long);
    expect(filter.feed(Buffer.from(`\n\n${usage}\n\ndata: a\n\n`)).toString()).toBe('\n\ndata: a\n\n');
  });
});
