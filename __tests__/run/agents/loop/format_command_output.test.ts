import fc from 'fast-check';
import { formatCommandOutput } from '../../../../src/run/agents/loop/format_command_output.js';

const ended = { cause: 'exit' as const, exit_code: 1 };

describe('What the model is shown of a command', () => {
  it('is its end and its output, errors apart', () => {
    expect(formatCommandOutput(ended, { stdout: 'out\n', stderr: 'err\n' }, 500)).toBe(
      'exit status 1\nout\n\n[standard error]\nerr\n',
    );
    expect(formatCommandOutput({ ...ended, exit_code: 0 }, { stdout: '', stderr: '' }, 500)).toBe('exit status 0');
    expect(
      formatCommandOutput({ cause: 'timeout', exit_code: null, detail: 'over 2 s' }, { stdout: '', stderr: '' }, 500),
    ).toBe('over 2 s');
  });

  it('keeps the beginning and the end of long output, and says what is gone', () => {
    const stdout = `first${'x'.repeat(5000)}last`;
    const shown = formatCommandOutput(ended, { stdout, stderr: '' }, 1000);
    expect(shown).toContain('exit status 1\nfirstxxx');
    expect(shown).toContain('4009 characters are left out');
    expect(shown.endsWith('xxxlast')).toBe(true);
  });

  it('is never much longer than the limit and always well-formed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 4000 }),
        fc.integer({ min: 500, max: 2000 }),
        (stdout, limit) => {
          const shown = formatCommandOutput(ended, { stdout, stderr: '' }, limit);
          expect(shown.length).toBeLessThan(limit + 150);
          expect(shown.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
