// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cleanUp } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenJudgeServer } from '../../given_judge_server.js';
import { givenJudgedTask, readResults, typeRepeat, typeRun } from '../run/given_judged_task.js';

afterAll(cleanUp);

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function givenScorer(score: number): Promise<string> {
  const server = await givenJudgeServer(() => JSON.stringify({ score }));
  servers.push(server);
  return `local:${server.url}`;
}

const PRICES = 'action_type,unit,unit_price,notes,model\nllm_request,token,0.0001,,strict-judge\n';

/** Grades a right answer. Returns the folder, and repeats the attempt with further options. */
async function givenRecord(upstream: string, ...more: string[]) {
  const folder = await givenJudgedTask();
  writeFileSync(join(folder, 'prices.csv'), PRICES);
  const asked = ['--judge-model', 'strict-judge', '--upstream', upstream, ...more];
  const { results } = await typeRun(folder, 'runs', '.', '--agent', 'script:right.yml', ...asked);
  const [result] = Object.values(results);
  const repeat = (...terms: string[]) => typeRepeat(folder, 'again', `runs/runs/${result!.attempt_id}`, ...terms);
  return { folder, result: result!, repeat };
}

describe('a replication', () => {
  it('with another server of the judge model is refused unless that is declared, and then says so', async () => {
    const [strict, kind] = [await givenScorer(0), await givenScorer(1)];
    const { folder, repeat } = await givenRecord(strict);
    const { typed } = await repeat('--upstream', kind);
    expect(typed).toMatchObject({
      code: 2,
      error: expect.stringMatching(
        /judge: recorded strict-judge [0-9a-f]+, now strict-judge [0-9a-f]+\n.*--vary judge/,
      ),
    });
    const declared = await repeat('--upstream', kind, '--vary', 'judge');
    expect(declared.typed.error).toContain(`judge model strict-judge at ${kind.slice('local:'.length)}`);
    expect(declared.results.right!.verdict.status).toBe('success');
    const { comparability } = JSON.parse(readFileSync(join(folder, 'again/replication.json'), 'utf8'));
    expect(comparability.differences.map(({ condition }: { condition: string }) => condition)).toEqual([
      'access to the judge model',
    ]);
  });

  it('with other prices of the judge model is refused', async () => {
    const upstream = await givenScorer(1);
    const { repeat } = await givenRecord(upstream, '--prices', 'prices.csv');
    const { typed } = await repeat('--upstream', upstream);
    expect(typed).toMatchObject({ code: 2, error: expect.stringMatching(/prices: recorded [0-9a-f]{12}, .*, now/) });
  });

  it('of an agent that chose its model itself lets it choose again', async () => {
    const upstream = await givenScorer(1);
    const { folder } = await givenRecord(upstream);
    const suite = {
      ...{ schema: 1, name: 'towns', contracts: { paths: ['contract.yml'] }, models: { upstreams: [upstream] } },
      agents: [{ name: 'one', agent: 'command:echo Turku > answer.txt' }],
    };
    writeFileSync(join(folder, 'gatebench.yml'), stringify(suite));
    const free = ['--suite', 'gatebench.yml', '--judge-model', 'strict-judge'];
    const { results } = await typeRun(folder, 'free', ...free);
    const [result] = Object.values(results);
    const again = await typeRepeat(folder, 'again', ...[`free/runs/${result!.attempt_id}`, '--upstream', upstream]);
    expect(again.typed).toMatchObject({ code: 0, error: expect.not.stringContaining('gets no models') });
  });

  it('takes scripts of agent and judge model from the record, each for its own', async () => {
    const folder = await givenJudgedTask();
    const turns = [{ say: 'Done.', calls: [{ shell: 'echo Turku > answer.txt' }] }, { say: 'It is done.' }];
    writeFileSync(join(folder, 'agent.yml'), stringify({ turns }));
    writeFileSync(join(folder, 'judge.yml'), stringify({ turns: [{ say: '{"score": 1}' }] }));
    const suite = {
      ...{ schema: 1, name: 'towns', contracts: { paths: ['contract.yml'] } },
      agents: [{ name: 'one', agent: 'loop', model: 'small', upstreams: ['script:agent.yml'] }],
    };
    writeFileSync(join(folder, 'gatebench.yml'), stringify(suite));
    const asked = ['--judge-model', 'strict-judge', '--upstream', 'script:judge.yml'];
    const { results } = await typeRun(folder, 'runs', '--suite', 'gatebench.yml', ...asked);
    expect(results.loop!.verdict.status).toBe('success');
    const again = await typeRepeat(folder, 'again', `runs/runs/${results.loop!.attempt_id}`);
    expect(again.typed).toMatchObject({ code: 0 });
    expect(again.results.loop!.verdict.status).toBe('success');
  });
});

it('a comparison of results names another server of the judge model as a difference', async () => {
  const [one, other] = [await givenRecord(await givenScorer(1)), await givenScorer(1)];
  const asked = ['--judge-model', 'strict-judge', '--upstream', other];
  await typeRun(one.folder, 'later', '.', '--agent', 'script:right.yml', ...asked);
  expect(Object.keys(readResults(one.folder, 'later'))).toEqual(['right']);
  const compared = await typeCommand(one.folder, ['compare', 'runs', 'later']);
  expect(`${compared.log}${compared.error}`).toContain('access to the judge model');
});
