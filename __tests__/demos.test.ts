// Needs: sandbox
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cleanUp, givenRoom } from './given.js';
import { ran } from './given_run.js';

const root = process.cwd();
afterAll(cleanUp);

describe('Every demo of a model resolves the task that it is named after, by the loop agent, without any key', () => {
  it.each(readdirSync('demos').filter((name) => name.endsWith('.yml')))('%s', async (name) => {
    const { attempts } = await ran(givenRoom(), {
      contracts: [join(root, 'tasks', basename(name, '.yml'), 'contract.yml')],
      agents: ['loop'],
      models: { name: 'scripted', upstreams: [`script:${join(root, 'demos', name)}`] },
    });
    expect(attempts.map(({ status, vector, tags }) => [status, vector, tags])).toEqual([
      ['success', 'pass/pass/pass/pass', []],
    ]);
  });
});
