import { z } from 'zod';
import { createArraySchema, parseReportJson } from '../../../../../src/run/oracle/readers/parsing/parse_report_json.js';

const schema = z.object({ tests: createArraySchema(z.object({ name: z.string() })) });
const read = (value: unknown) => parseReportJson(JSON.stringify(value), schema);

describe('lists of a report', () => {
  it('are read element by element', () => {
    expect(read({ tests: [{ name: 'a', more: 1 }, { name: 'b' }] })).toEqual({
      ok: true,
      value: { tests: [{ name: 'a' }, { name: 'b' }] },
    });
  });

  it('are given up at the first element that is wrong, and name it', () => {
    const reason = 'unexpected shape at tests.1.name: Invalid input: expected string, received undefined';
    expect(read({ tests: [{ name: 'a' }, {}, {}, {}] })).toEqual({ ok: false, reason });
  });

  it('are not looked into when they are longer than any report', () => {
    const reason = 'unexpected shape at tests: more than 200000 elements';
    expect(read({ tests: Array(200_001).fill(0) })).toEqual({ ok: false, reason });
  });
});
