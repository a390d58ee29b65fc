// Needs: sandbox
import { stringify } from 'yaml';
import { cleanUp, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenJudgeServer, type JudgeQuestion } from '../../given_judge_server.js';
import { ran } from '../../given_run.js';
import { givenJudgedTask, readResults, typeRun, writeAnswer } from './given_judged_task.js';

afterAll(cleanUp);

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function givenServer(reply: (question: JudgeQuestion) => ReturnType<Parameters<typeof givenJudgeServer>[0]>) {
  const server = await givenJudgeServer(reply);
  servers.push(server);
  return server;
}

/** Gives 1 to an answer that names the town, and counts who was graded. */
const gradeByTown = ({ prompt, nonce }: JudgeQuestion) => {
  const answer = prompt.slice(prompt.indexOf(`[${nonce} begin`));
  return JSON.stringify({ score: /turku/i.test(answer) ? 1 : 0 });
};
const countAnswers = (questions: readonly JudgeQuestion[], word: string) =>
  questions.filter(({ prompt }) => prompt.includes(word)).length;

it('shards of a plan have their attempts graded by the judge model of the plan, and by no other', async () => {
  const server = await givenServer(gradeByTown);
  const folder = await givenJudgedTask();
  writeAnswer(folder, 'wrong', 'Oulu\n');
  const cache = ['--cache', `${folder}/cache`];
  const agents = ['.', '--agent', 'script:right.yml', '--agent', 'script:wrong.yml'];
  const by = (judge: string) => [...agents, '--judge-model', judge, '--upstream', `local:${server.url}`];
  const file = ['--max-shards', '2', '--out', 'plan.json'];
  expect(await typeCommand(folder, ['plan', ...by('strict-judge'), ...file, ...cache])).toMatchObject({ code: 0 });
  expect(server.questions).toEqual([]);
  const other = await typeRun(folder, 'other', ...by('kind-judge'), '--plan', 'plan.json', '--shard', '1/2');
  expect(other.typed).toMatchObject({
    code: 2,
    error: expect.stringContaining('its agent, models, judge model, steering, caps or rules are not those'),
  });
  for (const shard of ['1', '2'])
    await typeRun(folder, shard, ...by('strict-judge'), '--plan', 'plan.json', '--shard', `${shard}/2`);
  expect(server.questions.map(({ body }) => body.model)).toEqual(['strict-judge', 'strict-judge']);
  const merged = await typeCommand(folder, ['report', '1', '2', '--plan', 'plan.json', '--out', 'merged']);
  expect(merged.log).toContain('JUDGE MODEL: 1 of 1 pass rests on the judge model strict-judge');
  const statuses = Object.entries(readResults(folder, 'merged')).map(([name, { verdict }]) => [name, verdict.status]);
  expect(Object.fromEntries(statuses)).toEqual({ right: 'success', wrong: 'failure' });
});

it('a run that goes on has only those answers graded that were not, and all of them by another judge model', async () => {
  const interrupted = new AbortController();
  const server = await givenServer((question) => {
    if (!question.prompt.includes('SECOND') || interrupted.signal.aborted) return gradeByTown(question);
    interrupted.abort();
    return { never: true };
  });
  const folder = await givenJudgedTask();
  writeAnswer(folder, 'first', 'FIRST Turku\n');
  writeAnswer(folder, 'second', 'SECOND Turku\n');
  const order = (judge: string) => ({
    ...{ contracts: ['contract.yml'], agents: ['script:first.yml', 'script:second.yml'], concurrency: 1 },
    models: { judge, upstreams: [`local:${server.url}`] },
  });
  await ran(folder, order('strict-judge'), interrupted.signal);
  expect(['FIRST', 'SECOND'].map((word) => countAnswers(server.questions, word))).toEqual([1, 1]);
  const { attempts } = await ran(folder, { ...order('strict-judge'), resume: true });
  expect(['FIRST', 'SECOND'].map((word) => countAnswers(server.questions, word))).toEqual([1, 2]);
  expect(attempts.map(({ status }) => status)).toEqual(['success', 'success']);
  await ran(folder, { ...order('kind-judge'), out: `${folder}/kind` });
  expect(['FIRST', 'SECOND'].map((word) => countAnswers(server.questions, word))).toEqual([2, 3]);
});

it('commands and a judge model decide together, and such a pass has no strength', async () => {
  const server = await givenServer(gradeByTown);
  const folder = await givenJudgedTask({ acceptance: [{ id: 'short', run: '[ "$(wc -c < answer.txt)" -lt 20 ]' }] });
  writeAnswer(folder, 'wrong', 'Oulu\n');
  writeAnswer(folder, 'long', 'Turku, in the south-west of Finland\n');
  const asked = ['--judge-model', 'strict-judge', '--upstream', `local:${server.url}`];
  const agents = ['right', 'wrong', 'long'].flatMap((name) => ['--agent', `script:${name}.yml`]);
  const { results } = await typeRun(folder, 'runs', '.', ...agents, ...asked);
  const outcomes = Object.entries(results).map(
    ([
      name,
      {
        verdict: { status, checks },
      },
    ]) => [name, [status, ...checks.map(({ check, outcome }) => `${check} ${outcome}`)]],
  );
  expect(Object.fromEntries(outcomes)).toEqual({
    right: ['success', 'short pass', 'answer pass'],
    wrong: ['failure', 'short pass', 'answer fail'],
    long: ['failure', 'short fail', 'answer pass'],
  });
  expect(results.right!.verdict.oracle).toMatchObject({
    ...{ judge_models: ['strict-judge'], strength: { bits: null, because: 'a judge model decides answer' } },
  });
  const tested = [{ name: 'right', agent: 'script:right.yml' }];
  const gate = { fail_on: 'gates', min_strength: 1 };
  const suite = { schema: 1, name: 'weak', contracts: ['contract.yml'], agents: tested, gate };
  write(folder, { 'gatebench.yml': stringify(suite) });
  const weak = ran(folder, {
    ...{ contracts: [], agents: [], suite: 'gatebench.yml', concurrency: undefined },
    models: { judge: 'strict-judge', upstreams: [`local:${server.url}`] },
  });
  await expect(weak).rejects.toThrow('strength none: a judge model decides answer');
});
