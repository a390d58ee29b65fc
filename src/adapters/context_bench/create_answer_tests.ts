import { convertPythonPattern, type LettaGrader } from './letta_grader.js';

/** Folder of the hidden files in the workspace. */
export const ANSWER_TEST_FOLDER = 'gatebench-context-bench';

/** Most characters of an answer: one that holds all the files would contain everything. */
export const MAX_ANSWER = 10_000;

/** Answer that is graded: its file, and what it is held against. */
export interface GradedAnswer {
  file: string;
  /** Number of the turn, from 0. */
  turn: number;
  title: string;
  truth: string;
}

/** Hidden tests of answers, and the same over answers that are wrong. */
interface AnswerTests {
  test: string;
  canary: string;
  /** Wrong answers by path in the hidden folder. */
  staged: Readonly<Record<string, string>>;
}

/** Answer that no ground truth is: an unprintable character. */
const WRONG = '\u0007\n';

/**
 * Creates the hidden tests of the answers. An answer is read as data, never through a link, and is bounded.
 *
 * @throws {RowFault} if a ground truth is no pattern where it must be one
 */
export function createAnswerTests(answers: readonly GradedAnswer[], grader: LettaGrader): AnswerTests {
  const write = (folder: string) =>
    [
      "import assert from 'node:assert/strict';",
      "import { lstatSync, readFileSync } from 'node:fs';",
      "import { join } from 'node:path';",
      "import { test } from 'node:test';",
      '',
      `const folder = ${folder};`,
      READER,
      ...answers.flatMap(({ file, title, truth }) => [
        `test(${JSON.stringify(title)}, () => {`,
        `  const answer = read(${JSON.stringify(file)});`,
        `  ${createAssertion(truth, grader)}`,
        '});',
        '',
      ]),
    ].join('\n');
  return {
    test: write("'.'"),
    canary: write("join(import.meta.dirname, 'staged')"),
    staged: Object.fromEntries(answers.map(({ file }) => [`staged/${file}`, WRONG])),
  };
}

const READER = `
function read(path) {
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
  assert.ok(stat?.isFile(), path + ' is missing, or is no file');
  assert.ok(stat.size <= ${MAX_ANSWER * 4}, path + ' is too long for an answer');
  const text = readFileSync(join(folder, path), 'utf8');
  assert.ok(text.length <= ${MAX_ANSWER}, path + ' is too long for an answer');
  return text;
}
`;

function createAssertion(truth: string, grader: LettaGrader): string {
  switch (grader) {
    case 'exact':
      return `assert.equal(answer.trim(), ${JSON.stringify(truth.trim())});`;
    case 'contains': {
      const text = JSON.stringify(truth.toLowerCase());
      return `assert.equal(answer.toLowerCase().includes(${text}) ? ${text} : answer.slice(0, 200), ${text});`;
    }
    case 'regex': {
      const { source, flags } = convertPythonPattern(truth);
      return `assert.match(answer, new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)}));`;
    }
    case 'printable-ascii':
      return "assert.equal(answer.replace(/[\\r\\n\\x20-\\x7e]/g, ''), '');";
    default:
      return grader satisfies never;
  }
}
