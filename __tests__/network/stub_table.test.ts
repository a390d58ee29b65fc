import fc from 'fast-check';
import {
  createStub,
  formatStubKey,
  formatStubs,
  getStubBody,
  parseStubs,
  type StubTable,
} from '../../src/network/stub_table.js';

const line = (more: object) =>
  JSON.stringify({ method: 'GET', url: 'http://a.test/', status: 200, headers: [], ...more });

describe('a file of recorded responses', () => {
  it('gives back what was recorded, whatever the bytes, in an order that does not depend on when', () => {
    const exchanged = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      url: fc.webUrl({ withQueryParameters: true }),
      body: fc.uint8Array({ maxLength: 20 }),
      answer: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(exchanged, { selector: formatStubKey, maxLength: 6 }), (all) => {
        const made = (some: typeof all): StubTable =>
          new Map(
            some.map(
              (one) => [formatStubKey(one), createStub(one, { status: 200, fields: [], body: one.answer })] as const,
            ),
          );
        const text = formatStubs(made(all));
        expect(formatStubs(made([...all].reverse()))).toBe(text);
        const read = parseStubs(Buffer.from(text)) as StubTable;
        for (const one of all) expect(getStubBody(read.get(formatStubKey(one))!)).toEqual(Buffer.from(one.answer));
      }),
      { numRuns: 100 },
    );
  });

  it('keeps no header that says who somebody is', () => {
    const names = ['Set-Cookie', 'X-Auth-Token', 'WWW-Authenticate', 'X-Api-Key', 'Content-Type', 'ETag'];
    const fields = names.map((name): [string, string] => [name, 'x']);
    const asked = { method: 'GET', url: 'http://a.test/', body: new Uint8Array() };
    expect(createStub(asked, { status: 200, fields, body: new Uint8Array() }).headers).toEqual([
      ['content-type', 'x'],
      ['etag', 'x'],
    ]);
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'value'],
    [line({ status: 101 }), 'status'],
    [line({ method: 'get' }), 'method'],
    [line({ headers: [['x', 'a\r\nset-cookie: b']] }), 'headers'],
    [line({ headers: [['x y', 'a']] }), 'headers'],
    [line({ unknown: 1 }), 'value'],
  ])('refuses %s by its line', (text, problem) => {
    expect(parseStubs(Buffer.from(`${line({})}\n\n${text}\n`))).toEqual({
      line: 3,
      problem: expect.stringContaining(problem),
    });
  });
});
