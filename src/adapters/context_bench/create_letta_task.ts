import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ImportedTask, WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { RowFault } from '../rows/read_names.js';
import { ANSWER_TEST_FOLDER, type GradedAnswer } from './create_answer_tests.js';
import { type AppliedGrading, createGradedParts } from './create_graded_parts.js';
import { requireHiddenRubric } from './create_model_checks.js';
import { LETTA_GRADERS, type LettaGrader } from './letta_grader.js';
import type { LettaJudge } from './letta_judge.js';
import type { LettaSample } from './letta_sample.js';
import type { LettaSuite } from './read_letta_suite.js';

const MIB = 2 ** 20;
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/**
 * Creates the contract of a sample: the files are the repository, the agent writes its answer into a file, and a hidden
 * test or a judge model grades it.
 *
 * @param chosen grader that the caller names in place of the suite's
 * @throws {RowFault} if the sample cannot be graded, or its files are not there
 */
export function createLettaTask(
  sample: LettaSample,
  suite: LettaSuite,
  files: FolderFiles,
  chosen: LettaGrader | undefined,
): ImportedTask {
  const grading = chosen === undefined ? requireGrading(suite) : { grader: chosen };
  const judge = 'judge' in grading ? grading.judge : undefined;
  if (judge) requireHiddenRubric(sample, judge, files);
  const graded = createGradedParts(sample, grading);
  const { answers, golden } = graded;
  const missing = sample.required_files.filter((name) => !files.has(name));
  if (missing.length > 0)
    throw new RowFault(`its files are not there: ${missing.slice(0, 5).join(', ')}; name their folder with --files`);
  const replaced = chosen !== undefined && !('grader' in suite.grading && suite.grading.grader === chosen);
  const difficulty = DIFFICULTIES.find((each) => each === sample.difficulty);
  const contract: WrittenContract = {
    schema: 1,
    id: toName(`${suite.name}-${sample.id}`),
    title: createTitle(sample),
    description: createDescription(sample, answers, judge),
    metadata: {
      ...{ tier: 1, source: 'external' },
      ...omitUndefined({ difficulty }),
      affected_files: judge?.scope === 'files' ? [] : answers.map(({ file }) => file),
      strata: {
        ...{ benchmark: 'context-bench', suite: suite.name, grader: nameGrader(grading, replaced) },
        ...omitUndefined({ question_type: sample.question_type }),
      },
      provenance: `Context-Bench (letta-evals) ${suite.name} ${sample.id}`,
    },
    snapshot: { directory: 'repo', tree: '' },
    build: 'none',
    ...graded.terms,
    ...omitUndefined({ golden_patch: golden === undefined ? undefined : 'golden.patch' }),
    policy: { change: { deny: [...files.keys()].map(escapeGlob) } },
    budget: omitUndefined({
      wall: suite.timeout_sec === undefined ? undefined : `${suite.timeout_sec}s`,
      memory: suite.memory_mb === undefined ? undefined : suite.memory_mb * MIB,
    }),
  };
  return {
    ...{ place: sample.place, contract },
    files: {
      ...omitUndefined({ 'repo/README.md': files.size === 0 ? 'An empty repository.\n' : undefined }),
      ...Object.fromEntries([...files].map(([path, file]) => [`repo/${path}`, file])),
      ...Object.fromEntries(
        Object.entries(graded.hidden).map(([path, text]) => [`hidden/${ANSWER_TEST_FOLDER}/${path}`, text]),
      ),
      ...omitUndefined({ 'golden.patch': golden }),
    },
    notes: [
      ...suite.notes,
      ...graded.notes,
      ...(replaced
        ? [`graded by ${chosen} as the caller asked: the benchmark grades otherwise, and results are not its own`]
        : []),
      ...('grader' in grading && isAsked(sample, answers, grading.grader)
        ? ['the ground truth stands in the question, so an answer that repeats the question passes']
        : []),
      ...(golden === undefined
        ? [`there is no reference solution: ${judge ? 'no ground truth is an answer' : 'a pattern shows no answer'}`]
        : []),
    ],
  };
}

function requireGrading({ grading }: LettaSuite): AppliedGrading {
  if ('problem' in grading) throw new RowFault(grading.problem);
  return grading;
}

function nameGrader(grading: AppliedGrading, replaced: boolean): string {
  if ('judge' in grading) return `model_judge (${grading.judge.model} asked by the suite)`;
  return replaced ? `${grading.grader} (not the benchmark's)` : grading.grader;
}

/** Tells whether an answer that is searched for stands in the question: whoever copies it passes. */
function isAsked({ turns }: LettaSample, answers: readonly GradedAnswer[], grader: LettaGrader): boolean {
  const questions = turns.map(({ input }) => input.toLowerCase()).join('\n');
  return grader === 'contains' && answers.some(({ truth }) => questions.includes(truth.toLowerCase()));
}

function createDescription(
  { turns }: LettaSample,
  answers: readonly GradedAnswer[],
  judge: LettaJudge | undefined,
): string {
  const texts = turns.map(({ input }) => input.replaceAll('{pwd}', '/work').trim());
  const question =
    texts.length === 1 ? texts[0]! : texts.map((text, at) => `## Part ${at + 1}\n\n${text}`).join('\n\n');
  if (judge?.scope === 'files')
    return (
      `${question}\n\nThe files that you add or change in the repository are graded as text. Nothing else ` +
      'is read.\n'
    );
  const files = answers.map(({ file }) => `\`${file}\``).join(', ');
  const each = answers.length > 1 ? 'Write the answer to each part into its file' : 'Write the answer';
  return `${question}\n\n${each}: ${files} at the root of the repository. Nothing else is read.\n`;
}

const createTitle = ({ turns, id }: LettaSample): string => {
  const lines = turns
    .at(-1)!
    .input.split('\n')
    .map((line) => line.trim());
  const question = lines.find((line) => /^(question|task):\s*\S/i.test(line)) ?? lines.find((line) => line !== '');
  return (question ?? id).slice(0, 120).trim();
};

/** Characters of an id that a contract cannot have. */
const toName = (id: string): string =>
  id
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 120) || 'sample';

const escapeGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@]/g, '\\$&');

/** Names of the graders that a caller may choose. */
export const isLettaGrader = (name: string): name is keyof typeof LETTA_GRADERS => Object.hasOwn(LETTA_GRADERS, name);
