import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cleanUp } from '../../given.js';
import { givenJudgeServer } from '../../given_judge_server.js';
import { givenJudgedTask, typeRun } from './given_judged_task.js';

afterAll(cleanUp);

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Serves a judge that always gives one score. */
async function givenScorer(score: number) {
  const server = await givenJudgeServer(() => JSON.stringify({ score }));
  servers.push(server);
  return server;
}

/** Writes a suite with one agent that has an upstream of its own. Returns its folder. */
async function givenSuite(agent: Record<string, unknown>): Promise<string> {
  const folder = await givenJudgedTask();
  const suite = {
    ...{ schema: 1, name: 'towns', contracts: { paths: ['contract.yml'] } },
    agents: [{ name: 'one', agent: 'script:right.yml', ...agent }],
  };
  writeFileSync(join(folder, 'gatebench.yml'), stringify(suite));
  return folder;
}

describe('the judge model of a suite', () => {
  it('is reached by the upstreams of the run, never by those of an agent', async () => {
    const [own, judge] = [await givenScorer(1), await givenScorer(0)];
    const folder = await givenSuite({ upstreams: [`local:${own.url}`] });
    const asked = ['--judge-model', 'strict-judge', '--upstream', `local:${judge.url}`];
    const { results } = await typeRun(folder, 'runs', '--suite', 'gatebench.yml', ...asked);
    expect(Object.values(results)[0]!.verdict.status).toBe('failure');
    expect([own.questions.length, judge.questions.length]).toEqual([0, 1]);
  }, 60_000);

  it('is refused where only an agent has an upstream with it', async () => {
    const own = await givenScorer(1);
    const folder = await givenSuite({ upstreams: [`local:${own.url}`] });
    const without = await typeRun(folder, 'runs', '--suite', 'gatebench.yml', '--judge-model', 'strict-judge');
    expect(without.typed).toMatchObject({ code: 2, error: expect.stringMatching(/--judge-model needs an upstream/) });
    const other = ['--judge-model', 'strict-judge', '--upstream', `kind=local:${own.url}`];
    const unknown = await typeRun(folder, 'runs', '--suite', 'gatebench.yml', ...other);
    expect(unknown.typed).toMatchObject({
      code: 2,
      error: expect.stringMatching(/--judge-model strict-judge: no upstream has it; there are kind/),
    });
    expect(own.questions).toEqual([]);
  }, 60_000);
});
