import fc from 'fast-check';
import {
  parseServerEvent,
  ServerEventSplitter,
} from '../../../../src/gateway/dialects/streaming/server_event_splitter.js';
import { cutAt } from '../streams.js';

type ServerEvent = NonNullable<ReturnType<typeof parseServerEvent>>;

/** All bytes that came out of the cutter, and the events in them. */
function cut(
  chunks: readonly Uint8Array[],
  limit?: number,
): { bytes: Buffer; events: ServerEvent[]; passed_over: number } {
  const cutter = new ServerEventSplitter(limit);
  const bytes: Uint8Array[] = [];
  const events: ServerEvent[] = [];
  const read = (event: Uint8Array) => {
    const said = parseServerEvent(event);
    if (said !== undefined) events.push(said);
  };
  for (const chunk of chunks) {
    for (const at of cutter.split(chunk)) {
      bytes.push(at.bytes.slice());
      if (at.whole) read(at.bytes);
    }
  }
  const rest = cutter.takeRest().slice();
  read(rest);
  return { bytes: Buffer.concat([...bytes, rest]), events, passed_over: cutter.passed_over };
}

const said = (...data: string[]): ServerEvent[] => data.map((text) => ({ type: '', data: text }));

// Holds A2
describe('a stream of server-sent events', () => {
  it.each<[string, string, ServerEvent[]]>([
    ['LF', 'data: a\n\ndata: b\n\n', said('a', 'b')],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', said('a', 'b')],
    ['CR', 'data: a\r\rdata: b\r\r', said('a', 'b')],
    ['all of them', 'data: a\r\n\ndata: b\n\r\n\r\rdata: c\r\n\r', said('a', 'b', 'c')],
    ['a byte order mark', '\uFEFFdata: a\n\n', said('a')],
    ['several lines of data', 'data: a\ndata:b\ndata\ndata:  c\n\n', said('a\nb\n\n c')],
    ['comments, and fields that are none of ours', ': ping\n\n:\nid: 7\nretry: 10\ndata: a\nfoo\n\n', said('a')],
    [
      'types',
      'event: ping\ndata: {}\n\nevent:error\ndata:{}\n\n',
      [
        { type: 'ping', data: '{}' },
        { type: 'error', data: '{}' },
      ],
    ],
    ['no empty line at the end', 'data: a\n\ndata: b', said('a', 'b')],
    ['characters of several bytes', 'data: 🐱ä\u2028b\n\n', said('🐱ä\u2028b')],
    ['nothing', '', []],
  ])('with %s has the same events, wherever it is cut', (_what, text, events) => {
    const stream = Buffer.from(text);
    const whole = cut([stream]);
    expect(whole).toEqual({ bytes: stream, events, passed_over: 0 });
    for (let at = 0; at <= stream.length; at += 1) {
      expect(cut([stream.subarray(0, at), stream.subarray(at)])).toEqual(whole);
    }
    expect(cut(cutAt(stream, [...stream.keys()]))).toEqual(whole);
  });

  it('loses no byte, whatever it is and wherever it is cut', () => {
    const piece = fc.constantFrom('\n', '\r', '\r\n', 'data: x', ':', 'ä', '\uFEFF', 'event: y', 'data');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        fc.integer({ min: 1, max: 30 }),
        (pieces, places, limit) => {
          const stream = Buffer.from(pieces.join(''));
          const chunks = cutAt(stream, places);
          expect(cut(chunks)).toEqual(cut([stream]));
          expect(cut(chunks, limit).bytes).toEqual(stream);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('passes over an event above the limit, and goes on with the next', () => {
    const stream = Buffer.from(`data: ${'x'.repeat(100)}\n\ndata: a\n\n`);
    for (const chunks of [[stream], cutAt(stream, [30, 60, 90]), cutAt(stream, [...stream.keys()])]) {
      expect(cut(chunks, 64)).toEqual({ bytes: stream, events: said('a'), passed_over: 1 });
    }
  });
});
