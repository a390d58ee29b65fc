import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../../src/workspace/snapshot/compute_folder_tree.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenJudgeServer, type JudgeQuestion } from '../../given_judge_server.js';

afterAll(cleanUp);

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const RUBRIC = 'The answer must name the town of Ada, which is Turku. Score 1 if it does, else 0.';

/** Writes a contract that a judge model decides. Returns its folder. */
async function givenContract(more: Record<string, unknown> = {}, check: Record<string, unknown> = {}): Promise<string> {
  const folder = write(join(givenRoom(), 'task'), { 'repo/people.txt': 'Ada: Turku\n' });
  const cache = await openCache(join(folder, 'cache'));
  const contract = {
    ...{ schema: 1, id: 'town', title: 'Where does Ada live?', description: 'Write the town into `answer.txt`.' },
    metadata: { tier: 1 },
    snapshot: { directory: 'repo', tree: await computeFolderTree(join(folder, 'repo'), cache) },
    ...{ build: 'none', acceptance: [] },
    model_checks: [{ id: 'answer', files: ['answer.txt'], prompt: RUBRIC, ...check }],
    ...more,
  };
  writeFileSync(join(folder, 'contract.yml'), stringify(contract));
  return folder;
}

async function givenServer(reply: (question: JudgeQuestion) => ReturnType<Parameters<typeof givenJudgeServer>[0]>) {
  const server = await givenJudgeServer(reply);
  servers.push(server);
  return server;
}

/** Runs agents that perform operations, by name. Returns the results by agent. */
async function runAgents(folder: string, url: string, agents: Record<string, unknown[]>, ...more: string[]) {
  const options = Object.entries(agents).flatMap(([name, operations]) => {
    writeFileSync(join(folder, `${name}.yml`), stringify({ name, operations }));
    return ['--agent', `script:${name}.yml`];
  });
  const judge = ['--upstream', `local:${url}`, '--judge-model', 'strict-judge'];
  const cache = ['--cache', join(folder, 'cache')];
  const typed = await typeCommand(folder, ['run', '.', ...options, '--out', 'runs', ...judge, ...cache, ...more]);
  const results = readFileSync(join(folder, 'runs/results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AttemptResult);
  return { typed, results: Object.fromEntries(results.map((result) => [result.agent.name, result])) };
}

const say = (content: string) => [{ write: 'answer.txt', content }];
const gradeByTown = ({ prompt, nonce }: JudgeQuestion) => {
  const answer = prompt.slice(prompt.indexOf(`[${nonce} begin`));
  return JSON.stringify({ score: /turku/i.test(answer) ? 1 : 0, rationale: 'It names a town.' });
};

it('decides by the score of the named model, and says that this is no executable evidence', async () => {
  const server = await givenServer(gradeByTown);
  const folder = await givenContract();
  const { results, typed } = await runAgents(folder, server.url, { right: say('Turku\n'), wrong: say('Oulu\n') });
  expect(results.right!.verdict).toMatchObject({
    status: 'success',
    checks: [{ check: 'answer', layer: 'judge model', judge_model: { model: 'strict-judge', score: 1, at_least: 1 } }],
    oracle: { judge_models: ['strict-judge'], strength: { bits: null, because: 'a judge model decides answer' } },
  });
  expect(results.wrong!.verdict).toMatchObject({ status: 'failure', gate_vector: 'pass/pass/fail/pass' });
  expect(results.right!.verdict.gates[2]!.why).toContain('by the judge model strict-judge: no executable evidence');
  expect(server.questions).toHaveLength(2);
  console.log(typed.log, typed.error, JSON.stringify(results.right!.cost), readdirSync(join(folder, 'runs')));
  const report = readFileSync(join(folder, 'runs/report.md'), 'utf8');
  console.log(report);
});
