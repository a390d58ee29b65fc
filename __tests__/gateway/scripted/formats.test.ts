import fc from 'fast-check';
import { getDialect } from '../../../src/gateway/get_dialect.js';
import { scriptFormats } from '../../../src/gateway/scripted/script_formats.js';
import type { ScriptedResponse } from '../../../src/gateway/scripted/select_next_response.js';
import { toWireResponse } from '../../../src/gateway/scripted/wire_response.js';
import type { DialectName } from '../../../src/record/events/model_payloads.js';

const someText = fc.string({ unit: 'grapheme', maxLength: 80 });
const answer: fc.Arbitrary<ScriptedResponse> = fc
  .record({
    reasoning: someText,
    text: someText,
    commands: fc.array(someText, { maxLength: 3 }),
    input: fc.nat(10_000),
    output: fc.integer({ min: 400, max: 10_000 }),
    cached: fc.nat(100),
  })
  .map(({ reasoning, text, commands, input, output, cached }) => ({
    id: 'a_1',
    model: 'm',
    reasoning,
    text,
    calls: commands.map((command, i) => ({ id: `c${i}`, name: 'bash', arguments: JSON.stringify({ command }) })),
    finish: commands.length > 0 ? ('calls' as const) : ('stop' as const),
    usage: { input: input + cached, cached, cache_write: 0, output, reasoning: 7 },
  }));

const bytes = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces);

describe.each<DialectName>(['chat', 'responses', 'messages', 'gemini'])('An answer in the format %s', (name) => {
  const [format, dialect] = [scriptFormats[name], getDialect(name)];

  it('reads the same whole and as a stream, with all that was scripted', () => {
    fc.assert(
      fc.property(answer, (scripted) => {
        const wire = (stream: 'sse' | false) =>
          bytes(toWireResponse(format, scripted, { stream, tells_usage: true }, undefined, '').pieces);
        const reader = dialect.createParser();
        reader.feed(wire('sse'));
        const streamed = reader.end();
        const whole = dialect.readWhole(JSON.parse(wire(false).toString('utf8')));
        for (const read of [streamed, whole]) {
          expect([read.complete, read.error, read.model]).toEqual([true, undefined, 'm']);
          expect(read.calls.map((call) => [call.name, call.arguments])).toEqual(
            scripted.calls.map((call) => ['bash', JSON.parse(call.arguments)]),
          );
          const { input, output, cached } = scripted.usage as { input: number; output: number; cached: number };
          expect(read.usage).toMatchObject({
            input_tokens: input,
            output_tokens: output,
            cached_input_tokens: cached,
            source: 'reported',
          });
        }
        expect(streamed.finish_reason).toBe(whole.finish_reason);
      }),
      { numRuns: 60 },
    );
  });

  it('is not complete when its stream is cut, wherever', () => {
    const scripted = fc.sample(answer, { seed: 7, numRuns: 1 })[0]!;
    const { pieces } = toWireResponse(format, scripted, { stream: 'sse', tells_usage: true }, undefined, '');
    const until = pieces.length - (name === 'chat' ? 3 : name === 'messages' ? 2 : 1);
    for (let events = 0; events <= until; events += 1) {
      const reader = dialect.createParser();
      reader.feed(bytes(pieces.slice(0, events)));
      expect([events, reader.end().complete]).toEqual([events, false]);
    }
  });
});
