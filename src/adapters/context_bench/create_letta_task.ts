import type { ImportedTask, WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { RowFault } from '../rows/read_names.js';
import { ANSWER_TEST_FOLDER, createAnswerTests, type GradedAnswer, MAX_ANSWER } from './create_answer_tests.js';
import { convertPythonPattern, LETTA_GRADERS, type LettaGrader } from './letta_grader.js';
import type { LettaSample } from './letta_sample.js';
import type { LettaSuite } from './read_letta_suite.js';

const MIB = 2 ** 20;
const REPORT = '--test-reporter=tap --test-reporter-destination="$REPORT"';
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/**
 * Creates the contract of a sample: the files are the repository, the agent writes its answer into a file, and a hidden
 * test grades it.
 *
 * @param chosen grader that the caller names in place of the suite's
 * @throws {RowFault} if the sample cannot be graded without a model, or its files are not there
 */
export function createLettaTask(
  sample: LettaSample,
  suite: LettaSuite,
  files: FolderFiles,
  chosen: LettaGrader | undefined,
): ImportedTask {
  const grader = chosen ?? requireGrader(suite);
  const answers = listAnswers(sample, grader);
  const missing = sample.required_files.filter((name) => !files.has(name));
  if (missing.length > 0)
    throw new RowFault(`its files are not there: ${missing.slice(0, 5).join(', ')}; name their folder with --files`);
  const tests = createAnswerTests(answers, grader);
  const golden = createGoldenPatch(answers, grader);
  const replaced = chosen !== undefined && !('grader' in suite.grading && suite.grading.grader === chosen);
  const difficulty = DIFFICULTIES.find((each) => each === sample.difficulty);
  const contract: WrittenContract = {
    schema: 1,
    id: toName(`${suite.name}-${sample.id}`),
    title: createTitle(sample),
    description: createDescription(sample, answers),
    metadata: {
      ...{ tier: 1, source: 'external' },
      ...(difficulty === undefined ? {} : { difficulty }),
      affected_files: answers.map(({ file }) => file),
      strata: {
        ...{
          benchmark: 'context-bench',
          suite: suite.name,
          grader: replaced ? `${grader} (not the benchmark's)` : grader,
        },
        ...(sample.question_type === undefined ? {} : { question_type: sample.question_type }),
      },
      provenance: `Context-Bench (letta-evals) ${suite.name} ${sample.id}`,
    },
    snapshot: { directory: 'repo', tree: '' },
    environment: { tools: { node: '>=20' } },
    build: 'none',
    acceptance: [
      {
        id: 'answer',
        run: `node --test ${REPORT} ${ANSWER_TEST_FOLDER}/answer.test.mjs`,
        ...{ report: 'tap', timeout: '60s' },
        fail_to_pass: answers.map(({ title }) => title),
      },
    ],
    oracle: {
      files: [{ from: 'hidden', to: '.' }],
      canary: {
        run: `node --test ${REPORT} ${ANSWER_TEST_FOLDER}/canary.test.mjs`,
        report: 'tap',
        must_fail: answers.map(({ title }) => title),
      },
    },
    ...(golden === undefined ? {} : { golden_patch: 'golden.patch' }),
    policy: { change: { deny: [...files.keys()].map(escapeGlob) } },
    budget: {
      ...(suite.timeout_sec === undefined ? {} : { wall: `${suite.timeout_sec}s` }),
      ...(suite.memory_mb === undefined ? {} : { memory: suite.memory_mb * MIB }),
    },
  };
  const hidden = { 'answer.test.mjs': tests.test, 'canary.test.mjs': tests.canary, ...tests.staged };
  return {
    ...{ place: sample.place, contract },
    files: {
      ...(files.size === 0 ? { 'repo/README.md': 'An empty repository.\n' } : {}),
      ...Object.fromEntries([...files].map(([path, file]) => [`repo/${path}`, file])),
      ...Object.fromEntries(
        Object.entries(hidden).map(([path, text]) => [`hidden/${ANSWER_TEST_FOLDER}/${path}`, text]),
      ),
      ...(golden === undefined ? {} : { 'golden.patch': golden }),
    },
    notes: [
      ...suite.notes,
      `the answer is read from a file, not from the last message; one of more than ${MAX_ANSWER} characters fails`,
      ...(replaced
        ? [`graded by ${grader} as the caller asked: the benchmark grades otherwise, and results are not its own`]
        : []),
      ...(isAsked(sample, answers, grader)
        ? ['the ground truth stands in the question, so an answer that repeats the question passes']
        : []),
      ...(golden === undefined ? ['there is no reference solution: a pattern shows no answer'] : []),
    ],
  };
}

function requireGrader({ grading }: LettaSuite): LettaGrader {
  if ('problem' in grading) throw new RowFault(grading.problem);
  return grading.grader;
}

/** Lists the answers that are graded, each with its file. @throws {RowFault} if no ground truth is there */
function listAnswers({ turns }: LettaSample, grader: LettaGrader): GradedAnswer[] {
  const graded = turns.flatMap(({ truth }, at) => {
    // That all characters are printable is asked of any answer.
    const wanted = grader === 'printable-ascii' ? '' : truth;
    if (wanted === undefined) return [];
    const number = turns.length > 1 ? at + 1 : undefined;
    return [
      {
        file: number === undefined ? 'answer.txt' : `answer-${number}.txt`,
        title: number === undefined ? 'the answer is right' : `answer ${number} is right`,
        truth: wanted,
      },
    ];
  });
  if (graded.length === 0) throw new RowFault('there is no ground_truth: only a judge model could grade the answer');
  for (const { truth } of graded) requireGradable(truth, grader);
  return graded;
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

/** Tells whether an answer that is searched for stands in the question: whoever copies it passes. */
function isAsked({ turns }: LettaSample, answers: readonly GradedAnswer[], grader: LettaGrader): boolean {
  const asked = turns.map(({ input }) => input.toLowerCase()).join('\n');
  return grader === 'contains' && answers.some(({ truth }) => asked.includes(truth.toLowerCase()));
}

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

function createDescription({ turns }: LettaSample, answers: readonly GradedAnswer[]): string {
  const texts = turns.map(({ input }) => input.replaceAll('{pwd}', '/work').trim());
  const asked = texts.length === 1 ? texts[0]! : texts.map((text, at) => `## Part ${at + 1}\n\n${text}`).join('\n\n');
  const files = answers.map(({ file }) => `\`${file}\``).join(', ');
  const each = answers.length > 1 ? 'Write the answer to each part into its file' : 'Write the answer';
  return `${asked}\n\n${each}: ${files} at the root of the repository. Nothing else is read.\n`;
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
