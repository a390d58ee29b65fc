import { givenTraffic, incoming, user, withoutMail } from './given_traffic.js';

const prompt = { max_tokens: null, body: null, upstream: 'provider' };

describe('header fields of a request in the record', () => {
  it('are redacted, as names and as values', () => {
    const { recorder, events } = givenTraffic({ redaction: withoutMail });
    recorder.recordPrompt(incoming([user('hello')]), {
      ...prompt,
      headers: { sent: { 'user-agent': 'ada@example.org/1' }, dropped: ['x-ada@example.org'] },
    });
    expect(events().at(-1)!.payload).toMatchObject({
      headers: { sent: { 'user-agent': '[mail]/1' }, dropped: ['x-[mail]'] },
    });
  });

  it('are bounded, however many and long they are', () => {
    const { recorder, events } = givenTraffic();
    const dropped = Array.from({ length: 2000 }, (_, i) => `x-${'a'.repeat(200)}${i}`);
    recorder.recordPrompt(incoming([user('hello')]), {
      ...prompt,
      headers: { sent: { 'anthropic-beta': 'b'.repeat(20_000) }, dropped },
    });
    const { headers } = events().at(-1)!.payload as { headers: { sent: Record<string, string>; dropped: string[] } };
    expect([headers.dropped.length, headers.dropped.at(-1)]).toEqual([65, '…']);
    expect(JSON.stringify(headers).length).toBeLessThan(8_000);
  });

  it('are not there where there are none', () => {
    const { recorder, events } = givenTraffic();
    recorder.recordPrompt(incoming([user('hello')]), prompt);
    expect(events().at(-1)!.payload).not.toHaveProperty('headers');
  });
});
