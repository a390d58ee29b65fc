import type { WrittenContract } from '../benchmark_adapter.js';
import { RowFault } from '../rows/read_names.js';
import { ANSWER_TEST_FOLDER, createAnswerTests, type GradedAnswer, MAX_ANSWER } from './create_answer_tests.js';
import { createJudgeNotes, createModelChecks } from './create_model_checks.js';
import { convertPythonPattern, type LettaGrader, type LettaGrading } from './letta_grader.js';
import type { LettaJudge } from './letta_judge.js';
import type { LettaSample } from './letta_sample.js';

const REPORT = '--test-reporter=tap --test-reporter-destination="$REPORT"';

/** Grading that has a counterpart. */
export type AppliedGrading = Exclude<LettaGrading, { problem: string }>;

/** Part of a contract that grades the answers, with hidden files by path. */
interface GradedParts {
  answers: readonly GradedAnswer[];
  /** Reference solution; undefined if the ground truth shows none. */
  golden: string | undefined;
  terms: Pick<WrittenContract, 'acceptance' | 'model_checks' | 'oracle' | 'environment'>;
  hidden: Readonly<Record<string, string>>;
  notes: readonly string[];
}

/**
 * Creates the part of a contract that grades the answers of a sample: by a hidden test, or by a judge model.
 *
 * @throws {RowFault} if they cannot be graded
 */
export function createGradedParts(sample: LettaSample, grading: AppliedGrading): GradedParts {
  return 'judge' in grading ? createJudged(sample, grading.judge) : createTested(sample, grading.grader);
}

function createTested(sample: LettaSample, grader: LettaGrader): GradedParts {
  const answers = listAnswers(sample, grader);
  const { test, canary, staged } = createAnswerTests(answers, grader);
  const titles = answers.map(({ title }) => title);
  return {
    answers,
    golden: createGoldenPatch(answers, grader),
    terms: {
      environment: { tools: { node: '>=20' } },
      acceptance: [
        {
          id: 'answer',
          run: `node --test ${REPORT} ${ANSWER_TEST_FOLDER}/answer.test.mjs`,
          ...{ report: 'tap', timeout: '60s', fail_to_pass: titles },
        },
      ],
      oracle: {
        files: [{ from: 'hidden', to: '.' }],
        canary: {
          run: `node --test ${REPORT} ${ANSWER_TEST_FOLDER}/canary.test.mjs`,
          ...{ report: 'tap', must_fail: titles },
        },
      },
    },
    hidden: { 'answer.test.mjs': test, 'canary.test.mjs': canary, ...staged },
    notes: [
      `the answer is read from a file, not from the last message; one of more than ${MAX_ANSWER} characters fails`,
    ],
  };
}

function createJudged(sample: LettaSample, judge: LettaJudge): GradedParts {
  const answers = listJudgedAnswers(sample);
  return {
    answers,
    golden: createJudgedGolden(answers, judge),
    terms: { acceptance: [], model_checks: createModelChecks(sample, answers, judge) },
    hidden: {},
    notes: [
      ...(judge.scope === 'answer' ? ['the answer is read from a file, not from the last message'] : []),
      ...createJudgeNotes(judge),
    ],
  };
}

/** Creates the patch with the ground truth as the answer; undefined if it is none. */
const createJudgedGolden = (answers: readonly GradedAnswer[], { scope }: LettaJudge): string | undefined =>
  scope === 'files' || answers.some(({ truth }) => truth.trim() === '')
    ? undefined
    : createGoldenPatch(answers, 'contains');

/** Creates the patch with the right answers; undefined if they do not follow from what the answer is held against. */
function createGoldenPatch(answers: readonly GradedAnswer[], grader: LettaGrader): string | undefined {
  const texts = answers.map(({ file, truth }) => ({ file, text: grader === 'printable-ascii' ? 'answer' : truth }));
  const fits = ({ text }: { text: string }) => {
    if (grader !== 'regex') return true;
    const { source, flags } = convertPythonPattern(text);
    // A pattern without any operator is its own match.
    return !/[\\^$.*+?()[\]{}|]/.test(source) && flags === '';
  };
  if (!texts.every(fits)) return undefined;
  return texts
    .map(({ file, text }) => {
      const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
      return [
        `diff --git a/${file} b/${file}`,
        ...['new file mode 100644', '--- /dev/null', `+++ b/${file}`, `@@ -0,0 +1,${lines.length} @@`],
        ...lines.map((line) => `+${line}`),
        '',
      ].join('\n');
    })
    .join('');
}

/** Lists the answers that a judge model grades: those with a ground truth, or else the last. */
function listJudgedAnswers({ turns }: LettaSample): GradedAnswer[] {
  const answers = turns.flatMap(({ truth }, turn) => (truth === undefined ? [] : [toAnswer(turns, turn, truth)]));
  return answers.length > 0 ? answers : [toAnswer(turns, turns.length - 1, '')];
}

/** Lists the answers that are graded, each with its file. @throws {RowFault} if no ground truth is there */
function listAnswers({ turns }: LettaSample, grader: LettaGrader): GradedAnswer[] {
  const graded = turns.flatMap(({ truth }, at) => {
    // That all characters are printable is asked of any answer.
    const expectation = grader === 'printable-ascii' ? '' : truth;
    return expectation === undefined ? [] : [toAnswer(turns, at, expectation)];
  });
  if (graded.length === 0) throw new RowFault('there is no ground_truth: only a judge model could grade the answer');
  for (const { truth } of graded) requireGradable(truth, grader);
  return graded;
}

function toAnswer(turns: LettaSample['turns'], turn: number, truth: string): GradedAnswer {
  const number = turns.length > 1 ? turn + 1 : undefined;
  return {
    ...{ turn, truth },
    file: number === undefined ? 'answer.txt' : `answer-${number}.txt`,
    title: number === undefined ? 'the answer is right' : `answer ${number} is right`,
  };
}

/** @throws {RowFault} if no answer can pass, or one that says nothing does */
function requireGradable(truth: string, grader: LettaGrader): void {
  if (grader !== 'regex') {
    if (truth.length > MAX_ANSWER)
      throw new RowFault(`ground_truth has ${truth.length} characters, and an answer no more than ${MAX_ANSWER}`);
    return;
  }
  const { source, flags } = convertPythonPattern(truth);
  if (new RegExp(source, flags).test(''))
    throw new RowFault(`ground_truth is a pattern that an empty answer fits: ${JSON.stringify(truth.slice(0, 60))}`);
}
