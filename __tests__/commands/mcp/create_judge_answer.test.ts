import fc from 'fast-check';
import { createJudgeAnswer, formatJudgeAnswer } from '../../../src/commands/mcp/create_judge_answer.js';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';

type Verdict = AttemptResult['verdict'];

const outcome = fc.constantFrom('pass', 'fail', 'error');
/** Contents of hidden files, as a change could have them printed, connected to or reported. */
const secret = fc.constantFrom('window boundary > admits one', 'edge.test.js', 'expected 7, got 8', '6578706563746564');
const BUILDS = ['build', 'static'];

/** A verdict that tells hidden things wherever a text can come from a command, a report or the network. */
const verdict = fc
  .record({
    status: fc.constantFrom('success', 'failure', 'invalid', 'acceptance_error'),
    outcomes: fc.array(outcome, { minLength: 4, maxLength: 4 }),
    reached: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    texts: fc.array(secret, { minLength: 8, maxLength: 8 }),
    kind: fc.constantFrom(...BUILDS),
  })
  .map(({ status, outcomes, reached, texts, kind }) => {
    const tests = { passed: 1, total: 3 };
    const output = { lines: texts.slice(0, 3), named: [] };
    const check = {
      mandatory: true,
      layer: 'unit',
      reached: reached[1],
      runs: 1,
      wall_ms: 1,
      tests: null,
      evidence: [],
    };
    return {
      ...{
        status,
        reason: texts[3],
        tags: [{ id: 'regression', detail: texts[4] }],
        findings: [{ message: texts[5] }],
      },
      gates: (['G1', 'G2', 'G3', 'G4'] as const).map((gate, i) => ({
        ...{ gate, outcome: outcomes[i], reached: reached[i], evidence: [] },
        why: gate === 'G1' ? 'the patch is empty' : texts[6],
      })),
      checks: [
        { ...check, check: 'compile', kind, outcome: outcomes[1], why: texts[7], failing: [], output },
        {
          ...{
            ...check,
            check: 'unit',
            kind: 'acceptance',
            outcome: outcomes[2],
            why: texts[0],
            failing: texts,
            output,
          },
          ...{ fail_to_pass: tests, pass_to_pass: tests },
        },
      ],
    } as unknown as Verdict;
  });

it('no answer repeats a text of a command, a report or the network', () => {
  fc.assert(
    fc.property(verdict, fc.nat(9), (judged, left) => {
      const text = formatJudgeAnswer(createJudgeAnswer({ verdict: judged }, left));
      for (const hidden of ['window', 'edge', 'expected', '65787']) expect(text).not.toContain(hidden);
    }),
  );
});

it('a pass is a pass only if the verdict is one', () => {
  fc.assert(
    fc.property(verdict, (judged) => {
      const { verdict: said } = createJudgeAnswer({ verdict: judged }, 0);
      expect(said === 'pass').toBe(judged.status === 'success');
    }),
  );
});

it('a failed build is named, and what to do about it', () => {
  const gate = { outcome: 'pass', reached: true, why: '', evidence: [] };
  const gates = [
    { ...gate, gate: 'G1' },
    { ...gate, gate: 'G2', outcome: 'fail' },
    { ...gate, gate: 'G3', outcome: 'fail', reached: false },
    { ...gate, gate: 'G4' },
  ];
  const checks = [{ check: 'compile', kind: 'build', outcome: 'fail', reached: true, why: 'exit status 2' }];
  const judged = { status: 'failure', gates, checks, tags: [] } as unknown as Verdict;
  expect(formatJudgeAnswer(createJudgeAnswer({ verdict: judged }, 1))).toBe(
    [
      'fail · patch validity pass · build and static checks fail · functional acceptance not reached · safety and policy pass',
      'build compile: fails; run it yourself to see why',
      '1 judgement is left.',
    ].join('\n'),
  );
});
