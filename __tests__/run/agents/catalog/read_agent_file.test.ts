import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../../src/contract/input/user_error.js';
import { parseAgentFile } from '../../../../src/run/agents/catalog/agent_file_schema.js';
import {
  createAgent,
  listShippedAgents,
  readShippedAgent,
} from '../../../../src/run/agents/catalog/read_agent_file.js';
import { readContract } from '../../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom, write } from '../../../given.js';
import { smallContract, writeContract } from '../../../given_task.js';

const room = givenRoom();
beforeAll(() => {
  for (const name of ['task', 'imaged']) mkdirSync(join(room, name));
  writeContract(join(room, 'task'), smallContract());
  writeContract(
    join(room, 'imaged'),
    smallContract({ environment: { image: `example.test/image@sha256:${'0'.repeat(64)}` } }),
  );
});
afterAll(cleanUp);

const machine = { cache: join(room, 'cache'), search_path: '' };
const complaint = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return error.text;
    throw error;
  }
  return 'accepted';
};
const yaml = (...lines: string[]) => `name: mine\nrun: mine\n${lines.join('\n')}\n`;

/** An installation of a package as npm leaves it. */
function givenInstallation(cache: string, program: string, version = '1.0.0'): string {
  const folder = join(cache, 'agents', 'scope+tool-1.2.3');
  write(folder, {
    [`node_modules/.bin/${program}`]: { content: '#!/bin/sh\n', executable: true },
    'node_modules/.package-lock.json': JSON.stringify({
      packages: {
        'node_modules/@scope/tool': { version, integrity: 'sha512-x', resolved: 'http://127.0.0.1:1/x.tgz' },
      },
    }),
  });
  return folder;
}

describe('an agent file that is none is told with file:line:column and the mend', () => {
  it.each<[string, string, string]>([
    [
      'an unknown placeholder',
      yaml('models: used', 'environment:', '  KEY: "{{modle_token}}"'),
      'mine.yml:5:8  environment.KEY: unknown placeholder {{modle_token}} – did you mean "model_token"?',
    ],
    [
      'a placeholder for a model without models',
      yaml('files:', '  .mine/config: "{{model_url}}"'),
      'mine.yml:4:17  files..mine/config: asks for a model, so the file must say `models: used` or `models: needed`',
    ],
    ['a version that is not exact', yaml('install: {npm: "tool@^1.2"}', 'program: mine'), 'mine.yml:3:'],
    [
      'an installation without a program',
      yaml('install: {npm: tool@1.2.3}'),
      'mine.yml:3:10  install: needs a `program`',
    ],
    ['a file outside the home', yaml('files: {../.bashrc: x}'), 'mine.yml:3:21  files.../.bashrc: must not lead out'],
    [
      'an unknown field of usage',
      yaml('usage: {format: json, input: a, output: b, cahced: c}'),
      'did you mean "cached"',
    ],
    ['a dialect that there is none', yaml('dialects: [chta]'), 'mine.yml:3:12  dialects.0:'],
  ])('%s', (_, text, expected) => {
    expect(complaint(() => parseAgentFile(text, 'mine.yml'))).toContain(expected);
  });
});

describe('the program of an agent', () => {
  const installed = yaml('install: {npm: "@scope/tool@1.2.3"}', 'program: tool');
  const made = (text: string, where = machine) =>
    createAgent({ file: 'mine.yml', agent: parseAgentFile(text, 'mine.yml') }, where);

  it('that is not installed is a mistake that names the command', () => {
    expect(complaint(() => made(installed))).toBe(
      `agent "mine" is not installed (@scope/tool@1.2.3)\n  Install it: gatebench agents install mine --cache ${machine.cache}`,
    );
  });

  it('that an installation lacks is a mistake that says so', () => {
    const cache = join(givenRoom(), 'cache');
    givenInstallation(cache, 'other');
    expect(complaint(() => made(installed, { cache, search_path: '' }))).toContain(
      'the installation of @scope/tool@1.2.3 has no program "tool"',
    );
  });

  it('is shown in its stages and found first; what was installed is in the record, where it came from is not', () => {
    const of = (version: string) => {
      const cache = join(givenRoom(), 'cache');
      const folder = givenInstallation(cache, 'tool', version);
      const agent = made(installed, { cache, search_path: '' });
      if (!('work' in agent)) throw new Error('works');
      expect(agent.mounts?.(readContract('task/contract.yml', room))).toEqual({
        folders: [folder],
        path: [join(folder, 'node_modules/.bin')],
      });
      return agent;
    };
    const [one, other] = [of('1.0.0'), of('1.0.1')];
    expect(one.detail.installed).toEqual({
      package: '@scope/tool@1.2.3',
      packages_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(other.detail.installed).not.toEqual(one.detail.installed);
    expect(other.identity).toBe(one.identity);
  });

  it('that its makers install is looked for on PATH, and shown with its installation', () => {
    const bin = join(givenRoom(), 'opt/tool/bin');
    mkdirSync(bin, { recursive: true });
    write(bin, { tool: { content: '#!/bin/sh\n', executable: true } });
    const agent = made(yaml('install: {documentation: make install}', 'program: tool'), {
      ...machine,
      search_path: `relative:${bin}`,
    });
    const mounts = 'work' in agent ? agent.mounts : undefined;
    expect(mounts?.(readContract('task/contract.yml', room))).toEqual({ folders: [join(bin, '..')], path: [bin] });
    chmodSync(join(bin, 'tool'), 0o644);
    expect(complaint(() => mounts?.(readContract('task/contract.yml', room)))).toContain('Install it: make install');
    // An image brings its own.
    expect(mounts?.(readContract('imaged/contract.yml', room))).toEqual({ folders: [], path: [] });
  });
});

describe('the agents that are shipped', () => {
  it.each(listShippedAgents())('%s is an agent that needs a model and says who tested it', (name) => {
    const { agent, file } = readShippedAgent(name);
    expect(file).toBe(`agents/${name}.yml`);
    expect(agent).toMatchObject({
      name,
      models: 'needed',
      tested: { by: expect.any(String) },
      program: expect.any(String),
    });
    expect(agent.dialects?.length).toBeGreaterThan(0);
    // Those that the tests run come at the very version that was tested.
    if (agent.tested?.by === 'real')
      expect(agent.install).toMatchObject({ npm: expect.stringContaining(`@${agent.tested.version}`) });
    else expect(agent.install).toHaveProperty('documentation');
  });
});
