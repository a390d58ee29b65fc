import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type AdapterOutcome, type ImportedTask, isRejectedTask } from '../../../src/adapters/benchmark_adapter.js';
import { contextBenchAdapter } from '../../../src/adapters/context_bench/context_bench_adapter.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { itInFullWhere } from '../../extent.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenJudgeServer } from '../../given_judge_server.js';

afterAll(cleanUp);

const SUITE = {
  name: 'towns',
  dataset: 'rows.jsonl',
  target: { kind: 'letta_code', timeout: 90 },
  graders: { match: { kind: 'tool', function: 'contains', extractor: 'last_assistant' } },
  reward: { kind: 'metric', metric_key: 'accuracy' },
};
const ROW = {
  input: 'Read the files at {pwd}.\n\nQuestion: Where does Ada live?',
  ground_truth: 'Turku',
  agent_args: { extra: { required_files: ['people.txt'], question_type: 'lookup', difficulty: 'easy' } },
};

/** Writes a suite with its rows and files. Returns its folder. */
function givenSuite(suite: Record<string, unknown>, ...rows: unknown[]): string {
  return write(join(givenRoom(), 'suite'), {
    'suite.yaml': stringify({ ...SUITE, ...suite }),
    'rows.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'files/people.txt': 'Ada: Turku\n',
  });
}

type Options = Parameters<typeof contextBenchAdapter.readTasks>[1];
async function readAll(path: string, options: Options = {}): Promise<AdapterOutcome[]> {
  const outcomes: AdapterOutcome[] = [];
  for await (const outcome of contextBenchAdapter.readTasks(path, options)) outcomes.push(outcome);
  return outcomes;
}
const readSuite = (suite: Record<string, unknown> = {}, ...rows: unknown[]) =>
  readAll(join(givenSuite(suite, ...(rows.length > 0 ? rows : [ROW])), 'suite.yaml'));
const requireTask = (outcome: AdapterOutcome | undefined): ImportedTask => {
  if (outcome === undefined || isRejectedTask(outcome)) throw new Error(outcome?.reason);
  return outcome;
};

it('makes a contract of a sample: its files are the repository, its answer is a file', async () => {
  const { contract, files } = requireTask((await readSuite())[0]);
  expect(contract).toMatchObject({
    id: 'towns-0',
    title: 'Question: Where does Ada live?',
    metadata: { difficulty: 'easy', strata: { suite: 'towns', grader: 'contains', question_type: 'lookup' } },
    policy: { change: { deny: ['people.txt'] } },
    budget: { wall: '90s' },
  });
  expect(contract.description).toContain('Read the files at /work.');
  expect(contract.description).toContain('Write the answer: `answer.txt` at the root');
  expect(Object.keys(files).sort()).toEqual([
    'golden.patch',
    'hidden/gatebench-context-bench/answer.test.mjs',
    'hidden/gatebench-context-bench/canary.test.mjs',
    'hidden/gatebench-context-bench/staged/answer.txt',
    'repo/people.txt',
  ]);
});

