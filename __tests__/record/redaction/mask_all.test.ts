import { combineMasks } from '../../../src/record/redaction/mask.js';
import { createSecretMatcher } from '../../../src/record/redaction/secret_matcher.js';

const mask = (name: string, value: string) => createSecretMatcher(new Map([[name, value]])).mask;

describe('several masks', () => {
  const both = combineMasks([mask('a', 'secret-1234'), mask('b', 'other-5678')]);
  it.each([
    ['nothing', 'nothing is here', 'nothing is here'],
    ['one of them', 'x se\ncret-1234 y', 'x [a] y'],
    ['both, in turn', 'other-5678 secret-1234', '[b] [a]'],
    ['a short text', 'x', 'x'],
  ])('take out what each of them takes out: %s', (_, given, masked) => {
    expect(both(given)).toBe(masked);
    expect(combineMasks([both, mask('c', 'third-9012')])(given)).toBe(masked);
  });

  it('are asked in turn where one of them cannot say what it looks for', () => {
    const upper = (text: string) => text.toUpperCase();
    expect(combineMasks([mask('a', 'secret-1234'), upper])('x secret-1234')).toBe('X [A]');
    expect(combineMasks([])('x')).toBe('x');
  });
});
