// Needs: sandbox
import { join } from 'node:path';
import { stringify } from 'yaml';
import { sweAgentTrajectory } from '../adapters/trajectories/given_trajectories.js';
import { cleanUp, givenRoom, write } from '../given.js';
import { GOLDEN, givenShellTask } from '../given_task.js';
import { commit, givenHistory } from '../workspace/given_history.js';
import { readResults, runBuilt } from './start_built.js';

/**
 * Every kind of agent in attempts of one process. What else each of them does is tested in `run/agents`; the published command-line agents
 * run whole in `agents/real_agents.test.ts`.
 */

afterAll(cleanUp);

/** Each kind of agent as it is typed, with the kind and the name in the record and what the attempt comes to. */
const AGENTS: Record<string, [typed: string, kind: string, name: string, status: string]> = {
  noop: ['noop', 'noop', 'noop', 'failure'],
  golden: ['golden', 'golden', 'golden', 'success'],
  'pull-request': ['pull-request', 'patch', 'pull-request', 'success'],
  loop: ['loop', 'loop', 'loop', 'success'],
  patch: ['patch:value.patch', 'patch', 'patch:value.patch', 'success'],
  predictions: ['predictions:predictions.jsonl', 'patch', 'predictions:team/model-1', 'success'],
  trajectory: ['trajectory:run.traj', 'patch', 'trajectory:swe-agent/model-1', 'success'],
  script: ['script:script.yml', 'scripted', 'writer', 'success'],
  agent: ['agent:agent.yml', 'command', 'mine', 'success'],
  command: ['command:"echo right > value"', 'command', 'command:echo right > value', 'success'],
};

/** What the agents are made of: a file for each that has one, and the answers of the model that the loop asks. */
const FILES = {
  'value.patch': GOLDEN,
  'predictions.jsonl': `${JSON.stringify({ instance_id: 'small', model_name_or_path: 'team/model-1', model_patch: GOLDEN })}\n`,
  'run.traj': JSON.stringify(sweAgentTrajectory),
  'script.yml': stringify({ name: 'writer', operations: [{ write: 'value', content: 'right\n' }] }),
  'agent.yml': stringify({
    name: 'mine',
    program: 'sh',
    files: { '.mine/answer': 'right' },
    run: 'sh -c \'cat "$HOME/.mine/answer" > value\'',
  }),
  'model.yml': stringify({
    turns: [{ say: 'I make it right.', calls: [{ shell: 'echo right > value' }] }, { calls: [{ shell: 'submit' }] }],
  }),
};

it('every kind of agent that the help of `run` names makes an attempt, by the command line that ships', async () => {
  const room = givenRoom();
  const clone = givenHistory(room, 'clone');
  await givenShellTask(join(clone, 'tasks'), 'small');
  const base = commit(clone, { value: 'wrong\n', '.gitignore': '/tasks/trees\n' });
  const head = commit(clone, { value: 'right\n' });
  write(clone, FILES);

  const help = (await runBuilt(clone, ['run', '--help'])).log.replaceAll(/\s+/g, ' ');
  const [, kinds = ''] = /--agent <agent> (.*?) or a name of/.exec(help) ?? [];
  expect(kinds.split(', ').map((kind) => kind.replace(/:.*$/, ''))).toEqual(Object.keys(AGENTS));

  const agents = Object.values(AGENTS).flatMap(([typed]) => ['--agent', typed]);
  const { code, error } = await runBuilt(clone, [
    ...['run', 'tasks/small', ...agents, '--base', base, '--head', head, '--concurrency', '2'],
    ...['--model', 'scripted', '--upstream', 'script:model.yml', '--out', '../out', '--cache', '../cache'],
  ]);
  const attempts = readResults(join(room, 'out')).map(({ agent, verdict }) => [agent.kind, agent.name, verdict.status]);
  expect({ code, attempts }).toEqual({
    code: 0,
    attempts: Object.values(AGENTS)
      .map(([, ...attempt]) => attempt)
      .sort(([, a], [, b]) => (a < b ? -1 : 1)),
  });
  expect(error).not.toMatch(/\n\s+at /);
});