itInFullWhere('sandbox')(
  'grades in real attempts: a right answer passes, and a link to the hidden test and a copy of everything fail',
  async () => {
    const folder = givenSuite({}, ROW);
    const cache = ['--cache', join(folder, 'cache')];
    const imported = await typeCommand(folder, ['import', 'context-bench', 'suite.yaml', '--out', 'out', ...cache]);
    expect(imported).toMatchObject({ code: 0 });
    const contract = join(folder, 'out/tasks/towns-0/contract.yml');
    // Finding the strength of a pass is tried elsewhere, and takes most of the time.
    const written = parse(readFileSync(contract, 'utf8'));
    writeFileSync(contract, stringify({ ...written, oracle: { ...written.oracle, challenge: { rounds: 0 } } }));
    const agents: Record<string, [operations: unknown[], passes: boolean]> = {
      right: [[{ write: 'answer.txt', content: 'She lives in TURKU.\n' }], true],
      link: [[{ run: 'ln -s gatebench-context-bench/answer.test.mjs answer.txt' }], false],
      copy: [[{ run: 'for i in $(seq 2000); do cat people.txt; done > answer.txt' }], false],
    };
    const options: string[] = [];
    for (const [name, [operations]] of Object.entries(agents)) {
      writeFileSync(join(folder, `${name}.yml`), stringify({ name, operations }));
      options.push('--agent', `script:${name}.yml`);
    }
    await typeCommand(folder, ['run', contract, ...options, '--out', 'runs', ...cache]);
    const results = readFileSync(join(folder, 'runs/results.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const statuses = Object.fromEntries(results.map(({ agent, verdict }) => [agent.name, verdict.gate_vector]));
    const failed = 'pass/pass/fail/pass';
    expect(statuses).toEqual({ right: 'pass/pass/pass/pass', link: failed, copy: failed });
  },
);

describe('graders of a suite', () => {
  const grade = (grader: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    readSuite({ graders: { match: grader }, ...more });

  it.each<[name: string, assertion: string]>([
    ['exact_match', 'assert.equal(answer.trim(), "Turku");'],
    ['regex_match', 'assert.match(answer, new RegExp("Turku", ""));'],
    ['ascii_printable_only', "assert.equal(answer.replace(/[\\r\\n\\x20-\\x7e]/g, ''), '');"],
  ])('%s', async (name, assertion) => {
    const { files } = requireTask((await grade({ kind: 'tool', function: name }))[0]);
    expect(files['hidden/gatebench-context-bench/answer.test.mjs']).toContain(assertion);
  });

  it.each<[what: string, grader: Record<string, unknown>, reason: RegExp]>([
    [
      'a judge model whose rubric is not there',
      { kind: 'model_judge', prompt_path: 'x' },
      /its grader "match" cannot be asked: the rubric "x" cannot be read \(ENOENT\); --grader/,
    ],
    [
      'a judge model whose rubric lies elsewhere',
      { kind: 'model_judge', prompt_path: '../../etc/passwd' },
      /is no path of a file beside the suite/,
    ],
    [
      'a judge model that reads what no file has',
      { kind: 'model_judge', prompt: 'x', extractor: 'custom_extractor.py:skill_extractor' },
      /reads what the extractor "skill_extractor" takes, which no file has/,
    ],
    ['a judge model with a system prompt', { kind: 'model_judge', prompt: 'x', system_prompt: 'y' }, /system prompt/],
    ['a judge model without any rubric', { kind: 'model_judge' }, /^neither the suite nor the row has a rubric$/],
    [
      'a function of its own',
      { kind: 'tool', function: 'mine.py:grade' },
      /is tool "mine\.py:grade", which has no counterpart/,
    ],
    ['an unknown kind', { kind: 'oracle' }, /is oracle, which has no counterpart/],
    ['another extractor', { kind: 'tool', function: 'contains', extractor: 'tool_output' }, /extractor "tool_output"/],
  ])('%s is rejected, with the reason', async (_, grader, reason) => {
    expect(await grade(grader)).toMatchObject([{ place: 'rows.jsonl:1', reason: expect.stringMatching(reason) }]);
  });

  it('one that the caller names is labelled as not the benchmark’s', async () => {
    const path = join(givenSuite({ graders: { match: { kind: 'model_judge' } } }, ROW), 'suite.yaml');
    const { contract, notes } = requireTask((await readAll(path, { grader: 'exact' }))[0]);
    expect(contract.metadata.strata).toMatchObject({ grader: "exact (not the benchmark's)" });
    expect(notes.join()).toContain('results are not its own');
  });

  it('which of several decides must be named by the reward', async () => {
    const graders = { one: SUITE.graders.match, two: SUITE.graders.match };
    expect(await readSuite({ graders })).toMatchObject([{ reason: expect.stringContaining('has 2 graders') }]);
    expect(isRejectedTask((await readSuite({ graders, reward: { metric_key: 'two' } }))[0]!)).toBe(false);
  });
});

describe('a judge model as the grader of a suite', () => {
  const RUBRIC =
    'Question: {input}\nExpected: {ground_truth}\nGiven: {submission}\nSay {{"score": 1}} if they agree.\n';
  const judged = (grader: Record<string, unknown> = {}) => ({
    graders: { rubric: { kind: 'model_judge', prompt: RUBRIC, model: 'gpt-5-mini', ...grader } },
  });
  const readChecks = async (...given: Parameters<typeof readSuite>) =>
    requireTask((await readSuite(...given))[0]).contract.model_checks;

  it('becomes a check with the rubric, filled as the benchmark fills it', async () => {
    const { contract, files, notes } = requireTask((await readSuite(judged()))[0]);
    expect(contract).toMatchObject({
      acceptance: [],
      metadata: { strata: { grader: 'model_judge (gpt-5-mini asked by the suite)' } },
    });
    expect(contract.model_checks).toEqual([
      {
        id: 'answer',
        files: ['answer.txt'],
        prompt:
          'Question: Read the files at /work.\n\nQuestion: Where does Ada live?\nExpected: Turku\n' +
          'Given: (the answer at the end of this message)\nSay {"score": 1} if they agree.\n',
      },
    ]);
    expect(Object.keys(files).sort()).toEqual(['golden.patch', 'repo/people.txt']);
    expect(files['golden.patch']).toContain('+Turku\n');
    expect(notes.join()).toContain('a pass is no executable evidence');
  });

  it('takes the rubric of the row first, with its values, and a file that the row names', async () => {
    const row = { ...ROW, rubric: '{skill}: {files}', rubric_vars: { skill: 'pdf', files: ['a', 'b'] } };
    expect(await readChecks(judged(), row)).toMatchObject([{ prompt: 'pdf: ["a","b"]' }]);
    // A value is no rubric: names in it are not filled.
    expect(
      await readChecks(judged({ prompt: '{skill}' }), { ...ROW, rubric_vars: { skill: '{input}' } }),
    ).toMatchObject([{ prompt: '{input}' }]);
    const folder = givenSuite(judged({ prompt: undefined }), { ...ROW, rubric_path: 'own.txt' });
    write(folder, { 'own.txt': 'By {ground_truth}.' });
    const [read] = await readAll(join(folder, 'suite.yaml'));
    expect(requireTask(read).contract.model_checks).toMatchObject([{ prompt: 'By Turku.' }]);
  });

  it('grades each turn with a ground truth, or else the last', async () => {
    const turns = { ...ROW, input: ['One?', 'Two?', 'Three?'] };
    const checks = await readChecks(judged({ prompt: '{input} {ground_truth}' }), {
      ...turns,
      ground_truth: ['1', '2', ''],
    });
    expect(checks).toMatchObject([
      { id: 'answer-1', files: ['answer-1.txt'], prompt: 'One? 1' },
      { id: 'answer-2', files: ['answer-2.txt'], prompt: 'Two? 2' },
    ]);
    const last = await readChecks(judged({ prompt: '{input}' }), { ...turns, ground_truth: undefined });
    expect(last).toMatchObject([{ id: 'answer', files: ['answer-3.txt'], prompt: 'Three?' }]);
  });

  it('grades all files that the agent makes, where the suite has them taken from its sandbox', async () => {
    const suite = judged({ extractor: 'custom_extractor.py:sandbox_files_extractor' });
    const { contract, files } = requireTask((await readSuite(suite))[0]);
    expect(contract.model_checks).toMatchObject([{ files: ['**'] }]);
    expect(contract.description).toContain('The files that you add or change in the repository are graded as text.');
    expect(files['golden.patch']).toBeUndefined();
  });

  it.each<[what: string, prompt: string, more: Record<string, unknown>, reason: RegExp]>([
    ['a name without a value', '{skill}', {}, /names \{skill\}, and the row has no value/],
    ['a format of Python', '{input!r}', {}, /which only Python formats/],
    ['a single brace', 'a } b', {}, /which only Python formats/],
    ['a name of the benchmark', 'x', { rubric_vars: { submission: 'mine' } }, /has the name "submission"/],
    ['values that are no map', 'x', { rubric_vars: ['a'] }, /rubric_vars is no map/],
    ['a rubric that leads away', 'x', { rubric_path: '/etc/passwd' }, /is no path of a file beside the suite/],
  ])('rejects a row with %s', async (_, prompt, more, reason) => {
    expect(await readSuite(judged({ prompt }), { ...ROW, ...more })).toMatchObject([
      { reason: expect.stringMatching(reason) },
    ]);
  });

  it('rejects rows whose rubric lies among the files, where agents would read it', async () => {
    const folder = givenSuite(judged({ prompt: undefined, prompt_path: 'files/rubric.txt' }), ROW, {
      ...ROW,
      rubric_path: 'files/own.txt',
    });
    write(folder, { 'files/rubric.txt': RUBRIC, 'files/own.txt': 'Short.\n', 'files/copy.md': `# Copy\n\n${RUBRIC}` });
    const reason = (name: string) =>
      `its rubric stands in the file ${name}, which agents would read; keep rubrics out of the files`;
    expect(await readAll(join(folder, 'suite.yaml'))).toMatchObject([
      { reason: reason('copy.md') },
      { reason: reason('own.txt') },
    ]);
    // A grader that reads no rubric leaves it as what it is: a file.
    expect(await readAll(join(folder, 'suite.yaml'), { grader: 'contains' })).toMatchObject([
      { files: {} },
      { files: {} },
    ]);
  });

  // Holds G11
  itInFullWhere('sandbox')(
    'is asked in real attempts of an imported row, and says so up to the verified record',
    async () => {
      const server = await givenJudgeServer(({ prompt, nonce }) => {
        const [rubric, answer] = [
          prompt.slice(0, prompt.indexOf(`[${nonce}`)),
          prompt.slice(prompt.indexOf(`[${nonce}`)),
        ];
        const [, expected = ''] = /Expected: (.*)/.exec(rubric) ?? [];
        return answer.includes(expected) ? '1.0' : '0.0';
      });
      try {
        const folder = givenSuite(judged(), ROW);
        const type = (...words: string[]) => typeCommand(folder, [...words, '--cache', join(folder, 'cache')]);
        const imported = await type('import', 'context-bench', 'suite.yaml', '--out', 'out', '--check');
        expect(imported).toMatchObject({ code: 0 });
        expect(imported.error).toContain('1 contract not proven: a judge model grades them');
        writeFileSync(
          join(folder, 'wrong.yml'),
          stringify({ name: 'wrong', operations: [{ write: 'answer.txt', content: 'Oulu' }] }),
        );
        const agents = ['--agent', 'golden', '--agent', 'noop', '--agent', 'script:wrong.yml'];
        const judge = ['--judge-model', 'gpt-5-mini', '--upstream', `local:${server.url}`];
        const ran = await type('run', 'out/tasks/towns-0/contract.yml', ...agents, ...judge, '--out', 'runs');
        const results = readFileSync(join(folder, 'runs/results.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(Object.fromEntries(results.map(({ agent, verdict }) => [agent.name, verdict.gate_vector]))).toEqual({
          golden: 'pass/pass/pass/pass',
          noop: 'pass/pass/fail/pass',
          wrong: 'pass/pass/fail/pass',
        });
        expect(ran.log).toContain('JUDGE MODEL: 1 of 1 pass rests on the judge model gpt-5-mini');
        expect(server.questions).toHaveLength(2);
        expect((await typeCommand(folder, ['verify', 'runs'])).code).toBe(0);
        // A suite of the import has baselines alone, and the same flags.
        const suite = await type('run', '--suite', 'out/gatebench.yml', ...judge, '--out', 'suite-runs');
        expect(suite.log).toContain('JUDGE MODEL: 1 of 1 pass rests on the judge model gpt-5-mini');
      } finally {
        await server.close();
      }
    },
  );
});

it('has an answer for each turn that is graded', async () => {
  const { contract } = requireTask((await readSuite({}, { input: ['One?', 'Two?'], ground_truth: ['1', '2'] }))[0]);
  expect(contract.acceptance[0]!.fail_to_pass).toEqual(['answer 1 is right', 'answer 2 is right']);
  expect(contract.description).toContain('## Part 2\n\nTwo?');
});

describe('a row that is no sample is rejected with its reason, and the others are read', () => {
  it.each<[what: string, row: unknown, reason: RegExp]>([
    ['no input', { ...ROW, input: '' }, /^there is no input$/],
    ['no ground truth', { ...ROW, ground_truth: undefined }, /^there is no ground_truth/],
    [
      'a ground truth that is an object',
      { ...ROW, ground_truth: { a: 1 } },
      /^ground_truth is neither a text nor a list/,
    ],
    [
      'lists of unlike length',
      { ...ROW, input: ['a', 'b'], ground_truth: ['1', '2', '3'] },
      /^ground_truth has 3 entries, and input has 2$/,
    ],
    [
      'files that are not there',
      { ...ROW, agent_args: { extra: { required_files: ['../x'] } } },
      /^its files are not there: \.\.\/x;/,
    ],
    [
      'files that are no list',
      { ...ROW, agent_args: { extra: { required_files: 'x' } } },
      /required_files is no list of names$/,
    ],
    [
      'arguments that are JSON text',
      { ...ROW, agent_args: JSON.stringify({ extra: { required_files: ['x'] } }) },
      /^its files are not there: x;/,
    ],
    [
      'a ground truth that no answer may be as long as',
      { ...ROW, ground_truth: 'x'.repeat(10_001) },
      /^ground_truth has 10001 characters, and an answer no more than 10000$/,
    ],
    ['a text that is too long', { ...ROW, input: 'x'.repeat(300_000) }, /^input has 300000 characters/],
    ['neither dialect', { other: 1 }, /^it has neither gold_context \(retrieval\) nor input \(letta\)$/],
  ])('%s', async (_, row, reason) => {
    const [bad, good] = await readSuite({}, row, ROW);
    expect(bad).toMatchObject({ reason: expect.stringMatching(reason) });
    expect(good).toMatchObject({ contract: { id: 'towns-1' } });
  });

  it('a pattern that an empty answer fits', async () => {
    const graders = { match: { kind: 'tool', function: 'regex_match' } };
    expect(await readSuite({ graders }, { ...ROW, ground_truth: '(Turku)?' })).toMatchObject([
      { reason: 'ground_truth is a pattern that an empty answer fits: "(Turku)?"' },
    ]);
  });

  it('a pattern that is none, or that only Python reads', async () => {
    const graders = { match: { kind: 'tool', function: 'regex_match' } };
    const reasons = await readSuite({ graders }, { ...ROW, ground_truth: '(' }, { ...ROW, ground_truth: '(?P=x)' });
    expect(reasons).toMatchObject([
      { reason: 'ground_truth is no pattern: "("' },
      { reason: 'ground_truth has a pattern that only Python reads: "(?P=x)"' },
    ]);
  });
});

it.each<[what: string, suite: Record<string, unknown>, message: RegExp]>([
  [
    'a dataset elsewhere',
    { dataset: '../rows.jsonl' },
    /^suite\.yaml {2}dataset is no path of a file beside the suite/,
  ],
  ['a dataset that is missing', { dataset: 'none.jsonl' }, /^suite\.yaml {2}its dataset none\.jsonl is not there/],
])('a suite with %s is one clear line', async (_, suite, message) => {
  await expect(readSuite(suite)).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(message) }));
  await expect(readSuite(suite)).rejects.toThrow(UserError);
});

