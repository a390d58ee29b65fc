import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { AttemptResult } from '../src/record/verdict/attempt_result.js';
import { openCache } from '../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../src/workspace/history/create_broken_tree.js';
import { givenRoom, write } from './given.js';
import { typeCommand } from './given_command_line.js';
import { givenJudgeServer, type JudgeQuestion } from './given_judge_server.js';

const servers: { close(): Promise<void> }[] = [];

/** Closes the servers of this test. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

export const RUBRIC = 'The answer must name the town of Ada, which is Turku. Score 1 if it does, else 0.';

/**
 * Writes a contract that a judge model decides.
 *
 * @param files of the repository
 * @param beside files beside the contract
 * @returns the folder
 */
export async function givenGradedContract(
  more: Record<string, unknown> = {},
  check: Record<string, unknown> = {},
  files: Record<string, string> = {},
  beside: Record<string, string> = {},
): Promise<string> {
  const repository = Object.entries({ 'people.txt': 'Ada: Turku\n', ...files });
  const placed = Object.fromEntries(repository.map(([path, text]) => [`repo/${path}`, text]));
  const folder = write(join(givenRoom(), 'task'), { ...placed, ...beside });
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

/** Opens a server of a judge model, which `closeServers` closes. */
export async function givenOpenServer(
  reply: (question: JudgeQuestion) => ReturnType<Parameters<typeof givenJudgeServer>[0]>,
) {
  const server = await givenJudgeServer(reply);
  servers.push(server);
  return server;
}

/** Runs agents that perform operations, by name. Returns the results by agent. */
export async function runGradedAgents(
  folder: string,
  url: string,
  agents: Record<string, unknown[]>,
  ...more: string[]
) {
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

export const sayAnswer = (content: string) => [{ write: 'answer.txt', content }];
/** Gives the score 1 to an answer that names Turku. */
export const gradeByTown = ({ prompt, nonce }: JudgeQuestion) => {
  const answer = prompt.slice(prompt.indexOf(`[${nonce} begin`));
  return JSON.stringify({ score: /turku/i.test(answer) ? 1 : 0, rationale: 'It names a town.' });
};
