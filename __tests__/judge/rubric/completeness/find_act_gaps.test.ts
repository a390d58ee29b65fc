import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { allMechanismsOn } from '../../../given_mechanisms.js';
import { act, sight } from '../given_acts.js';
import { execution, type Given, givenRecord, type Said } from '../given_record.js';

const gapsOf = (more: Said[], given: Given = {}) => {
  const { status, tags } = scoreAttempt(givenRecord({ more, ...given }));
  return [status, ...tags.filter(({ gate }) => gate === null).map(({ detail }) => detail)];
};

/** A command that the agent ran; the first event of `more` is number 5. */
const ran = (stage: Said['stage'] = 'write', more: object = {}): Said => ({
  type: 'tool_invocation',
  actor: 'agent',
  stage,
  payload: { tool: 'run_command', arguments: {}, execution: execution(), summary: '', ...more },
});

// Holds S2
describe('acts that were taken out of a record', () => {
  it('nothing is missing where every command was watched', () => {
    expect(gapsOf([act(1), ran(), sight(1, 'done', { of_seq: 6 })])).toEqual(['success']);
    expect(gapsOf([ran(), act(1, { of_seq: 5 })])).toEqual(['success']);
  });

  it.each<[string, Said[], string]>([
    ['an act is missing', [act(1), act(3)], 'act 3 where 2 is expected'],
    ['the first is missing', [act(2)], 'act 2 where 1 is expected'],
    ['an act is told twice', [act(1), act(1)], 'act 1 is told twice'],
    ['only what came of it is told', [act(1), sight(2, 'done')], 'what came of act 2 is told, but not the act'],
    ['a command was not watched', [ran()], 'no act tells of a command that the agent ran (npm test)'],
    ['the sight of a command is missing', [act(1), ran()], 'no act tells of a command that the agent ran (npm test)'],
  ])('make it invalid: %s', (_what, more, expected) => {
    expect(gapsOf(more)).toEqual(['invalid', expect.stringContaining(expected)]);
  });

  it.each<[string, Said[], Given]>([
    [
      'guardrails were off',
      [ran()],
      { manifest: (one) => ({ ...one, mechanisms: { ...allMechanismsOn, guardrails: false } }) },
    ],
    ['it was no stage of the agent', [ran('evaluation')], {}],
    ['the command did not start', [ran('write', { execution: execution({ cause: 'not-started' }) })], {}],
    ['it was no command', [ran('write', { execution: undefined })], {}],
    [
      'it is said that nobody watched',
      [{ type: 'road_unobserved', payload: { road: 'call', stage: 'write', because: 'no' } }, ran()],
      {},
    ],
  ])('are not asked for where %s', (_what, more, given) => {
    expect(gapsOf(more, given)).toEqual(['success']);
  });
});
