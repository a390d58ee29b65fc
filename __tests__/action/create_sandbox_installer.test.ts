import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readActionEnvironment } from '../../src/action/action_environment.js';
import { createSandboxInstaller } from '../../src/action/create_sandbox_installer.js';
import { runStudy } from '../../src/commands/run/run_study.js';
import { runOptionsSchema } from '../../src/commands/study/run_options.js';
import { findProgram } from '../../src/system/find_program.js';
import { cleanUp, givenRoom, write } from '../given.js';
import { givenShellTask } from '../given_task.js';
import { where } from '../machine.js';

afterEach(cleanUp);

/** Runs one attempt on a machine whose bwrap cannot be started, until its apt-get writes one that can. */
async function run(more: { GITHUB_ACTIONS?: string; sandbox?: 'auto' | 'bubblewrap'; apt_get?: string }) {
  const room = givenRoom();
  const bin = join(room, 'bin');
  const executable = (content: string) => ({ content, executable: true as const });
  write(bin, {
    bwrap: executable('#!/nonexistent/interpreter\n'),
    sudo: executable('#!/bin/sh\nshift 2; exec "$@"\n'),
    apparmor_parser: executable('#!/bin/sh\n'),
    'apt-get': executable(
      more.apt_get ??
        `#!/bin/sh\necho "$*" >> ${room}/calls\n[ "$1" = update ] || ln -sf ${findProgram('bwrap')} ${bin}/bwrap\n`,
    ),
  });
  const environment = readActionEnvironment({ PATH: `${bin}:${process.env.PATH}`, ...more });
  const lines: string[] = [];
  const out = {
    log: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  const contracts = [await givenShellTask(room, 'one')];
  const { search_path } = environment;
  const options = { out: join(room, 'out'), cache: join(room, 'cache'), search_path, contracts, agents: ['noop'] };
  const install_sandbox = createSandboxInstaller({ sandbox: more.sandbox ?? 'auto' }, environment, out);
  const { results } = await runStudy(runOptionsSchema.parse(options), { ...out, install_sandbox }, room);
  return { results, lines, calls: readFileSync(join(room, 'calls'), 'utf8').split('\n') };
}

describe('the Action installs its own sandbox', () => {
  where('sandbox')(
    'on a runner: bubblewrap is installed once, probed again, and the attempt is made in it',
    async () => {
      const { results, lines, calls } = await run({ GITHUB_ACTIONS: 'true' });
      expect(calls).toEqual(['update -q', expect.stringMatching(/^install -y .* bubblewrap$/), '']);
      expect(lines).toContainEqual(
        expect.stringMatching(/^sandbox: (sudo )?apt-get install .* bubblewrap \(\d\.\d s, exit 0\)$/),
      );
      expect(results).toMatchObject([{ sandbox: { isolated: true } }]);
    },
  );

  it('says in one error what failed, and what helps', async () => {
    const fails = '#!/bin/sh\necho "E: no network" >&2; exit 100\n';
    await expect(run({ GITHUB_ACTIONS: 'true', apt_get: fails })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^sandbox \(.*\): bubblewrap is not installed .*; the sandbox could not be installed: apt-get ended with 100: E: no network$/,
      ),
      remedy: expect.stringContaining('sandbox: bubblewrap'),
    });
  });

  it.each([{}, { GITHUB_ACTIONS: 'true', sandbox: 'bubblewrap' as const }])(
    'leaves the machine alone elsewhere, and where a backend is named: %j',
    async (more) => {
      await expect(run(more)).rejects.toMatchObject({
        message: expect.stringMatching(/: bubblewrap is not installed \(no bwrap in PATH\)$/),
      });
    },
  );
});
