import fc from 'fast-check';
import { createRedaction } from '../../../src/run/redaction/create_redaction.js';
import { shippedRedactionRules } from '../../../src/run/redaction/rules/shipped_redaction_rules.js';

const A40 = 'q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B';
const every = createRedaction(shippedRedactionRules);
const all = () => every.begin();

describe('R14: shipped rules of redaction', () => {
  it('have names of their own', () => {
    expect(new Set(shippedRedactionRules.map(({ id }) => id)).size).toBe(shippedRedactionRules.length);
  });

  it.each(shippedRedactionRules.map((rule) => [rule.id, rule] as const))('%s: its examples, alone', (_, rule) => {
    const becomes = Object.fromEntries(
      Object.keys(rule.examples).map((text) => [text, createRedaction([rule]).text(text).value]),
    );
    expect(becomes).toEqual(rule.examples);
    expect(Object.entries(rule.examples).some(([before, after]) => before !== after)).toBe(true);
  });

  it.each(shippedRedactionRules.map((rule) => [rule.id, rule] as const))(
    '%s: with all others, the same texts are touched',
    (_, rule) => {
      const touched = (texts: string[]) => texts.map((text) => [text, all().text(text).value !== text]);
      expect(touched(Object.keys(rule.examples))).toEqual(Object.entries(rule.examples).map(([a, b]) => [a, a !== b]));
    },
  );

  it('leave addresses of machines alone unless they are switched on', () => {
    expect(createRedaction().text('10.20.30.40 ada@engine.org')).toEqual({
      value: '10.20.30.40 [redacted:email#1]',
      found: { email: 1 },
    });
  });
});

// Holds R14
describe('R14: placeholders keep what can be read', () => {
  it('the same span has the same number, in the order of the record, text or JSON', () => {
    const redaction = createRedaction();
    expect(redaction.text('a@corp.io b@corp.io a@corp.io').value).toBe(
      '[redacted:email#1] [redacted:email#2] [redacted:email#1]',
    );
    expect(redaction.json({ to: ['b@corp.io', 'c@corp.io'] })).toEqual({
      value: { to: ['[redacted:email#2]', '[redacted:email#3]'] },
      found: { email: 2 },
    });
    expect(redaction.begin().text('c@corp.io').value).toBe('[redacted:email#1]');
    expect(redaction.begin().sha256).toBe(redaction.sha256);
  });

  it('a value under a secret name is one, and a surer rule names it', () => {
    expect(all().json({ client_secret: A40, api_key: `ghp_${A40}`, note: A40, tokens: 5, token: 'next' })).toEqual({
      value: {
        client_secret: '[redacted:assigned-secret#1]',
        api_key: '[redacted:github-token#1]',
        note: A40,
        tokens: 5,
        token: 'next',
      },
      found: { 'assigned-secret': 1, 'github-token': 1 },
    });
  });

  it('goes over names as well, and keeps as many as there are', () => {
    expect(all().json({ 'a@corp.io': 1, 'b@corp.io': 2, __proto__: 3 }).value).toEqual({
      '[redacted:email#1]': 1,
      '[redacted:email#2]': 2,
    });
    expect(JSON.stringify(all().json(JSON.parse('{"__proto__":{"x":"a@corp.io"}}')).value)).toBe(
      '{"__proto__":{"x":"[redacted:email#1]"}}',
    );
  });

  it('texts that would take too long are left out, once the effort for a record is used up, and never passed', () => {
    const redaction = createRedaction(undefined, 1000);
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const { value, found } = redaction.json(['@'.repeat(900), 'a@corp.io', '@'.repeat(900), key, 'plain']);
    expect([value, found]).toEqual([
      ['@'.repeat(900), '[redacted:email#1]', '[redacted:too-dense]', '[redacted:too-dense]', 'plain'],
      { email: 1, 'too-dense': 2 },
    ]);
    expect(redaction.begin().text('a@corp.io').value).toBe('[redacted:email#1]');
    expect(redaction.begin().json(value).value).toEqual(value);
  });

  it('JSON that is too deep is cut off, never passed', () => {
    let deep: unknown = 'a@corp.io';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const { value, found } = all().json(deep);
    expect(found).toEqual({ 'too-deep': 1 });
    expect(JSON.stringify(value)).toContain('[redacted:too-deep]');
  });

  it.each([
    ['{"a":"x\\nada@corp.io"}', '{"a":"x\\n[redacted:email#1]"}'],
    ['{"a":"\\u0041da@corp.io"}', '{"a":"\\u0041[redacted:email#1]"}'],
    ['{"a":"\\\\ada@corp.io"}', '{"a":"\\\\[redacted:email#1]"}'],
    [
      `{"a":"-----BEGIN PRIVATE KEY-----\\n${A40}\\n${A40}\\n"}`,
      '{"a":"-----BEGIN PRIVATE KEY-----[redacted:private-key#1]',
    ],
  ])('an escape of JSON in a text stays whole: %s', (before, after) => {
    expect(all().text(before).value.startsWith(after)).toBe(true);
  });

  it('a forged placeholder hides nothing', () => {
    expect(all().text(`[redacted:${`ghp_${A40}`}#1] [redacted:email#ada@corp.io]`).value).toBe(
      '[redacted:[redacted:github-token#1]#1] [redacted:email#[redacted:email#1]]',
    );
  });
});

/** Texts in which spans stand next to each other, in quotes, in escapes and in halves. */
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...shippedRedactionRules.flatMap(({ examples }) => Object.keys(examples))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...shippedRedactionRules.flatMap(({ examples }) => Object.values(examples))),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...'\\ " \' \\n \\u00 \\u0041 @ : = :// / . _ - # [ ] [redacted: #1] \ud83d\ude00 \ud83d \ude00 token= KEY= password: Bearer sk- ghp_'.split(
        ' ',
      ),
      ' ',
      '\n',
    ),
  },
  fc.string({ maxLength: 12 }),
  fc.base64String({ maxLength: 60 }),
);
const texts = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));

describe('R14: redaction is a function of its rules', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { value } = all().text(text);
        expect(all().text(value)).toEqual({ value, found: {} });
      }),
      { numRuns: 500 },
    );
  });

  it('says the same of the same texts in the same order', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (given) => {
        const [one, other] = [all(), all()];
        expect(given.map((text) => one.text(text))).toEqual(given.map((text) => other.text(text)));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves JSON in texts JSON, one level down and two', () => {
    fc.assert(
      fc.property(fc.dictionary(texts, texts, { maxKeys: 4 }), (value) => {
        const once = all().text(JSON.stringify(value)).value;
        expect(() => JSON.parse(once)).not.toThrow();
        const twice = all().text(JSON.stringify({ arguments: JSON.stringify(value) })).value;
        expect(() => JSON.parse(JSON.parse(twice).arguments)).not.toThrow();
      }),
      { numRuns: 400 },
    );
  });

  it('makes no half characters', () => {
    fc.assert(
      fc.property(texts, (text) => !text.isWellFormed() || all().text(text).value.isWellFormed()),
      { numRuns: 400 },
    );
  });
});
