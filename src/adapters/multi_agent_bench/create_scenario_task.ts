import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { createCanaryFile } from '../../project/canary_file.js';
import type { ImportedTask } from '../benchmark_adapter.js';
import { createProgramDeliverable } from './create_program_deliverable.js';
import { createRatingCheck } from './create_rating_check.js';
import { createReportDeliverable } from './create_report_deliverable.js';
import { createTeam } from './create_team.js';
import { type Deliverable, TEST_HEAD } from './deliverable.js';
import type { ScenarioRow } from './scenario_row.js';

const TEST_FILE = 'gatebench-tests/deliverable.test.mjs';

/**
 * Creates the contract of a row.
 *
 * @param rated true if a judge model rates the deliverable as well
 * @throws {RowFault} if its agents or its output cannot be expressed in a contract
 */
export function createScenarioTask(row: ScenarioRow, rated = false): ImportedTask {
  const deliverable = createDeliverable(row);
  const { path, golden, test, checks, tools, kind } = deliverable;
  const coordination = createTeam(row, path);
  const project = { tests: { runner: 'node:test' }, isTestFile: () => true };
  const canary = createCanaryFile(project, [{ path: TEST_FILE, text: test }])!;
  const runner = (file: string, pattern = '') =>
    `node --test ${pattern === '' ? '' : `--test-name-pattern='${pattern}' `}--test-reporter=tap --test-reporter-destination="$REPORT" ${file}`;
  const rating = rated ? createRatingCheck(row, path) : undefined;
  const parallel = (coordination.subtasks ?? []).filter(({ id }) => row.agents.some((agent) => agent.id === id));
  const is_serial = row.scenario === 'coding' || row.coordinate_mode === 'chain';
  return {
    place: row.place,
    contract: {
      schema: 1,
      id: `multi-agent-bench-${row.scenario}-${row.task_id}`.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 120),
      title: createTitle(row),
      description: createDescription(row),
      obligations: `${deliverable.obligations}\n`,
      metadata: {
        ...{ tier: 3, source: 'external' },
        ...omitUndefined({ kind, parallelizable_subtasks: is_serial ? undefined : Math.max(1, parallel.length) }),
        affected_files: [path],
        strata: {
          ...{ benchmark: 'multi-agent-bench', scenario: row.scenario, coordinate_mode: row.coordinate_mode },
          ...{ agents: row.agents.length, max_iterations: row.max_iterations },
          ...omitUndefined({ defaults: Object.keys(row.defaults).join(' ') || undefined }),
        },
        provenance: `MultiAgentBench ${row.scenario} ${row.task_id}`,
      },
      snapshot: { directory: 'repo', tree: '' },
      environment: { tools },
      build: 'none',
      acceptance: checks.map(({ id, pattern, tests }) => ({
        ...{ id, run: runner(TEST_FILE, pattern), report: 'tap' as const, timeout: '2m' },
        fail_to_pass: tests.map((name) => name.replace(/[\\*?]/g, '\\$&')),
      })),
      ...omitUndefined({ model_checks: rating && [rating] }),
      oracle: {
        files: [{ from: 'hidden', to: '.' }],
        canary: {
          ...{ run: runner(canary.path), report: 'tap', environment: canary.environment },
          must_fail: [canary.test!],
        },
      },
      ...omitUndefined({ golden_patch: golden === undefined ? undefined : 'golden.patch' }),
      policy: { dependencies: { add: 'allow' } },
      coordination,
    },
    files: {
      'repo/.gitkeep': '',
      ...Object.fromEntries(Object.entries(deliverable.repository ?? {}).map(([name, text]) => [`repo/${name}`, text])),
      [`hidden/${TEST_FILE}`]: test,
      [`hidden/${canary.path}`]: canary.content,
      ...omitUndefined({ 'golden.patch': golden === undefined ? undefined : createAddition(path, golden) }),
    },
    notes: [
      ...Object.entries(row.defaults).map(
        ([name, value]) => `${name} is empty: ${value}, as the jsonl2yaml.py of MultiAgentBench fills in`,
      ),
      'models that the row names for agents and judges are not used: the run names its own',
      rating === undefined
        ? 'no model judges'
        : "a judge model rates the deliverable by the benchmark's criteria in our words: its figures are ours, " +
          'and decide nothing',
      'max_iterations is recorded and not enforced: an agent acts as often as its budget allows',
      ...deliverable.notes,
    ],
  };
}

function createDeliverable(row: ScenarioRow): Deliverable {
  if (row.scenario === 'coding') return createProgramDeliverable();
  return row.scenario === 'database' ? createLabelsDeliverable(row) : createReportDeliverable(row);
}

/** Takes the indentation away that rows have in front of each line. */
function dedent(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length);
  // The first line of many rows is not indented, and stands for nothing.
  const least = Math.min(...(indents.length > 1 ? indents.slice(1) : [0]));
  return lines
    .map((line) => line.slice(Math.min(least, /^ */.exec(line)![0].length)).trimEnd())
    .join('\n')
    .trim();
}

function createDescription({ content, output_format }: ScenarioRow): string {
  const format = dedent(output_format);
  return `${dedent(content)}\n${format === '' ? '' : `\n## Output\n\n${format}\n`}`;
}

function createTitle({ scenario, task_id, content }: ScenarioRow): string {
  const name = /\b(?:called|named)\s+['"]?([A-Za-z][\w -]{1,60}?)['"]?[.\s]/.exec(content)?.[1];
  return `MultiAgentBench ${scenario} ${task_id}${name === undefined ? '' : `: ${name}`}`.slice(0, 200);
}

/** Writes a patch that adds a file of one line. */
const createAddition = (path: string, line: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;

const ANSWER = 'root_causes.json';

/** Creates the deliverable of a database row: labels, which are compared with the right ones. */
function createLabelsDeliverable({ labels, init_sql }: ScenarioRow): Deliverable {
  const { choices, right, most } = labels!;
  const cause = (label: string) => `root cause ${label}`;
  const form = 'names labels of the list, and no more than allowed';
  return {
    path: ANSWER,
    obligations:
      `Write ${ANSWER} at the root of the workspace: a JSON list with at most ${most} of ${choices.join(', ')}. ` +
      'Each root cause must be in it. No database runs here: judge by the ' +
      `description${init_sql === undefined ? '' : ' and init.sql'}.`,
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
      'there is no database with anomalies (the original starts PostgreSQL in Docker): agents see init.sql and ' +
        'the description, so an answer is a guess',
      'labels are compared with root_causes; in the original a model reads two of them from the text. All must ' +
        'be named, and the share stands in the check root-causes',
    ],
  };
}
