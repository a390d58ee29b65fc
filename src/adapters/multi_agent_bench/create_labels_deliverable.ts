import { type Deliverable, TEST_HEAD } from './deliverable.js';
import type { ScenarioRow } from './scenario_row.js';

const ANSWER = 'root_causes.json';

/** Creates the deliverable of a database row: labels, which are compared with the right ones. */
export function createLabelsDeliverable({ labels, init_sql }: ScenarioRow): Deliverable {
  const { choices, right, most } = labels!;
  const cause = (label: string) => `root cause ${label}`;
  const form = 'names labels of the list, and no more than allowed';
  return {
    path: ANSWER,
    obligations:
      `Write ${ANSWER} at the root of the workspace: a JSON list with at most ${most} of ${choices.join(', ')}. ` +
      `Each root cause must be in it. No database runs here: judge by the description${init_sql === undefined ? '' : ' and init.sql'}.`,
    test: `${TEST_HEAD}
const KNOWN = ${JSON.stringify(choices)};

function readLabels() {
  if (!existsSync('${ANSWER}') || statSync('${ANSWER}').size > 65536) return [];
  try {
    const value = JSON.parse(readFileSync('${ANSWER}', 'utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

${right.map((label) => `test(${JSON.stringify(cause(label))}, () => {\n  assert.equal(readLabels().includes(${JSON.stringify(label)}), true);\n});\n`).join('\n')}
test(${JSON.stringify(form)}, () => {
  const named = readLabels();
  assert.equal(named.length > 0 && named.length <= ${most} && named.every((label) => KNOWN.includes(label)), true);
});
`,
    checks: [
      { id: 'root-causes', pattern: '^root cause ', tests: right.map(cause) },
      { id: 'form', pattern: '^names ', tests: [form] },
    ],
    tools: { node: '>=20' },
    golden: JSON.stringify(right),
    repository: init_sql === undefined ? {} : { 'init.sql': init_sql.endsWith('\n') ? init_sql : `${init_sql}\n` },
    notes: [
      'there is no database with anomalies (the original starts PostgreSQL in Docker): agents see init.sql and the description, so an answer is a guess',
      'labels are compared with root_causes; in the original a model reads two of them from the text. All must be named, and the share stands in the check root-causes',
    ],
  };
}
