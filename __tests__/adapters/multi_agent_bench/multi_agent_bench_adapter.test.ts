import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type AdapterOutcome, type ImportedTask, isRejectedTask } from '../../../src/adapters/benchmark_adapter.js';
import { multiAgentBenchAdapter } from '../../../src/adapters/multi_agent_bench/multi_agent_bench_adapter.js';
import { describeInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenJudgeServer } from '../../given_judge_server.js';
import { where } from '../../machine.js';
import { codingRow, databaseRow, researchRow } from './given_row.js';

afterAll(cleanUp);

async function readAll(path: string, dialect?: string, grader?: string): Promise<AdapterOutcome[]> {
  const outcomes: AdapterOutcome[] = [];
  for await (const outcome of multiAgentBenchAdapter.readTasks(path, { dialect, grader })) outcomes.push(outcome);
  return outcomes;
}

function writeRows(...rows: unknown[]): string {
  const path = join(givenRoom(), 'rows.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

async function readTask(row: unknown): Promise<ImportedTask> {
  const [outcome] = await readAll(writeRows(row));
  if (outcome === undefined || isRejectedTask(outcome)) throw new Error(outcome?.reason);
  return outcome;
}

const parts = ({ contract }: ImportedTask) =>
  contract.coordination?.subtasks?.map(
    ({ id, agent, depends_on }) => `${id} by ${agent} after ${(depends_on ?? []).join(',')}`,
  );

describe('a row', () => {
  it('becomes a contract with its agents, its topology and the fixed division of work', async () => {
    const task = await readTask(codingRow());
    expect(task.contract).toMatchObject({
      id: 'multi-agent-bench-coding-7',
      title: 'MultiAgentBench coding 7: TeaTimer',
      metadata: { tier: 3, source: 'external', strata: { coordinate_mode: 'graph', max_iterations: 3 } },
      coordination: {
        agents: [{ name: 'agent1' }, { name: 'agent2' }, { name: 'agent3' }],
        topology: {
          kind: 'graph',
          links: [
            { from: 'agent1', to: 'agent2' },
            { from: 'agent2', to: 'agent3' },
          ],
        },
      },
    });
    expect(parts(task)).toEqual([
      'agent1 by agent1 after ',
      'agent2 by agent2 after agent1',
      'agent3 by agent3 after agent2',
    ]);
  });

  it('is rated by no model unless that is asked for, and then by criteria of its scenario', async () => {
    const read = async (row: unknown, grader?: string) => {
      const [task] = (await readAll(writeRows(row), undefined, grader)) as ImportedTask[];
      return task!.contract.model_checks;
    };
    expect(await read(codingRow())).toBeUndefined();
    expect(await read(researchRow(), 'judge-model')).toMatchObject([
      { id: 'rating', files: ['answer.md'], mandatory: false, prompt: expect.stringContaining('- innovation: ') },
    ]);
    // Labels are right or wrong.
    expect(await read(databaseRow(), 'judge-model')).toBeUndefined();
  });

  it('has its empty settings filled in as the original does, and each is noted', async () => {
    const { notes, contract } = await readTask(codingRow());
    expect(notes).toContain('coordinate_mode is empty: graph, as the jsonl2yaml.py of MultiAgentBench fills in');
    expect(notes).toContain('environment.max_iterations is empty: 3, as the jsonl2yaml.py of MultiAgentBench fills in');
    expect(contract.metadata.strata?.defaults).toBe(
      'coordinate_mode llm environment.max_iterations memory.type metrics.evaluate_llm',
    );
    const set = await readTask(
      codingRow({
        coordinate_mode: 'chain',
        environment: { max_iterations: 8 },
        llm: 'x',
        memory: { type: 'SharedMemory' },
      }),
    );
    expect(set.contract.metadata.strata).toMatchObject({
      coordinate_mode: 'chain',
      max_iterations: 8,
      defaults: 'metrics.evaluate_llm',
    });
  });

  it('of another scenario ends with a planner, to whom all may hand over', async () => {
    const task = await readTask(researchRow());
    expect(parts(task)?.at(-1)).toBe('answer by planner after agent1,agent2,agent3');
    expect(task.contract.coordination?.topology?.links).toContainEqual({ from: 'agent3', to: 'planner' });
    expect(task.contract.acceptance[0]).toMatchObject({ fail_to_pass: ['section Question 1', 'section Question 2'] });
  });

  it('in a star begins and ends with the planner, and in a tree children come before their parents', async () => {
    const star = await readTask({ ...researchRow(), coordinate_mode: 'star' });
    expect(parts(star)).toEqual([
      'plan by planner after ',
      'agent1 by agent1 after plan',
      'agent2 by agent2 after plan',
      'agent3 by agent3 after plan',
      'answer by planner after agent1,agent2,agent3',
    ]);
    const relationships = [
      ['agent1', 'agent2', 'parent'],
      ['agent1', 'agent3', 'parent'],
    ];
    const tree = await readTask({ ...researchRow(), coordinate_mode: 'tree', relationships });
    expect(parts(tree)?.slice(0, 3)).toEqual([
      'agent2 by agent2 after ',
      'agent3 by agent3 after ',
      'agent1 by agent1 after agent2,agent3',
    ]);
  });

  it('of the database scenario keeps its anomalies and root causes from the agents', async () => {
    const { contract, files } = await readTask(databaseRow());
    const seen = Object.entries(files).filter(([path]) => path.startsWith('repo/'));
    expect(seen).toEqual([
      ['repo/.gitkeep', ''],
      ['repo/init.sql', 'CREATE TABLE tea (id int);\n'],
    ]);
    expect(contract.acceptance[0]).toMatchObject({ id: 'root-causes', fail_to_pass: ['root cause LOCK_CONTENTION'] });
    expect((await readTask(databaseRow())).contract.obligations).toContain(
      'No database runs here: judge by the description and init.sql.',
    );
  });

  it('is cleaned of characters that YAML forbids, and says so', async () => {
    const { contract, notes } = await readTask(codingRow({ task: { content: 'Write\u0000 it.\uffff' } }));
    expect(contract.description).toBe('Write\ufffd it.\ufffd\n');
    expect(notes.at(-1)).toMatch(/^characters that YAML forbids/);
  });
});

describe('settings of one task', () => {
  it('name their scenario by the environment, and a game is a description only', async () => {
    const path = join(givenRoom(), 'build.yaml');
    const { scenario: _, ...settings } = codingRow({ environment: { type: 'Minecraft', max_iterations: 10 } });
    writeFileSync(path, stringify(settings));
    const [task] = (await readAll(path)) as ImportedTask[];
    expect(task!.contract.id).toBe('multi-agent-bench-minecraft-7');
    expect(task!.notes.join('\n')).toContain('description only');
  });

  it('of a game of Werewolf name roles, and each player is an agent', async () => {
    const path = join(givenRoom(), 'werewolf.yaml');
    writeFileSync(path, 'roles: [wolf, villager, seer]\nvillager_config: {api_key: "your api key"}\n');
    const [task] = (await readAll(path)) as ImportedTask[];
    expect(task!.contract.coordination?.agents?.map(({ name }) => name)).toEqual([
      'player1',
      'player2',
      'player3',
      'planner',
    ]);
    expect(JSON.stringify(task)).not.toContain('api key');
  });
});

it.each<[fault: string, row: unknown, reason: RegExp]>([
  ['no task', codingRow({ task: undefined }), /^there is no task$/],
  ['a task that is a text', codingRow({ task: 'x' }), /^task is no object/],
  ['no content', codingRow({ task: { content: ' ' } }), /^there is no content$/],
  ['an unknown scenario', codingRow({ scenario: 'chess' }), /^scenario "chess" is none of coding, /],
  ['no scenario', codingRow({ scenario: undefined }), /environment\.type "" tells none: name it with --dialect/],
  ['an unknown mode', codingRow({ coordinate_mode: 'ring' }), /^coordinate_mode "ring" is none of star, /],
  ['no agents', codingRow({ agents: [] }), /^agents is no list/],
  ['an agent without a name', codingRow({ agents: [{}] }), /^there is no agent_id$/],
  ['a hostile name', codingRow({ agents: [{ agent_id: '../x' }] }), /^agents\.0\.agent_id "\.\.\/x" is no name/],
  ['two agents of one name', codingRow({ agents: [{ agent_id: 'a' }, { agent_id: 'a' }] }), /^two agents/],
  ['a pair', codingRow({ relationships: [['agent1', 'agent2']] }), /^relationships\.0 is no list of two agents/],
  ['a stranger', codingRow({ relationships: [['agent1', 'bob', 'x']] }), /^relationships\.0 names "bob"/],
  [
    'iterations in words',
    codingRow({ environment: { max_iterations: 'many' } }),
    /^environment\.max_iterations "many"/,
  ],
  ['no tree', codingRow({ coordinate_mode: 'tree' }), /^coordinate_mode is tree, and 3 of its agents have no parent/],
  ['no root causes', databaseRow({ root_causes: [] }), /^task\.root_causes is empty/],
  ['an unknown root cause', databaseRow({ root_causes: ['FIRE'] }), /^task\.root_causes has "FIRE"/],
  ['too few answers', databaseRow({ number_of_labels_pred: 0 }), /^task\.number_of_labels_pred is no number from 1/],
  ['no headings', { ...researchRow(), task: { content: 'x', output_format: 'free' } }, /has no heading/],
])('rejects a row with %s in one line, and reads the next', async (_, row, reason) => {
  const [bad, good] = await readAll(writeRows(row, codingRow()));
  expect(bad).toMatchObject({ place: 'rows.jsonl:1', reason: expect.stringMatching(reason) });
  expect((bad as { reason: string }).reason).not.toContain('\n');
  expect(isRejectedTask(good!)).toBe(false);
});

describeInFull('a contract of a row, in a run', () => {
  const room = givenRoom();
  const cache = ['--cache', join(room, 'cache')];
  const WELL = 'def brew(minutes):\n    return minutes * 60\n\nprint(brew(3))\n';

  function writeScript(name: string, program: string, to: string): string {
    const work = { use: 'write_handoff', with: { to, summary: 'a first version is there' } };
    const script = {
      name,
      subtasks: {
        agent1: [{ write: 'solution.py', content: program }, work],
        agent2: [{ use: 'read_handoff' }, { use: 'write_handoff', with: { to: 'agent1', summary: 'it is good' } }],
        agent3: [],
      },
    };
    writeFileSync(join(room, `${name}.yml`), stringify(script));
    return `script:${name}.yml`;
  }

  // Holds G11
  where('sandbox', 'python3')(
    'is passed by a program that starts, and scored by what the record has of the team',
    async () => {
      writeFileSync(join(room, 'rows.jsonl'), `${JSON.stringify(codingRow())}\n`);
      const imported = await typeCommand(room, ['import', 'multi-agent-bench', 'rows.jsonl', '--out', 'out', ...cache]);
      expect(imported.code).toBe(0);
      const contract = 'out/tasks/multi-agent-bench-coding-7/contract.yml';
      const run = async (agent: string) => {
        mkdirSync(join(room, 'results'), { recursive: true });
        const out = `results/${agent.replace(/\W/g, '-')}`;
        const { code, error } = await typeCommand(room, ['run', contract, '--agent', agent, '--out', out, ...cache]);
        const line = readFileSync(join(room, out, 'results.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .at(-1)!;
        return { code, error, verdict: JSON.parse(line).verdict };
      };
      const well = await run(writeScript('well', WELL, 'agent2'));
      expect([well.code, well.verdict.gate_vector]).toEqual([0, 'pass/pass/pass/pass']);
      expect(well.verdict.team).toMatchObject({
        ...{ planned: 3, milestones: 1, communication: 0.5, planning: 1 / 3 },
        paths: [
          { from: 'agent1', to: 'agent2', handoffs: 1, work: 0 },
          { from: 'agent2', to: 'agent1', handoffs: 1, work: 0 },
        ],
      });
      const aside = await run(writeScript('aside', 'import nothing_like_it\ndef f(): pass\n', 'agent3'));
      expect(aside.verdict.gate_vector).toBe('pass/pass/fail/pass');
      expect(aside.verdict.checks[0].failing).toEqual(['starts']);
      expect(aside.verdict.team.members.agent1).toMatchObject({ refused: 1, handoffs_written: 0 });
      expect(aside.verdict.coordination.refusals).toEqual({ operation_not_allowed: 1 });
    },
  );

  // Holds G11
  where('sandbox', 'python3')(
    'is rated by a judge model where that is asked for, whose rating is reported and decides nothing',
    async () => {
      writeFileSync(join(room, 'rated.jsonl'), `${JSON.stringify(codingRow({ task_id: 8 }))}\n`);
      const asked = ['import', 'multi-agent-bench', 'rated.jsonl', '--grader', 'judge-model', '--out', 'out', ...cache];
      expect(await typeCommand(room, asked)).toMatchObject({ code: 0 });
      const contract = 'out/tasks/multi-agent-bench-coding-8/contract.yml';
      const rate = async (score: number) => {
        const server = await givenJudgeServer(() => JSON.stringify({ score, rationale: 'five, five, four, four' }));
        try {
          const out = `rated-${score}`;
          const judge = ['--upstream', `local:${server.url}`, '--judge-model', 'strict-judge'];
          const agent = ['--agent', writeScript(`rated-${score}`, WELL, 'agent2')];
          const { code } = await typeCommand(room, ['run', contract, ...agent, ...judge, '--out', out, ...cache]);
          const { verdict } = JSON.parse(readFileSync(join(room, out, 'results.jsonl'), 'utf8'));
          return { code, verdict, questions: server.questions };
        } finally {
          await server.close();
        }
      };
      const liked = await rate(0.9);
      expect([liked.code, liked.verdict.gate_vector]).toEqual([0, 'pass/pass/pass/pass']);
      expect(liked.questions).toHaveLength(1);
      expect(liked.questions[0]!.prompt).toContain('- instruction_following: ');
      expect(liked.questions[0]!.prompt).toContain('def ');
      const disliked = await rate(0.2);
      expect([disliked.code, disliked.verdict.status]).toEqual([0, 'success']);
      const rating = disliked.verdict.checks.find(({ check }: { check: string }) => check === 'rating');
      expect(rating).toMatchObject({ outcome: 'fail', judge_model: { model: 'strict-judge', score: 0.2 } });
    },
  );

  where('sandbox', 'python3')(
    'of the database scenario is passed by its own root causes, and not by another label',
    async () => {
      writeFileSync(join(room, 'database.jsonl'), `${JSON.stringify(databaseRow())}\n`);
      await typeCommand(room, ['import', 'multi-agent-bench', 'database.jsonl', '--out', 'out', ...cache]);
      const contract = 'out/tasks/multi-agent-bench-database-7/contract.yml';
      const { code, log } = await typeCommand(room, ['check', contract, ...cache]);
      expect([code, log]).toEqual([0, 'contract works: golden passes, noop fails']);
      expect(parse(readFileSync(join(room, contract), 'utf8')).golden_patch).toBe('golden.patch');
    },
  );
});
