import fc from 'fast-check';
import type { ByteLine } from '../../../src/commands/merge/read_file_lines.js';
import { createResultLineReader } from '../../../src/commands/merge/result_line_reader.js';
import { RUBRIC_VERSION } from '../../../src/judge/rubric/score_attempt.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { type AttemptResult, attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { givenConditions } from '../../publish/given_results.js';
import { givenAttempt } from './given_shards.js';

const toLine = (text: string, number = 1): ByteLine => {
  const bytes = Buffer.from(text);
  return { number, offset: 0, length: bytes.length, bytes: bytes.toString('latin1') };
};
/** What a reader says of a line: its result as text, or its fault. */
const tell = (read: () => unknown) => {
  try {
    return JSON.stringify(read());
  } catch (error) {
    return (error as Error).message;
  }
};
/** An attempt that this version judged. */
const givenCurrent = (...order: Parameters<typeof givenAttempt>): AttemptResult => {
  const result = givenAttempt(...order);
  return { ...result, verdict: { ...result.verdict, rubric: RUBRIC_VERSION } };
};
const attempts = fc
  .record({
    task: fc.constantFrom('a', 'b', 'ä −'),
    agent: fc.constantFrom('codex', 'noop', '"},"verdict":{'),
    trial: fc.nat(3),
    wall: fc.nat(1000),
    conditions: fc.boolean(),
    why: fc.oneof(fc.constant('x'), fc.string()),
  })
  .map(({ task, agent, trial, wall, conditions, why }) => {
    const result = givenCurrent(task, agent, trial, { attempt: `t-${trial}`, wall, why: why.toWellFormed() });
    return conditions ? { ...result, configuration: { ...result.configuration, conditions: givenConditions } } : result;
  });

describe('lines of results, read one after another', () => {
  it('are what the schema makes of each', () => {
    fc.assert(
      fc.property(fc.array(attempts, { maxLength: 8 }), (results) => {
        const reader = createResultLineReader();
        for (const result of results) {
          const text = toCanonicalJson(result);
          expect(JSON.stringify(reader.read(toLine(text), 'x'))).toBe(
            JSON.stringify(attemptResultSchema.parse(JSON.parse(text))),
          );
        }
      }),
    );
  });

  it('have the faults that each has alone, and the same results', () => {
    const edits = fc.array(fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.constantFrom('', '"', '}', ',', '1') }), {
      maxLength: 1,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(attempts, edits), { maxLength: 6 }), (given) => {
        const reader = createResultLineReader();
        given.forEach(([result, changes], index) => {
          let text = toCanonicalJson(result);
          for (const { at, cut, put } of changes) {
            const from = at % text.length;
            text = `${text.slice(0, from)}${put}${text.slice(from + cut)}`;
          }
          const line = toLine(text.toWellFormed(), index + 1);
          expect(tell(() => reader.read(line, 'x'))).toBe(tell(() => createResultLineReader().read(line, 'x')));
        });
      }),
    );
  });

  const good = givenCurrent('a', 'codex');
  const text = toCanonicalJson(good);
  it.each([
    [
      'a field twice',
      text.replace('"trial":1', '"trial":2,"trial":1'),
      JSON.stringify(attemptResultSchema.parse(JSON.parse(text))),
    ],
    ['an unknown field', text.replace('"trial":1', '"trial":1,"x":1'), 'x:2:1  is no result: the line: Unrecognized'],
    ['a field of another type', text.replace('"trial":1', '"trial":"1"'), 'x:2:1  is no result: trial: Invalid input'],
    ['no trial', text.replace('"trial":1,', ''), 'x:2:1  is no result: trial: Invalid input'],
    ['a name that leads elsewhere', text.replaceAll('a-codex-1', '..'), 'x:2:1  is no result: attempt_id: is no name'],
    ['gates that say otherwise', text.replace('"status":"success"', '"status":"failure"'), 'x:2:1  its status failure'],
    ['its end missing', text.slice(0, -1), `x:2:${text.length}  the line is cut off`],
  ])('with %s get what they get alone', (_what, changed, says) => {
    const reader = createResultLineReader();
    reader.read(toLine(text), 'x');
    expect(tell(() => reader.read(toLine(changed, 2), 'x'))).toContain(says);
    expect(reader.read(toLine(text, 3), 'x')).toEqual(attemptResultSchema.parse(good));
  });

  it('of an earlier rubric with fewer fields are refused, and say so', () => {
    const { kind: _, ...contract } = good.contract;
    const older = { ...good, verdict: { ...good.verdict, rubric: '3' }, contract };
    const reader = createResultLineReader();
    reader.read(toLine(text), 'x');
    expect(tell(() => reader.read(toLine(JSON.stringify(older), 2), 'x'))).toContain(
      'x:2:1  made by another version (rubric 3; this is',
    );
  });
});
