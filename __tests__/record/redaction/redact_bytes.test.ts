import { sha256 } from '../../../src/record/json/compute_digest.js';
import { redactBytes } from '../../../src/record/redaction/redact_bytes.js';
import { createRedaction } from '../../../src/run/redaction/create_redaction.js';
import { itInFull } from '../../extent.js';

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
