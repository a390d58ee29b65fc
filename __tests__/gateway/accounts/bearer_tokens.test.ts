import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBearerTokens,
  createWrongTokenAlert,
  parseBearerToken,
  TOKEN_PATTERN,
} from '../../../src/gateway/accounts/bearer_tokens.js';
import { EventLog } from '../../../src/record/storage/event_log.js';

describe('tokens', () => {
  it('are each agent’s own, and nobody else’s', () => {
    const tokens = createBearerTokens(['ada', 'bob']);
    const [ada, bob] = [tokens.of('ada')!, tokens.of('bob')!];
    expect([TOKEN_PATTERN.test(ada), TOKEN_PATTERN.test(bob), ada === bob]).toEqual([true, true, false]);
    expect([ada, bob, `${ada}x`, ada.slice(0, -1), ada.toUpperCase(), '', 'ada'].map(tokens.holder)).toEqual([
      'ada',
      'bob',
      ...Array(5).fill(undefined),
    ]);
    expect([tokens.of('eve'), tokens.of('__proto__')]).toEqual([undefined, undefined]);
    expect(createBearerTokens(['ada']).holder(ada)).toBeUndefined();
  });

  it('of an earlier process go on being valid', () => {
    const first = createBearerTokens(['ada', 'bob']).of('ada')!;
    const tokens = createBearerTokens(['ada', 'bob'], new Map([['ada', first]]));
    expect([tokens.holder(first), tokens.of('bob') === first]).toEqual(['ada', false]);
  });

  it('are masked in what is written', () => {
    const tokens = createBearerTokens(['ada', 'bob']);
    const [ada, bob] = [tokens.of('ada')!, tokens.of('bob')!];
    expect(tokens.mask(`curl -H "Authorization: Bearer ${ada}" ${Buffer.from(bob).toString('hex')}`)).toBe(
      'curl -H "Authorization: Bearer [token of ada]" [token of bob]',
    );
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    [`Bearer ${'a'.repeat(513)}`, undefined],
    [undefined, undefined],
  ])('are read from %p', (field, token) => {
    expect(parseBearerToken(field)).toBe(token);
  });
});

describe('wrong tokens', () => {
  it('are told of without them, and without filling the record', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatebench-tokens-'));
    const log = new EventLog(join(folder, 'events.jsonl'), () => 0);
    const wrong = createWrongTokenAlert(log);
    wrong(false);
    for (let i = 0; i < 1200; i += 1) wrong(true);
    log.close();
    const text = readFileSync(join(folder, 'events.jsonl'), 'utf8');
    rmSync(folder, { recursive: true });
    expect(log.events.map(({ type, payload }) => [type, payload])).toEqual(
      [1, 10, 100, 1000].map((count) => [
        'alert',
        {
          code: 'wrong-token',
          severity: 'warning',
          stage: null,
          message: `a request to the coordination layer had ${count === 1 ? 'no token' : 'a token that is nobody’s'} (${count} so far)`,
          signals: { count },
        },
      ]),
    );
    expect(text).not.toContain('gbt_');
  });
});
