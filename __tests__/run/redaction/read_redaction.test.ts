import { countMatchWays, MAX_MATCH_WAYS } from '../../../src/run/redaction/count_match_ways.js';
import { readRedaction } from '../../../src/run/redaction/read_redaction.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

const rule = (fields: Record<string, unknown>) =>
  JSON.stringify({
    rules: [
      { id: 'ticket', pattern: 'ACME-(\\d{1,6})', examples: { redacts: ['ACME-7'], leaves: ['ACME-x'] }, ...fields },
    ],
  });
const parsed = (text: string) => readRedaction('r.yml', write(givenRoom(), { 'r.yml': text }));
const said = (text: string): string => {
  try {
    parsed(text);
  } catch (error) {
    return (error as { text: string }).text;
  }
  return 'nothing';
};

describe('R14: a file of redaction rules', () => {
  it('adds rules before the shipped ones, which hold as well', () => {
    const room = write(givenRoom(), { 'r.yml': rule({}) });
    expect(readRedaction('r.yml', room).text('ACME-41, ACME-42, ACME-41 by ada@corp.io')).toEqual({
      value: 'ACME-[redacted:ticket#1], ACME-[redacted:ticket#2], ACME-[redacted:ticket#1] by [redacted:email#1]',
      found: { ticket: 3, email: 1 },
    });
  });

  it('can keep a part of what it finds, and say what stands there', () => {
    const domains = rule({
      id: 'colleague',
      pattern: '\\b([a-z]{1,30})@corp\\.io\\b',
      ignore_case: true,
      placeholder: 'colleague-{n}',
      examples: { redacts: ['ada@corp.io'] },
    });
    expect(parsed(domains).text('ADA@corp.io').value).toBe('colleague-1@corp.io');
  });

  it('switches shipped rules on and off, which is another identity', () => {
    const redaction = parsed('on: [ip-address]\noff: [email]\n');
    expect(redaction.text('ada@corp.io 10.1.2.3').value).toBe('ada@corp.io [redacted:ip-address#1]');
    expect(redaction.sha256).not.toBe(readRedaction(undefined, '.').sha256);
    expect(parsed(' { }\n').sha256).toBe(readRedaction(undefined, '.').sha256);
  });

  it.each([
    ['off: [e-mail]\n', 'r.yml:1:7  off.0: there is no rule "e-mail" – did you mean "email"?'],
    [
      rule({ id: 'email' }),
      'r.yml:1:17  rules.0.id: is the name of a shipped rule: switch that off, and take another name',
    ],
    [rule({ patern: 'x' }), 'r.yml:1:'],
    [rule({ placeholder: 'a"b' }), 'must be 1 to 60 letters'],
    [rule({ pattern: '(' }), 'ticket: Invalid regular expression'],
    [
      rule({ pattern: 'a*' }),
      'ticket: some texts would make it very slow: "*" repeats without end; say how often at most, e.g. {0,200}',
    ],
    [rule({ pattern: '(?:a{1,100}){1,100}' }), `from one place it can match in more than ${MAX_MATCH_WAYS} ways`],
    [rule({ pattern: '(a)\\1' }), 'it refers back to a group'],
    [rule({ pattern: 'a?' }), 'ticket: it matches the empty text'],
    [rule({ pattern: 'OTHER' }), 'ticket: finds nothing in its example "ACME-7"'],
    [rule({ pattern: 'ACME-.' }), 'ticket: does not leave "ACME-x" as it is'],
    [
      rule({ pattern: '[A-Z]{4}', placeholder: 'GONE-', examples: { redacts: ['ACME'] } }),
      'ticket: its placeholder would be redacted itself',
    ],
    [
      JSON.stringify({ rules: Array.from({ length: 2 }, () => JSON.parse(rule({})).rules[0]) }),
      'ticket: there are two rules of this name',
    ],
  ])('refuses %s', (text, what) => {
    expect(said(text)).toContain(what);
  });

  it('refuses a file that is not there, and a folder', () => {
    const room = givenRoom();
    expect(() => readRedaction('r.yml', room)).toThrow('redaction rules r.yml cannot be read (ENOENT)');
    expect(() => readRedaction('.', room)).toThrow('redaction rules . cannot be read (not a file)');
  });
});

describe('the cost of a pattern', () => {
  it.each([
    ['abc', 1],
    ['a|b|c', 3],
    ['a{2,5}', 4],
    ['\\d{3}', 1],
    ['(?:foo|bar){1,2}', 6],
    ['[a\\]b(|)]{0,3}x?', 8],
    ['\\((?<name>a|b)\\)', 2],
    ['(?<!x)(?=y)a?', 2],
    ['\\b[A-Z]{2,10}-\\d{3,8}\\b', 54],
  ])('%s can match in %i ways', (pattern, ways) => {
    expect(countMatchWays(pattern)).toBe(ways);
  });

  it.each(['a+', '(a+)+', 'a{3,}', '(?:a|a)*', '\\w*?', '[^]*', '(a)\\1', '(?<n>a)\\k<n>'])(
    '%s has no bound',
    (pattern) => {
      expect(countMatchWays(pattern)).toEqual({ fault: expect.any(String) });
    },
  );

  it.each(['(?:a?){0,30}', '(?:a|aa){1,40}', '.{0,200}.{0,200}', '(?:(?:a{0,5}){0,5}){0,5}'])(
    '%s is over it',
    (pattern) => {
      expect(countMatchWays(pattern)).toBeGreaterThan(MAX_MATCH_WAYS);
    },
  );
});
