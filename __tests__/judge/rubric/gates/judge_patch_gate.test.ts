import { judgePatchGate } from '../../../../src/judge/rubric/gates/judge_patch_gate.js';
import { readAttemptTrace } from '../../../../src/judge/rubric/trace/attempt_trace.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import { acceptance, briefing, file, givenRecord, patched, type Said, TREE } from '../given_record.js';

function judged(events: Said[]) {
  const { gate, tags } = judgePatchGate(readAttemptTrace(givenRecord({ events })));
  const { gate: id, evidence, ...rest } = gate;
  return { ...rest, tags: tags.map((tag) => tag.id), evidence };
}

const application = { seq: 3, command: 'git apply' };
const OTHER = 'c'.repeat(40);

describe('G1: the patch applies cleanly and leaves a well-formed tree', () => {
  it.each<[rule: string, patch: Partial<EventPayload<'patch_applied'>>, expected: ReturnType<typeof judged>]>([
    [
      'passes when it applies',
      { files: [file('a'), file('b.png', { added_lines: null, deleted_lines: null })] },
      { outcome: 'pass', reached: true, why: 'applies cleanly: 2 files, +3 −1', tags: [], evidence: [application] },
    ],
    [
      'passes an empty patch, and tags it',
      { outcome: 'empty', files: [] },
      { outcome: 'pass', reached: true, why: 'the patch is empty', tags: ['empty-patch'], evidence: [application] },
    ],
    [
      'fails, with an evaluation-error tag, when it does not apply',
      { outcome: 'failed', detail: 'error: patch failed:\nsrc/a.js:3', tree: null },
      {
        outcome: 'fail',
        reached: true,
        why: 'does not apply: error: patch failed: src/a.js:3',
        tags: ['patch-apply-failed', 'evaluation-error'],
        evidence: [application],
      },
    ],
    [
      'fails when it holds what may not travel, and names the line of the patch',
      {
        outcome: 'refused',
        refusals: [{ path: '.git/config', line: 7, rule: 'git-directory', reason: 'git configuration' }],
      },
      {
        outcome: 'fail',
        reached: true,
        why: 'refused: .git/config: git configuration',
        tags: ['patch-refused'],
        evidence: [application, { seq: 3, file: '.git/config', patch_line: 7 }],
      },
    ],
    [
      'fails when something was refused, even if the rest was applied',
      { refusals: [{ path: '../x', line: null, rule: 'escape', reason: 'leaves the repository' }] },
      {
        outcome: 'fail',
        reached: true,
        why: 'refused: ../x: leaves the repository',
        tags: ['patch-refused'],
        evidence: [application, { seq: 3, file: '../x' }],
      },
    ],
    [
      'fails when it leaves conflict markers',
      { conflict_markers: [{ path: 'src/a.js', line: 12 }] },
      {
        outcome: 'fail',
        reached: true,
        why: 'unresolved conflict marker in src/a.js:12',
        tags: ['conflict-markers'],
        evidence: [application, { seq: 3, file: 'src/a.js', line: 12 }],
      },
    ],
    [
      'is an error when it could not be tried',
      { outcome: 'error', detail: 'no space left', tree: null },
      {
        outcome: 'error',
        reached: true,
        why: 'the patch could not be tried: no space left',
        tags: [],
        evidence: [application],
      },
    ],
    [
      'is an error when the patched tree is not the one the agent left',
      { tree: OTHER },
      {
        outcome: 'error',
        reached: true,
        why: `the patched tree is ${OTHER}, the agent left ${TREE}`,
        tags: [],
        evidence: [application],
      },
    ],
    [
      'does not compare trees when one of them is unknown',
      { tree: OTHER, expected_tree: null },
      { outcome: 'pass', reached: true, why: 'applies cleanly: 1 file, +3 −1', tags: [], evidence: [application] },
    ],
  ])('%s', (_, patch, expected) => {
    expect(judged(patched(patch))).toEqual(expected);
  });

  it('was not reached when no application is recorded', () => {
    expect(judged([briefing(), acceptance()])).toEqual({
      outcome: 'fail',
      reached: false,
      why: 'not reached: no patch application is recorded',
      tags: [],
      evidence: [],
    });
  });
});
