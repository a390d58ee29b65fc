import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChecklist } from '../../../src/commands/validate/validate_contracts.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { checklistSchema } from '../../../src/contract/suite/suite.js';
import { ABC_CRITERIA } from '../../../src/judge/analysis/benchmark/abc_criteria.js';
import { cleanUp, givenRoom } from '../../given.js';

const room = givenRoom();
afterAll(cleanUp);

describe('a checklist says what people found of a benchmark', () => {
  const read = (text: string) => {
    writeFileSync(join(room, 'checklist.yml'), text);
    try {
      return readChecklist('checklist.yml', room);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.message;
    }
  };

  it.each<[string, string, unknown]>([
    ['a baseline alone', 'human_baseline: 0.5\n', { human_baseline: 0.5, manual: {} }],
    [
      'a finding with its evidence',
      'manual:\n  cost_tracking: {met: true, evidence: invoices}\n',
      { manual: { cost_tracking: { met: true, evidence: 'invoices' } } },
    ],
    [
      'no finding without evidence',
      'manual:\n  cost_tracking: {met: true, evidence: " "}\n',
      'checklist.yml:2:40  manual.cost_tracking.evidence: must have at least 1 character',
    ],
    [
      'no criterion that nobody knows',
      'manual:\n  cost_trackin: {met: true, evidence: a}\n',
      'checklist.yml:2:3  unknown key "cost_trackin" – did you mean "cost_tracking"?',
    ],
    ['no baseline beyond 1', 'human_baseline: 90\n', 'checklist.yml:1:17  human_baseline: must be at most 1'],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('a file that is not there is a mistake of the user', () => {
    expect(() => readChecklist('nowhere.yml', room)).toThrow('nowhere.yml: cannot be read (ENOENT)');
  });

  it('and its criteria are those that are checked, in the same order', () => {
    expect(ABC_CRITERIA.map(({ criterion }) => criterion)).toEqual(
      Object.keys(checklistSchema.shape.manual.unwrap().shape),
    );
  });
});
