import type { WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { RowFault } from '../rows/read_names.js';
import type { GradedAnswer } from './create_answer_tests.js';
import { fillRubric, type LettaJudge } from './letta_judge.js';
import type { LettaSample } from './letta_sample.js';

/** Names of a rubric that a row cannot give. */
const RESERVED = ['input', 'ground_truth', 'submission'];

/** Least length of a rubric that is searched for inside of files; a shorter one may stand there by chance. */
const MIN_RUBRIC = 30;

/**
 * Requires that the rubric of a sample stands in none of the files that agents get.
 *
 * @throws {RowFault} naming the file
 */
export function requireHiddenRubric(
  { rubric: own }: LettaSample,
  { rubric: shared }: LettaJudge,
  files: FolderFiles,
): void {
  const rubric = (own ?? shared)?.trim();
  if (!rubric) return;
  const holds = (content: Buffer) =>
    rubric.length < MIN_RUBRIC ? content.toString('utf8').trim() === rubric : content.includes(rubric);
  const [first] = [...files].flatMap(([path, { content }]) => (holds(content) ? [path] : [])).sort();
  if (first !== undefined)
    throw new RowFault(
      `its rubric stands in the file ${first}, which agents would read; keep rubrics out of the files`,
    );
}

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
  const reserved = RESERVED.find((name) => Object.hasOwn(rubric_vars, name));
  if (reserved !== undefined)
    throw new RowFault(`rubric_vars has the name "${reserved}", which is the benchmark's own`);
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
