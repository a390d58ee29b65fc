import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { acceptance, evaluated, extracted, givenRecord } from '../given_record.js';

const findings = (left_out?: { count: number; sample: string[] }) => {
  const events = evaluated(acceptance()).map((said) =>
    said.type === 'workspace_mutation' && left_out ? extracted({ left_out }) : said,
  );
  const { status, findings: found } = scoreAttempt(givenRecord({ events }));
  return {
    status,
    found: found.map(({ rule, severity, message, evidence }) => [rule, severity, message, evidence.length]),
  };
};

describe('files that are too large for the patch', () => {
  it('are a finding that decides nothing', () => {
    expect(findings({ count: 1, sample: ['model.bin'] })).toEqual({
      status: 'success',
      found: [
        ['file-left-out', 'info', '1 file too large for the patch (100 MiB each, 512 MiB together): model.bin', 1],
      ],
    });
  });

  it('are counted when there are several', () => {
    const { found } = findings({ count: 30, sample: ['a\nb', 'c'] });
    expect(found[0]![2]).toBe('30 files too large for the patch (100 MiB each, 512 MiB together): a b (and 29 more)');
  });

  it('are none where none is recorded', () => {
    expect(findings().found).toEqual([]);
    expect(findings({ count: 0, sample: [] }).found).toEqual([]);
  });
});
