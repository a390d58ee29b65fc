import { score } from '../../../src/judge/rubric/score.js';
import { verdictSchema } from '../../../src/record/verdict.js';
import { givenRecord } from './given_record.js';

describe('score', () => {
  it('is a success when all four gates pass', () => {
    const verdict = score(givenRecord());
    console.log(JSON.stringify(verdict, null, 1));
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    expect([verdict.status, verdict.gate_vector]).toEqual(['success', 'pass/pass/pass/pass']);
  });
});
