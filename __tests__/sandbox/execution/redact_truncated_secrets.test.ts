import { captureStream } from '../../../src/sandbox/execution/capture_stream.js';
import { redactTruncatedSecrets } from '../../../src/sandbox/execution/redact_truncated_secrets.js';

const KEY = 'ghp_q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUi';

/** Output of which the middle was left out, as a capture keeps it. */
function cutOutput(text: string, head: number, tail: number): string {
  const taken = captureStream(head, tail);
  // Chunk by chunk: their borders are none of ours.
  for (let at = 0; at < text.length; at += 7) taken.write(Buffer.from(text.slice(at, at + 7)));
  return Buffer.from(redactTruncatedSecrets(taken.finish().text)).toString();
}

describe('R14: a secret that a capture cuts in two', () => {
  it('is found on neither side by a rule, and stands on neither', () => {
    const text = `begin ${KEY} ${'filler words '.repeat(100)} ${KEY} end`;
    const shown = cutOutput(text, 'begin '.length + 20, ' end'.length + 20);
    expect(shown).toMatch(/^begin \[redacted:cut\]\n\[\.\.\. \d+ bytes omitted \.\.\.\]\n\[redacted:cut\] end$/);
  });

  it('and words stay', () => {
    const shown = cutOutput('ordinary words '.repeat(100), 40, 40);
    expect(shown).not.toContain('redacted');
  });
});
