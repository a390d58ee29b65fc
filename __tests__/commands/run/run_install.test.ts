// Needs: sandbox
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom, write } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { givenRegistry, type Registry } from '../../run/agents/given_registry.js';

let registry: Registry;
let contract: string;
const room = givenRoom();
beforeAll(async () => {
  registry = await givenRegistry("#!/usr/bin/env node\nrequire('node:fs').writeFileSync('value', 'right\\n');\n");
  contract = await givenShellTask(room, 'task', { contract: { budget: { memory: '1GiB', processes: 64 } } });
  write(room, {
    'mine.yml': 'name: mine\nrun: tool\nprogram: tool\ninstall: {npm: "@scope/tool@1.2.3"}\n',
    'gone.yml': 'name: gone\nrun: gone\nprogram: gone\ninstall: {npm: "gone@1.0.0"}\n',
  });
});
beforeEach(() => {
  registry.asked.length = 0;
  registry.stall = false;
});
afterAll(async () => {
  registry.close();
  await cleanUp();
});

const cache = (name: string) => join(room, name);
const order = (name: string, ...agents: string[]) => ({ contracts: [contract], agents, cache: cache(name) });
const REFUSAL = /^agent "mine" is not installed \(@scope\/tool@1\.2\.3\)\n {2}Install it: gatebench agents install /;

describe('a run with an agent that comes from npm and is not there', () => {
  it('is refused', async () => {
    await expect(ran(room, order('refused', 'agent:mine.yml'))).rejects.toMatchObject({
      text: expect.stringMatching(REFUSAL),
    });
    expect(registry.asked).toEqual([]);
  });

  it('installs it first, where that is asked for, and says so; the second time it is there', async () => {
    const install = { ...order('installing', 'agent:mine.yml', 'golden'), install_agents: true };
    const first = await ran(room, install);
    expect(first.attempts.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(first.lines.slice(0, 2)).toEqual([
      'mine: installing @scope/tool@1.2.3 …',
      expect.stringMatching(/^mine: in .+ · .+scope\+tool-1\.2\.3$/),
    ]);
    registry.asked.length = 0;
    const second = await ran(room, { ...install, agents: ['agent:mine.yml'], json: true, resume: true });
    expect(second.lines).toHaveLength(1);
    expect([registry.asked, second.errors.filter((line) => line.includes('installing'))]).toEqual([[], []]);
  });

  it('stops at what cannot be installed', async () => {
    const gone = { ...order('gone', 'agent:gone.yml'), install_agents: true };
    await expect(ran(room, gone)).rejects.toMatchObject({
      text: expect.stringMatching(/^the registry has no gone@1\.0\.0: .+\n {2}Correct `install\.npm`/),
    });
  });

  it('hears of mistakes in the other agents before it installs anything, and a dry run installs nothing', async () => {
    const wrong = { ...order('wrong', 'agent:mine.yml', 'codx'), install_agents: true };
    await expect(ran(room, wrong)).rejects.toMatchObject({ text: expect.stringContaining('did you mean "codex"?') });
    const dry = { ...order('wrong', 'agent:mine.yml'), install_agents: true, dry_run: true };
    await expect(ran(room, dry)).rejects.toMatchObject({ text: expect.stringMatching(REFUSAL) });
    expect(registry.asked).toEqual([]);
  });

  it('can be interrupted while it installs: that is no mistake, and nothing half is left', async () => {
    registry.stall = true;
    const interruption = new AbortController();
    const connected = once(registry.server, 'request');
    const running = ran(room, { ...order('stopped', 'agent:mine.yml'), install_agents: true }, interruption.signal);
    await connected;
    interruption.abort();
    expect((await running).outcome).toMatchObject({ exit_code: 130, conclusion: 'interrupted', results: [] });
    expect(existsSync(join(cache('stopped'), 'agents'))).toBe(false);
  });
});
