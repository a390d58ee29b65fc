import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedaction } from '../../../../src/run/redaction/create_redaction.js';
import {
  listStoredOriginals,
  openRestrictedStore,
  readStoredOriginal,
} from '../../../../src/run/redaction/restricted_store/open_restricted_store.js';
import {
  assistant,
  call,
  ended,
  givenTraffic,
  incoming,
  PAID,
  tool,
  user,
  went,
} from '../../../gateway/recording/given_traffic.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

const KEY = 'ghp_q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUi';
const MAIL = 'ada@engine.org';

/** All bytes below a folder. */
function bytesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

// Holds R14
describe('R14: traffic with secrets in it', () => {
  it('is recorded without them, in prompts, calls, results and answers, and the store gives each original back', () => {
    const room = givenRoom();
    mkdirSync(join(room, 'out'));
    const store = openRestrictedStore('store', room, ['out']).openAttempt('attempt');
    const { recorder, book, events } = givenTraffic({ redaction: createRedaction(), store });
    const long = `${'line of a log\n'.repeat(1000)}token ${KEY}`;
    const messages = [
      user(`I am ${MAIL}, use ${KEY}`),
      assistant('', [call('1', `curl -H "Authorization: Bearer ${KEY}" https://x.io`)]),
      tool('1', long),
      user('nothing to hide'),
    ];
    const exchange = recorder.recordPrompt(incoming(messages), went);
    recorder.recordResponse(
      exchange,
      ended({ message: { role: 'assistant', content: `told ${MAIL}` } }, { detail: `said ${KEY}` }),
      PAID,
      0,
    );
    recorder.close();
    const stored = bytesOf(book.path);
    expect(stored).not.toContain(KEY);
    expect(stored).not.toContain(MAIL);
    const prompt = events().find(({ type }) => type === 'prompt')!.payload as {
      messages: { sha256: string; text: string; redacted?: Record<string, number> }[];
    };
    expect(prompt.messages.map(({ redacted }) => redacted)).toEqual([
      { email: 1, 'github-token': 1 },
      { 'github-token': 1 },
      { 'github-token': 1 },
      undefined,
    ]);
    expect(JSON.parse(prompt.messages[0]!.text)).toEqual({
      role: 'user',
      content: 'I am [redacted:email#1], use [redacted:github-token#1]',
    });
    // The same address has the same number in the answer.
    expect(stored).toContain('told [redacted:email#1]');
    const kept = listStoredOriginals(join(room, 'store'), 'attempt');
    const changed = prompt.messages.filter(({ redacted }) => redacted).map(({ sha256 }) => sha256);
    expect(kept.map(({ sha256 }) => sha256)).toEqual([...changed, expect.any(String)]);
    expect(readStoredOriginal(join(room, 'store'), 'attempt', changed[2]!)).toEqual({
      bytes: Buffer.from(JSON.stringify(messages[2]!.value)),
    });
  });
});