it('refuses a folder of files that holds the rows: agents would read their answers', async () => {
  const folder = givenSuite({}, ROW);
  for (const files of [folder, join(folder, 'files/..')])
    await expect(readAll(join(folder, 'rows.jsonl'), { files, grader: 'contains' })).rejects.toThrow(
      /: the rows lie in this folder, and agents would read their answers/,
    );
});

it('says where the ground truth stands in the question', async () => {
  const input = 'Is Turku a town? Answer yes or no.';
  const [copied, other] = await readSuite({}, { ...ROW, input, ground_truth: 'Yes' }, ROW);
  const note = 'the ground truth stands in the question, so an answer that repeats the question passes';
  expect(requireTask(copied).notes).toContain(note);
  expect(requireTask(other).notes).not.toContain(note);
});

it('does not follow a link among the files', async () => {
  const folder = givenSuite({}, ROW);
  symlinkSync('/etc/hostname', join(folder, 'files/host.txt'));
  expect(await readAll(join(folder, 'suite.yaml'))).toMatchObject([{ reason: 'files/host.txt is a link or no file' }]);
});

describe('a row of the retrieval dialect', () => {
  const spans = [{ file: '/workspace/core/src/a.ts', start_line: 3, end_line: 9, content: 'x' }];
  const RETRIEVAL = {
    ...{ instance_id: 'Multi__typescript__1', original_inst_id: 'vuejs__core-1', repo: 'core', language: 'typescript' },
    ...{
      base_commit: 'a'.repeat(40),
      created_at: 'None',
      hints_text: 'None',
      source: 'Multi',
      problem_statement: 'It fails.',
    },
    patch: 'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n',
    test_patch:
      'diff --git a/src/__tests__/a.spec.ts b/src/__tests__/a.spec.ts\n--- a/src/__tests__/a.spec.ts\n+++ b/src/__tests__/a.spec.ts\n@@ -1 +1 @@\n-a\n+b\n',
    ...{ f2p: '{"a > works": {"run": "NONE", "test": "FAIL", "fix": "PASS"}}', p2p: '{}' },
    gold_context: JSON.stringify(spans),
  };
  const readRow = async (changes: Record<string, unknown> = {}) => {
    const path = join(givenRoom(), 'rows.json');
    writeFileSync(path, JSON.stringify([{ ...RETRIEVAL, ...changes }]));
    return (await readAll(path))[0];
  };
  const readGold = (task: ImportedTask) => JSON.parse(task.files['gold_context.json'] as string).spans;

  it('is the contract of its SWE-bench row, with the owner of the repository, and its gold context beside it', async () => {
    const task = requireTask(await readRow());
    expect(task.contract).toMatchObject({
      snapshot: { git: 'https://github.com/vuejs/core', commit: 'a'.repeat(40) },
      metadata: { strata: { benchmark: 'contextbench', source: 'Multi', runner: 'vitest' } },
      acceptance: [{ fail_to_pass: ['a > works'] }],
    });
    expect(readGold(task)).toEqual([{ file: 'src/a.ts', start_line: 3, end_line: 9 }]);
  });

  it.each<[what: string, gold: unknown]>([
    ['a list', spans],
    ['JSON text in JSON text', JSON.stringify(JSON.stringify(spans))],
    ['blocks of text', 'context0：\nfile: /testbed/src/a.ts\nstart_line: 3\nend_line: 9\n1\tcode\n'],
  ])('reads a gold context that is %s', async (_, gold_context) => {
    expect(readGold(requireTask(await readRow({ gold_context })))).toEqual([
      { file: 'src/a.ts', start_line: 3, end_line: 9 },
    ]);
  });

  it.each<[what: string, changes: Record<string, unknown>, reason: RegExp]>([
    ['no span', { gold_context: '[]' }, /^gold_context has no span$/],
    ['nothing', { gold_context: null }, /^gold_context is empty$/],
    ['a text without spans', { gold_context: 'somewhere' }, /^gold_context is a text without spans: "somewhere"$/],
    [
      'lines that are none',
      { gold_context: [{ file: 'a', start_line: 9, end_line: 3 }] },
      /^span 1 of gold_context has no lines: 9 to 3$/,
    ],
    [
      'a way out',
      { gold_context: [{ file: '../../etc/passwd', start_line: 1, end_line: 3 }] },
      /^span 1 of gold_context leads out/,
    ],
    ['no owner', { original_inst_id: 'core-1' }, /^repo "core" has no owner, and original_inst_id names none$/],
  ])('is rejected for %s', async (_, changes, reason) => {
    expect(await readRow(changes)).toMatchObject({ reason: expect.stringMatching(reason), id: 'Multi__typescript__1' });
  });
});
