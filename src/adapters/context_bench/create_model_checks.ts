import type { WrittenContract } from '../benchmark_adapter.js';
import { RowFault } from '../rows/read_names.js';
import type { GradedAnswer } from './create_answer_tests.js';
import { fillRubric, type LettaJudge } from './letta_judge.js';
import type { LettaSample } from './letta_sample.js';

/** Names of a rubric that a row cannot give. */
const RESERVED = ['input', 'ground_truth', 'submission'];

/**
 * Creates the checks that a judge model decides, one for each answer, with the rubric of the row or else of the suite.
 *
 * @throws {RowFault} if there is no rubric, or it cannot be filled
 */
export function createModelChecks(
  { rubric: own, rubric_vars, turns }: LettaSample,
  answers: readonly GradedAnswer[],
  { rubric: shared, scope }: LettaJudge,
): NonNullable<WrittenContract['model_checks']> {
  const rubric = own ?? shared;
  if (rubric === undefined || rubric.trim() === '') throw new RowFault('neither the suite nor the row has a rubric');
  const taken = RESERVED.find((name) => Object.hasOwn(rubric_vars, name));
  if (taken !== undefined) throw new RowFault(`rubric_vars has the name "${taken}", which is the benchmark's own`);
  return answers.map(({ file, turn, truth }, at) => ({
    id: answers.length > 1 ? `answer-${at + 1}` : 'answer',
    files: [scope === 'files' ? '**' : file],
    prompt: fillRubric(rubric, {
      ...rubric_vars,
      input: turns[turn]!.input.replaceAll('{pwd}', '/work'),
      ground_truth: truth,
    }),
  }));
}

/** Notes for a reader of contracts with such checks. */
export const createJudgeNotes = ({ scope }: LettaJudge): string[] => [
  'graded by the judge model of the run (--judge-model): a pass is no executable evidence, and a score below 1 fails',
  'the rubric refers to the answer, which follows it between lines with a random code',
  ...(scope === 'files'
    ? [
        'all files that the agent adds or changes are graded as text: one that is no text in UTF-8 fails',
        "the suite's skills are there only if --files names a folder with them",
      ]
    : []),
];
