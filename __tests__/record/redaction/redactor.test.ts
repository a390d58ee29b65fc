import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { redactBytes } from '../../../src/record/redaction/redactor.js';
import { EventLog } from '../../../src/record/storage/event_log.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { createRedaction } from '../../../src/run/redaction/create_redaction.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';

const KEY = 'ghp_q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUi';
const PEM = `-----BEGIN PRIVATE KEY-----\n${'q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B\n'.repeat(3)}-----END PRIVATE KEY-----\n`;

function redacted(given: string | Uint8Array, form?: 'patch') {
  const kept = new Map<string, string | Uint8Array>();
  const store = { keep: (digest: string, original: string | Uint8Array) => void kept.set(digest, original) };
  return { ...redactBytes(given, { redactor: createRedaction(), store }, form), kept };
}

describe('R14: bytes of a file are stored redacted', () => {
  it('the very same where there is nothing to find', () => {
    const bytes = Buffer.from('plain\n');
    const { data, original, kept } = redacted(bytes);
    expect([data === bytes, original, kept.size]).toEqual([true, undefined, 0]);
  });

  it('with the digest by which the store has the original', () => {
    const bytes = Buffer.from(`before ${KEY} after`);
    const { data, original, kept } = redacted(bytes);
    expect(Buffer.from(data).toString()).toBe('before [redacted:github-token#1] after');
    expect(original).toEqual({ sha256: sha256(bytes), bytes: bytes.length, spans: { 'github-token': 1 } });
    expect(kept.get(sha256(bytes))).toEqual(bytes);
  });

  it('bytes that are no UTF-8 stay as they are around what is replaced', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(` ${KEY} é`), Buffer.from([0xc3])]);
    const { data } = redacted(bytes);
    expect(Buffer.from(data)).toEqual(
      Buffer.concat([
        Buffer.from([0xff, 0xfe, 0x80]),
        Buffer.from(' [redacted:github-token#1] é'),
        Buffer.from([0xc3]),
      ]),
    );
  });

  it('a patch keeps its lines, and says of each whether it was added', () => {
    const lines = PEM.trimEnd().split('\n');
    const patch = `--- /dev/null\n+++ b/key\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
    const shown = Buffer.from(redacted(Buffer.from(patch), 'patch').data).toString();
    expect(shown).not.toContain('q8Zr2LmX9vKd4');
    expect(shown.split('\n')).toHaveLength(patch.split('\n').length);
    expect(
      shown
        .split('\n')
        .slice(3, -1)
        .every((line) => line.startsWith('+')),
    ).toBe(true);
  });

  itInFull('ten megabytes too', () => {
    const large = Buffer.from(`${'x = compute(token, i)\n'.repeat(470_000)}${KEY}\n`);
    expect(redacted(large).original?.spans).toEqual({ 'github-token': 1 });
  });
});

afterAll(cleanUp);

function givenLog() {
  const path = join(givenRoom(), 'events.jsonl');
  const kept = new Map<string, string>();
  const log = new EventLog(path, () => 1);
  log.redaction = {
    redactor: createRedaction(),
    store: { keep: (digest, original) => void kept.set(digest, String(original)) },
  };
  return { log, kept, text: () => readFileSync(path, 'utf8') };
}

// Holds R14
describe('R14: an event is redacted where it is written', () => {
  it('with what was replaced and the digest of what it was; the chain is over what is stored', () => {
    const { log, kept, text } = givenLog();
    const payload = {
      tool: 'curl',
      arguments: { [KEY]: 1, password: 'q8Zr2LmX9vKd4TbN7w', b: [`x ${KEY}`] },
      summary: '',
    };
    const event = log.append('tool_invocation', 'agent', payload);
    expect(event.payload.arguments).toEqual({
      '[redacted:github-token#1]': 1,
      password: '[redacted:assigned-secret#1]',
      b: ['x [redacted:github-token#1]'],
    });
    const original = toCanonicalJson(payload);
    expect(event.redacted).toEqual({
      sha256: sha256(original),
      bytes: original.length,
      spans: { 'github-token': 2, 'assigned-secret': 1 },
    });
    expect(kept.get(event.redacted!.sha256)).toBe(original);
    log.append('note', 'harness', { text: 'nothing to find' });
    const { faults, events } = verifyHashChain(text());
    expect([faults, events.map(({ redacted }) => redacted !== undefined)]).toEqual([[], [true, false]]);
    expect(text()).not.toContain(KEY);
  });

  it('and says of a text how it would be stored, with the same numbers', () => {
    const { log } = givenLog();
    log.append('note', 'harness', { text: `a ${KEY}` });
    expect(log.toStored({ b: [KEY, 1] })).toEqual({ b: ['[redacted:github-token#1]', 1] });
  });

  it('and what gates are judged by stays: names of files, and short texts after a flood of what could be secrets', () => {
    const { log } = givenLog();
    const flood = `${'auth@key '.repeat(28_000)}`;
    for (let i = 0; i < 40; i++) log.append('note', 'agent', { text: flood });
    const path = 'a/api-key=abcdefgh1234efgh/auth-token/package.json';
    const file = { path: `b/${KEY}/ci.yml`, change: 'added', old_mode: null, new_mode: null, old_blob: null } as const;
    const files = [
      { ...file, new_blob: null, added_lines: 1, deleted_lines: 0 },
      { ...file, path, new_blob: null, added_lines: 1, deleted_lines: 0 },
    ];
    const mutation = { files, patch_sha256: '0'.repeat(64), patch_bytes: 1, tree: null };
    const event = log.append('workspace_mutation', 'agent', { ...mutation, ignored: { count: 0, sample: [] } });
    expect(event.payload.files.map((each) => each.path)).toEqual([
      'b/[redacted:github-token#1]/ci.yml',
      'a/api-key=[redacted:key-header#1]/auth-token/package.json',
    ]);
    expect(log.append('note', 'agent', { text: `auth ${KEY}` }).payload.text).toBe('auth [redacted:github-token#1]');
    expect(log.append('note', 'agent', { text: flood }).payload.text).toBe('[redacted:too-dense]');
  });

  it('and so does what the harness reveals on purpose', () => {
    const { log } = givenLog();
    const secret = '9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015';
    const event = log.append('challenge_reveal', 'harness', { secret, position: 0, repeated: 0 });
    expect([event.payload.secret, event.redacted]).toEqual([secret, undefined]);
  });

  it.each<[string, unknown]>([
    ['ten megabytes', `${'const token = read(i);\n'.repeat(450_000)}${KEY}`],
    ['halves of characters', [`\ud83d ${KEY} \ude00`.toWellFormed()]],
    ['nesting', JSON.parse(`${'['.repeat(2000)}"${KEY}"${']'.repeat(2000)}`)],
  ])('of any arguments: %s', (_, given) => {
    const { log, text } = givenLog();
    log.append('tool_invocation', 'agent', { tool: 'x', arguments: given, summary: '' });
    expect([text().includes(KEY), verifyHashChain(text()).faults]).toEqual([false, []]);
  });
});
