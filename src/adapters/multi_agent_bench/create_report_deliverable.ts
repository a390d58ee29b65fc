import { RowFault } from '../rows/read_names.js';
import { type Deliverable, TEST_HEAD } from './deliverable.js';
import type { ScenarioRow } from './scenario_row.js';

const ANSWER = 'answer.md';
const HEADING = /\*\*\[([^\]\n]{1,100})\]/g;

/**
 * Creates the deliverable of a scenario whose answer is a text: its headings are those of the row's output_format. A
 * game has none, and an answer with some words is all that can be asked.
 *
 * @throws {RowFault} if a row that asks for headings has none
 */
export function createReportDeliverable({ scenario, output_format }: ScenarioRow): Deliverable {
  const game = scenario === 'minecraft' || scenario === 'werewolf';
  const headings = [...new Set([...output_format.matchAll(HEADING)].map(([, heading]) => heading!.trim()))];
  if (headings.length === 0 && !game) throw new RowFault('task.output_format has no heading of the form **[…]**');
  const names = headings.length > 0 ? headings.map((heading) => `section ${heading}`) : ['is written'];
  return {
    path: ANSWER,
    obligations:
      headings.length > 0
        ? `Write ${ANSWER} at the root of the workspace. It has these headings, each with text below it: ${headings.map((heading) => `**[${heading}]**`).join(', ')}.`
        : `Write ${ANSWER} at the root of the workspace: how the team would go about it, in at least fifty words.`,
    test: `${TEST_HEAD}
const HEADINGS = ${JSON.stringify(headings)};

const readAnswer = () => (existsSync('${ANSWER}') && statSync('${ANSWER}').size < 1048576 ? readFileSync('${ANSWER}', 'utf8') : '');

/** Text below a heading, up to the next one. */
function readSection(heading) {
  const text = readAnswer();
  const at = text.indexOf('[' + heading + ']');
  if (at < 0) return '';
  const below = text.slice(at + heading.length + 2).replace(/^[^\\n]*/, '');
  const ends = HEADINGS.map((other) => below.indexOf('[' + other + ']')).filter((end) => end >= 0);
  return below.slice(0, Math.min(below.length, ...ends));
}

const countWords = (text) => text.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;

${
  headings.length > 0
    ? headings
        .map(
          (heading, at) =>
            `test(${JSON.stringify(names[at])}, () => {\n  assert.equal(countWords(readSection(${JSON.stringify(heading)})) >= 5, true);\n});\n`,
        )
        .join('\n')
    : "test('is written', () => {\n  assert.equal(countWords(readAnswer()) >= 50, true);\n});\n"
}`,
    checks: [{ id: 'form', pattern: '', tests: names }],
    tools: { node: '>=20' },
    notes: game
      ? [
          'description only: the game is not there, so nothing is played, and block_hit_rate or who wins is ' +
            'unknown; the check asks for a text',
        ]
      : [
          'a pass says that the answer has the sections that are asked for, not that they are good: the original ' +
            'has a model rate that',
          'the row has no reference answer: nothing shows that the task can be solved',
        ],
  };
}
