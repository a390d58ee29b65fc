// Needs: sandbox
import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { formatInertJson } from '../../../src/publish/text/escape_text.js';
import { BUILT_CLI } from '../../built.js';
import { ALL } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask, newFile, tapCheck } from '../../given_task.js';

const RAW = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const NASTY = 'x\n::error file=a::pwned\r\n##[error]y\u001b[31mRED\u001b]0;t\u0007\u009b2J\u202e\u2028::warning::z';

const room = givenRoom();
afterAll(cleanUp);

/** Starts the command line as a process of its own and returns both streams. */
function type(...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_CLI, ...argv], {
    cwd: room,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const faultsOf = (text: string) =>
  text.split('\n').filter((line) => RAW.test(line) || /^\s*::/.test(line) || line.includes('##['));

// Holds P4
describe('what contracts, patches, agents and records say is inert on both streams of every verb', () => {
  beforeAll(async () => {
    const contract = await givenShellTask(room, 'hostile', {
      contract: {
        title: NASTY,
        description: NASTY,
        acceptance: [tapCheck({ fail_to_pass: ['the value is right', NASTY.replaceAll(/[\n\r]/g, ' ')] })],
        setup: [{ run: `printf '%s' "$0"; true` }],
      },
    });
    // As JSON, where every control character is escaped: YAML has no raw ones.
    writeFileSync(contract, formatInertJson(parse(readFileSync(contract, 'utf8'))));
    writeFileSync(
      join(room, 'names.patch'),
      newFile('"a\\n::error::x\\033[31m\\302\\233b"', 'x\n').replaceAll('a/"', '"a/').replaceAll('b/"', '"b/'),
    );
    expect(type('run', 'hostile', '--agent', 'noop', '--out', 'out', '--cache', 'cache').status).toBe(1);
  });

  it.each<[string[]]>([
    ...(ALL
      ? [[['run', 'hostile', '--agent', 'golden', '--out', 'out-golden', '--cache', 'cache']] as [string[]]]
      : []),
    [['run', 'hostile', '--agent', 'patch:names.patch', '--out', 'out-names', '--cache', 'cache']],
    [['run', 'hostile', '--agent', `command:printf '${NASTY}' >&2; exit 3`, '--out', 'out-said', '--cache', 'cache']],
    [['run', 'hostile', '--agent', 'noop', '--json', '--out', 'out-json', '--cache', 'cache']],
    [['plan', 'hostile', '--agent', 'noop', '--out', 'plan.json', '--json']],
    [['report', 'out', '--out', 'merged']],
    [['verify', 'out']],
    [['verify', 'out', '--json']],
    [['score', 'out']],
    [['export', 'otel', 'out', '--out', '-']],
    [['--help']],
    [['run', '--help']],
  ])('%j', (argv) => {
    const { status, stdout, stderr } = type(...argv);
    expect(status).not.toBe(70);
    expect(faultsOf(stdout)).toEqual([]);
    expect(faultsOf(stderr)).toEqual([]);
  });

  it('also when somebody wrote into the records', () => {
    const [run = ''] = readdirSync(join(room, 'out', 'runs'));
    const [line = ''] = readFileSync(join(room, 'out', 'results.jsonl'), 'utf8').split('\n');
    const changed = JSON.parse(line);
    const text = (value: unknown): unknown => {
      if (typeof value === 'string') return value + NASTY;
      if (Array.isArray(value)) return value.map(text);
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, text(one)]))
        : value;
    };
    appendFileSync(join(room, 'out', 'results.jsonl'), `${JSON.stringify(text(changed))}\n${NASTY}\n`);
    writeFileSync(join(room, 'out', 'runs', run, `${NASTY.replaceAll('/', '')}`), '');
    writeFileSync(join(room, 'out', 'runs', run, 'manifest.json'), JSON.stringify({ [NASTY]: NASTY }));
    for (const verb of ['verify', 'score', 'report', 'records decide']) {
      const plain = ALL || verb === 'verify' ? [[]] : [];
      for (const more of verb === 'report' ? [['--out', 'again']] : [...plain, ['--json']]) {
        const { status, stdout, stderr } = type(...verb.split(' '), 'out', ...more);
        expect([verb, status === 70, faultsOf(stdout), faultsOf(stderr)]).toEqual([verb, false, [], []]);
        if (more[0] === '--json') for (const each of stdout.trim().split('\n').filter(Boolean)) JSON.parse(each);
      }
    }
  });
});
