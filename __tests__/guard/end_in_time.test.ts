import { createGuard } from '../../src/guard/create_guard.js';
import { endInTime, LateError } from '../../src/guard/end_in_time.js';

describe('work that is timed', () => {
  const backtrack = () => /^(a+)+$/.test(`${'a'.repeat(40)}b`);

  it('returns its result, and throws its errors', () => {
    expect(endInTime(() => 'done')).toBe('done');
    expect(() => endInTime(() => JSON.parse('{'))).toThrow(SyntaxError);
  });

  it('is ended in an expression that backtracks for years, and what comes next is timed again', () => {
    for (let round = 0; round < 3; round += 1) expect(() => endInTime(backtrack, 20)).toThrow(LateError);
    expect(endInTime(() => 'done')).toBe('done');
  });

  it('ends with the work around it', () => {
    expect(() => endInTime(() => endInTime(backtrack), 20)).toThrow(LateError);
  });
});

describe('short lines on which expressions could backtrack for years', () => {
  const many = (text: string) => text.repeat(60);

  it.each([
    [`sed '/${many('\\s')}[${many('[[:w:]')}' f; rm -rf ~`],
    [`sed 's/${many('[]')}//' f; rm -rf ~`],
    [`swift -e 'let a = "${many('\\()\\ ')}\n'; rm -rf ~`],
    [`set -o errexit${many(' -o pipefail pipefail')} -; rm -rf ~`],
    [`node -e 'f({r${many('[u]u')}'; rm -rf ~`],
    [`rg O_ENV B${many(' .envL')}:; rm -rf ~`],
  ])('are judged: %s', (command) => {
    expect(createGuard().judge({ command }, { trust: 2 })).toMatchObject({ severity: 'catastrophic' });
  });
});
