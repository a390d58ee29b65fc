// Needs: python3
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { BUILT_CLI } from '../../built.js';
import { cleanUp, givenRoom } from '../../given.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

/** `init` at a real pseudo terminal: Python opens one, types an answer after each question, and prints what it saw. */

afterAll(cleanUp);

const PTY = `
import json, os, pty, sys
answers = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
seen = b''
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
    if answers and seen.count(b'? ') and seen.rstrip().endswith(b':') and b'(--' in seen.split(b'\\n')[-1]:
        os.write(terminal, answers.pop(0).encode())
        seen += b'\\n'
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
`;

async function typed(answers: readonly string[], env: Record<string, string> = {}) {
  const repo = givenHistory();
  commit(repo, { 'check.sh': 'test -f check.sh\n' }, 'one');
  const command = [process.execPath, BUILT_CLI, 'init', '--no-prove', '--cache', join(givenRoom(), 'cache')];
  const { exitCode, stdout } = await execa('python3', ['-c', PTY, JSON.stringify(answers), ...command], {
    ...{ cwd: repo, reject: false, extendEnv: false },
    env: { PATH: process.env.PATH, HOME: repo, TERM: 'xterm', ...env },
  });
  const contract = join(repo, 'tasks/pull-request/contract.yml');
  return { exitCode, stdout, contract: existsSync(contract) ? readFileSync(contract, 'utf8') : undefined };
}

const END_OF_INPUT = '\x04';
const CTRL_C = '\x03';

describe('init at a terminal', () => {
  it('asks, and goes on with the answers', async () => {
    const { exitCode, stdout, contract } = await typed(['sh check.sh\n', '\n', '\n']);
    expect(stdout).toContain('? Which command runs the tests');
    expect(stdout).toContain('(--report FORMAT) [exit-code]: ');
    expect([exitCode, contract]).toEqual([0, expect.stringContaining('run: sh check.sh')]);
  });

  it.each([
    ['Ctrl-C', CTRL_C, 130, 'stopping'],
    ['the end of the input', END_OF_INPUT, 2, 'the input ended before the answer'],
  ])('ends on %s without a file', async (_, key, code, said) => {
    const { exitCode, stdout, contract } = await typed([key]);
    expect([exitCode, contract]).toEqual([code, undefined]);
    expect(stdout).toContain(said);
  });

  it('asks nobody in continuous integration', async () => {
    const { exitCode, stdout } = await typed([], { CI: 'true' });
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('Name the command with --test')]);
  });
});
