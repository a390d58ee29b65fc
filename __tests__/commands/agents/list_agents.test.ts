// Needs: nothing
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { parseAgentFile } from '../../../src/run/agents/catalog/agent_file_schema.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { smallContract, writeContract } from '../../given_task.js';

const room = givenRoom();
const cache = join(room, 'cache');
beforeAll(() => {
  write(room, {
    'mine.yml': 'name: mine\nrun: mine\n',
    'theirs.yml': 'name: theirs\nrun: theirs\nprogram: theirs\ninstall: {documentation: make install}\n',
    'task/kept': '',
  });
  write(join(cache, 'agents/mariozechner+pi-coding-agent-0.73.1'), {
    'node_modules/.bin/pi': { content: '#!/bin/sh\n', executable: true },
  });
  writeContract(join(room, 'task'), smallContract());
});
afterAll(cleanUp);

async function type(...argv: string[]) {
  const log: string[] = [];
  const error: string[] = [];
  const out = {
    log: (line: string) => log.push(line),
    error: (line: string) => error.push(line),
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  const around = { cwd: room, search_path: '/usr/bin:/bin', user: 'tester' };
  const code = await runCommandLine(argv, out, around).catch((fault: unknown) => {
    if (!(fault instanceof UserError)) throw fault;
    error.push(fault.text);
    return 2;
  });
  return { code, log: log.join('\n'), error: error.join('\n') };
}

describe('agents list', () => {
  it('says what is installed, what is not, and what is from documentation', async () => {
    const { code, log } = await type('agents', 'list', '--cache', cache);
    expect(code).toBe(0);
    const line = (name: string) => log.split('\n').find((one) => one.startsWith(`${name} `));
    expect(line('pi')).toMatch(/^pi +installed +tested with 0\.73\.1 +chat$/);
    expect(line('codex')).toMatch(/^codex +not installed +tested with \S+ +responses$/);
    expect(line('aider')).toMatch(/^aider +by yourself +from documentation +chat$/);
  });

  it('says the same as JSON', async () => {
    const { log } = await type('agents', 'list', '--cache', cache, '--json');
    const rows = log.split('\n').map((line) => JSON.parse(line));
    expect(rows.filter(({ installed }) => installed)).toEqual([
      {
        name: 'pi',
        version: '0.73.1',
        tested: 'real',
        dialects: ['chat'],
        package: '@mariozechner/pi-coding-agent@0.73.1',
        installed: true,
      },
    ]);
  });
});

describe('agents show', () => {
  it('prints a file that is an agent as it stands', async () => {
    const { code, log } = await type('agents', 'show', 'codex');
    expect([code, parseAgentFile(log, 'codex.yml').name]).toEqual([0, 'codex']);
  });

  it('of an unknown agent is a mistake', async () => {
    expect((await type('agents', 'show', '../package')).error).toContain('unknown agent "../package"');
    expect((await type('agents', 'show', 'codx')).error).toContain('did you mean "codex"?');
  });
});

describe('agents install', () => {
  it('keeps what is there', async () => {
    const { code, log } = await type('agents', 'install', 'pi', '--cache', cache);
    expect([code, log.split('\n')[1]]).toEqual([
      0,
      `pi: was there already · ${join(cache, 'agents/mariozechner+pi-coding-agent-0.73.1')}`,
    ]);
  });

  it.each([
    [['pi', 'codx'], 'unknown agent "codx" – did you mean "codex"?'],
    [['aider'], 'agent "aider" is not installed by gatebench (agents/aider.yml)\n  Install it yourself: '],
    [['agent:mine.yml'], 'agent "mine" is not installed by gatebench (mine.yml)\n  Its file names no package'],
    [['agent:theirs.yml'], 'Install it yourself: make install'],
    [['agent:gone.yml'], 'agent file gone.yml does not exist'],
  ])('%j is a mistake, before anything is installed', async (names, expected) => {
    const { code, log, error } = await type('agents', 'install', ...names, '--cache', cache);
    expect([code, log]).toEqual([2, '']);
    expect(error).toContain(expected);
  });
});

describe('a run with a shipped agent', () => {
  it('that is not installed is a mistake that names the command', async () => {
    const { code, error } = await type('run', 'task', '--agent', 'codex', '--cache', cache, '--dry-run');
    expect(code).toBe(2);
    expect(error).toMatch(
      /^agent "codex" is not installed \(@openai\/codex@\S+\)\n {2}Install it: gatebench agents install codex --cache /,
    );
  });
});
