import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { sampled } from '../extent.js';
import { where } from '../machine.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const call = async (script: string, ...argv: string[]) => {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [script, ...argv], { cwd: root, reject: false });
  return { exitCode, stdout, stderr };
};

/** Scripts that a person runs begin with the line by which a system finds Node; the others are modules. */
const programs = readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => join('scripts', name))
  .filter((script) => readFileSync(join(root, script), 'utf8').startsWith('#!'));
const npmScripts = new Map(
  Object.entries<string>(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts).flatMap(
    ([name, command]) => {
      // One with options of its own, such as test:all, is another form of the same script.
      const script = /^node (\S+)$/.exec(command)?.[1];
      const short = ['start', 'test'].includes(name);
      return script === undefined ? [] : [[script, short ? `npm ${name}` : `npm run ${name}`] as const];
    },
  ),
);

it('every npm script that runs a file of ours is one of the programs', () => {
  expect([...npmScripts.keys()].filter((script) => !programs.includes(script))).toEqual([]);
  expect(npmScripts.size).toBeGreaterThan(10);
});

describe.each(sampled(programs, 4))('%s', (script) => {
  it('prints on --help how it is called, each option that it reads, and an example', async () => {
    const [help, short] = await Promise.all([call(script, '--help'), call(script, '-h')]);
    expect(short).toEqual(help);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    const name = npmScripts.get(script) ?? `node ${script}`;
    expect(help.stdout).toMatch(new RegExp(`^Usage: ${name}\\b[^]*\\n\\nOptions:\\n[^]*\\n\\nExample:\\n  ${name}\\b`));
    const source = readFileSync(join(root, script), 'utf8');
    const read = [...source.matchAll(/\bvalues(?:\.([a-z_]+)|\['([a-z-]+)'\])/g)].map(([, a, b]) => `--${a ?? b}`);
    expect(read.filter((option) => !new RegExp(`^  ${option}\\b`, 'm').test(help.stdout))).toEqual([]);
  });

  it('names an option that it does not know in one line, and ends with 2', async () => {
    const { exitCode, stdout, stderr } = await call(script, '--no-such-option');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[a-z-]+: unknown option --no-such-option \(known: .*--help\)$/);
  });
});

describe('a wrong argument is one line on standard error, and exit code 2', () => {
  it.each([
    ['false-alarms', ['--nights', 'many'], 'false-alarms: --nights is a whole number, not "many"'],
    ['false-alarms', ['--alpha', '1%'], 'false-alarms: --alpha is a number, not "1%"'],
    ['false-alarms', ['--runs', '1,x'], 'false-alarms: --runs is a list of whole numbers with commas, not "1,x"'],
    ['false-alarms', ['--shock', '--json'], 'false-alarms: --shock needs a value: SD'],
    ['false-alarms', ['--json=yes'], 'false-alarms: --json takes no value, and has "yes"'],
    ['red-team', ['--backend', 'chroot'], 'red-team: --backend is one of bubblewrap, docker, podman, not "chroot"'],
    ['build', ['dist'], 'build: unexpected argument "dist"'],
    ['release-notes', [], 'release-notes: TAG is missing'],
    ['release-notes', ['v1', 'v2'], 'release-notes: unexpected argument "v2"'],
  ])('%s %j', async (name, argv, line) => {
    expect(await call(`scripts/${name}.mjs`, ...argv)).toEqual({ exitCode: 2, stdout: '', stderr: line });
  });
});

where('sandbox')('npm start finds git and bubblewrap where the engine does, whatever PATH holds', async () => {
  const argv = [join(root, 'scripts/start.mjs'), '--out', '/dev/null/out'];
  const { stderr } = await execa(process.execPath, argv, { env: { PATH: '/nowhere' }, reject: false });
  // Nothing is missing, so that gatebench begins, and is stopped by the folder.
  expect(stderr).toMatch(/^start: gatebench stopped \(exit \d+\) before it wrote \/dev\/null\/out/m);
});
