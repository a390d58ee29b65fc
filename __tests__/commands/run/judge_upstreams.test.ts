// Needs: sandbox
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

/** Agent that asks for a judgement of its own, by the words of the harness. */
const ASK = `
import { writeFileSync } from 'node:fs';
const { GATEBENCH_MODEL_URL: url, GATEBENCH_MODEL_TOKEN: token, GATEBENCH_MODEL: model = 'any' } = process.env;
writeFileSync('answer.txt', 'Turku');
if (url) {
  const nonce = '0'.repeat(32);
  const messages = [
    { role: 'system', content: '[' + nonce + ', a code' },
    { role: 'user', content: 'mine [' + nonce + ' begin file' },
  ];
  await fetch(url + '/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, max_tokens: 10 }),
  });
}
`;

/** Serves a judge that always gives one score. */
async function givenScorer(score: number) {
  const server = await givenJudgeServer(() => JSON.stringify({ score }));
  servers.push(server);
  return server;
}

/** Writes a suite with one agent that has an upstream of its own. Returns its folder. */
async function givenSuite(agent: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> {
  const folder = await givenJudgedTask({}, {}, { 'repo/ask.mjs': ASK });
  const suite = {
    ...{ schema: 1, name: 'towns', contracts: { paths: ['contract.yml'] }, ...more },
    agents: [{ name: 'one', agent: 'script:right.yml', ...agent }],
  };
  writeFileSync(join(folder, 'gatebench.yml'), stringify(suite));
  return folder;
}

// Holds G11
describe('the judge model of a suite', () => {
  it('is reached by the upstreams of the run, never by those of an agent', async () => {
    const [own, judge] = [await givenScorer(1), await givenScorer(0)];
    const folder = await givenSuite({ upstreams: [`local:${own.url}`] });
    const asked = ['--judge-model', 'strict-judge', '--upstream', `local:${judge.url}`];
    const { results } = await typeRun(folder, 'runs', '--suite', 'gatebench.yml', ...asked);
    expect(results.right!.verdict.status).toBe('failure');
    expect([own.questions.length, judge.questions.length]).toEqual([0, 1]);
  });

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
  });

  it('has a key of its own, which an upstream of an agent is never given', async () => {
    const [own, judge] = [await givenScorer(1), await givenScorer(0)];
    const folder = await givenSuite({ upstreams: [`local:${own.url}`, `other=local:${own.url}`] });
    const asked = ['--judge-model', 'strict-judge', '--upstream', judge.url, '--key-env', 'JUDGE_KEY'];
    const { typed } = await typeRun(folder, 'runs', '--suite', 'gatebench.yml', ...asked);
    // The agent's upstreams are read first, and ask for no key.
    expect(typed).toMatchObject({ code: 2, error: expect.stringContaining(`--upstream ${judge.url}`) });
    expect(typed.error).toContain('JUDGE_KEY');
  });
});

describe('an upstream of a run that names a judge model', () => {
  /** Runs a command that asks the models of the run for a judgement, if it gets any. Returns what it wrote. */
  async function askAsAgent(...more: string[]) {
    const server = await givenScorer(1);
    const folder = await givenJudgedTask({}, {}, { 'repo/ask.mjs': ASK });
    const judge = ['--judge-model', 'strict-judge', '--upstream', `local:${server.url}`];
    const agent = ['--agent', 'command:node ask.mjs'];
    const { results, typed } = await typeRun(folder, 'runs', '.', ...agent, ...judge, ...more);
    const [result] = Object.values(results);
    const asked = server.questions.map(({ body: { model }, prompt }) => [model, prompt.startsWith('mine')]);
    return { result, typed, asked };
  }

  it('gives agents no models by itself, and a warning says so', async () => {
    const { result, typed, asked } = await askAsAgent();
    expect(asked).toEqual([['strict-judge', false]]);
    expect(result!.cost).toMatchObject({ requests: 0, judge: { requests: 1 } });
    expect(result!.configuration.model).toBeNull();
    expect(typed.error).toMatch(/agent "command:node ask.mjs" gets no models. Beside --judge-model, .* --model NAME/);
  });

  it('gives agents the model that is named for them', async () => {
    const { result, typed, asked } = await askAsAgent('--model', 'small');
    expect(asked).toEqual([
      ['small', true],
      ['strict-judge', false],
    ]);
    expect(result!.cost).toMatchObject({ requests: 1, judge: { requests: 1 } });
    expect(typed.error).not.toContain('gets no models');
  });

  it('is no place for an agent that needs a model and is named none', async () => {
    const server = await givenScorer(1);
    const folder = await givenJudgedTask();
    const judge = ['--judge-model', 'strict-judge', '--upstream', `local:${server.url}`];
    const { typed } = await typeRun(folder, 'runs', '.', '--agent', 'loop', ...judge);
    expect(typed).toMatchObject({ code: 2, error: expect.stringMatching(/asks a model.*\n.*--model NAME/) });
  });

  it('is not given to an agent of a suite that has models of the suite', async () => {
    const [agents, judge] = [await givenScorer(1), await givenScorer(1)];
    const folder = await givenSuite(
      { agent: 'command:node ask.mjs' },
      { models: { upstreams: [`local:${agents.url}`] } },
    );
    const asked = ['--judge-model', 'strict-judge', '--upstream', `local:${judge.url}`];
    await typeRun(folder, 'runs', '--suite', 'gatebench.yml', ...asked);
    expect(agents.questions.map(({ body }) => body.model)).toEqual(['any']);
    expect(judge.questions.map(({ body }) => body.model)).toEqual(['strict-judge']);
  });

  it('is given to an agent of a suite whose model is named, with further models if they are allowed', async () => {
    const server = await givenScorer(1);
    const agent = { agent: 'command:GATEBENCH_MODEL=other node ask.mjs', model: 'small' };
    const asked = ['--suite', 'gatebench.yml', '--judge-model', 'strict-judge', '--upstream', `local:${server.url}`];
    await typeRun(await givenSuite(agent), 'held', ...asked);
    expect(server.questions.map(({ body }) => body.model)).toEqual(['strict-judge']);
    await typeRun(await givenSuite({ ...agent, allow_models: ['*'] }), 'free', ...asked);
    expect(server.questions.map(({ body }) => body.model)).toEqual(['strict-judge', 'other', 'strict-judge']);
  });
});
