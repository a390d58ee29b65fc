// Needs: sandbox
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../../../src/record/events/event.js';
import { cleanUp, givenRoom } from '../../given.js';
import type { Seen } from '../../given_run.js';
import { judgedAll, type Project } from '../oracle/given_project.js';

const room = givenRoom();
afterAll(cleanUp);

/** Prints what a program sees of where it runs, one thing a line. */
const PROBE = `
const fs = require('node:fs');
const os = require('node:os');
const say = (what, seen) => console.log(what + ' ' + JSON.stringify(seen));
const quiet = (look) => { try { return look(); } catch (error) { return error.code; } };
const text = (path) => quiet(() => fs.readFileSync(path, 'utf8'));
const lines = (path) => String(text(path)).split('\\n').filter(Boolean);
for (const line of lines('/proc/self/cgroup')) say('cgroup', line);
for (const line of lines('/proc/self/mountinfo')) say('mount', line.split(' ').slice(3).join(' '));
for (const line of lines('/proc/self/status')) if (!/^(Vm|Rss|Hugetlb|.*ctxt|Threads|FDSize|Cpus|Mems|Speculation|Sig[A-Z])/.test(line)) say('status', line);
for (const file of ['limits', 'oom_score_adj', 'loginuid', 'sessionid', 'setgroups', 'uid_map', 'gid_map']) say(file, text('/proc/self/' + file));
for (const pid of fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
  say('process', [pid, text('/proc/' + pid + '/cmdline'), text('/proc/' + pid + '/environ'), quiet(() => fs.readlinkSync('/proc/' + pid + '/cwd')), quiet(() => fs.readlinkSync('/proc/' + pid + '/exe'))]);
}
for (const fd of [0, 1, 2]) say('fd', [fd, quiet(() => fs.readlinkSync('/proc/self/fd/' + fd)), quiet(() => fs.fstatSync(fd).mode)]);
say('environment', Object.entries(process.env).sort());
say('machine', [os.hostname(), os.userInfo(), process.umask(), process.cwd(), text('/etc/machine-id'), text('/proc/sys/kernel/hostname')]);
for (const file of ['/proc/keys', '/proc/key-users', '/proc/sysvipc/msg', '/proc/sysvipc/sem', '/proc/sysvipc/shm', '/proc/net/unix', '/proc/locks']) say(file, text(file));
// What is made with the sandbox or the run has the time of now, as has a clock: it says no more than that.
const laid = fs.lstatSync('add.sh').mtimeMs;
const mtime = (path, ms) => !path.startsWith('/work') && !path.startsWith('/etc') ? '' : ms === laid ? 'laid' : ms;
const walk = (folder, depth) => {
  for (const name of quiet(() => fs.readdirSync(folder).sort()) || []) {
    const path = folder + '/' + name;
    const stat = quiet(() => fs.lstatSync(path));
    if (typeof stat !== 'object') continue;
    const { mode, nlink, uid, gid, size, mtimeMs } = stat;
    say('file', [path, mode, nlink, uid, gid, stat.isDirectory() ? '' : size, mtime(path, mtimeMs)]);
    if (stat.isDirectory() && depth > 0) walk(path, depth - 1);
  }
};
say('root', mtime('/work', fs.lstatSync('/work').mtimeMs));
for (const folder of ['/etc', '/run', '/tmp', '/home', '/var', '/dev', process.cwd()]) walk(folder, 6);
`;

/** A test and a canary that have the judged program look around; they differ in one character. */
const test = (expected: string) =>
  [
    '#!/bin/sh',
    'node probe.cjs',
    'adds() {',
    `  [ "$(sh add.sh 2 3)" = ${expected} ] || return 1`,
    '}',
    'if adds; then printf "1..1\\nok 1 - adds\\n" > "$1"; exit 0; fi',
    'printf "1..1\\nnot ok 1 - adds\\n" > "$1"; exit 1',
    '',
  ].join('\n');

const project: Project = {
  check: { id: 'unit', run: 'sh hidden/add.sh "$REPORT"', report: 'tap', fail_to_pass: ['adds'], timeout: '20s' },
  hidden: { 'add.sh': test('5'), 'canary.sh': test('6') },
  repo: { 'probe.cjs': PROBE, 'lib/kept.txt': 'kept', 'package.json': '{}' },
  solution: 'add.sh',
  honest: 'echo $(($1 + $2))\n',
};

/** What the program saw in one run. */
function seenIn({ path }: Seen, { stdout }: Execution): string[] {
  const text = stdout.artifact ? readFileSync(join(path, 'artifacts', stdout.artifact), 'utf8') : stdout.head;
  return text.split('\n').filter(Boolean);
}

const executions = (seen: Seen) =>
  (['acceptance_check', 'challenge', 'canary', 'perturbation'] as const).flatMap((type) =>
    seen.of(type).map(({ payload }) => [type, seenIn(seen, payload.execution!)] as const),
  );

/** Names that are drawn anew for every run, and say nothing: of control groups, folders, pipes, reports. */
const DRAWN = /(?<=[-/])[0-9a-f]{12}(?![0-9a-f])/g;
const REPORT = /(?<=\/run\/gatebench\/)[\w-]{12}/g;
const isNaming = (line: string) => /^(cgroup|mount|fd) /.test(line);
const drawnIn = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('cgroup')).flatMap((line) => line.match(DRAWN) ?? []);

/** What is counted for the whole machine changes with what else runs on it: locks of files, here. */
const isOfMachine = (line: string) => line.startsWith('/proc/locks ');

/** A dump without what is drawn or the machine's, and without the sizes of hidden files, which is what the runs are about. */
const known = (lines: readonly string[]) =>
  lines
    .filter((line) => !isOfMachine(line))
    .map((line) =>
      (isNaming(line) ? line.replaceAll(DRAWN, '…') : line)
        .replaceAll(REPORT, '…')
        .replace(/("\/work\/hidden\/.*),\d+,"laid"/, '$1,…,"laid"'),
    );

// Holds K5
describe('a program that looks around does not see which run of an attempt it is in', () => {
  it('has the same place in acceptance, canary and perturbed runs, and the names of it are drawn by lot', async () => {
    const attempts = await judgedAll(
      room,
      project,
      [project.honest, `${project.honest}# the same\n`],
      {},
      {
        acceptance: [project.check, { ...project.check, id: 'again' }],
        oracle: {
          files: 'hidden/',
          canary: { run: 'cp hidden/canary.sh hidden/add.sh && sh hidden/add.sh "$REPORT"', report: 'tap' },
          perturbation: { when: 'always', rename: false },
        },
      },
    );
    for (const attempt of attempts) {
      expect(attempt.status).toBe('success');
      const runs = executions(attempt).filter(([type]) => type !== 'challenge');
      expect(runs.map(([type]) => type)).toEqual([
        'acceptance_check',
        'acceptance_check',
        'canary',
        ...Array.from({ length: 2 }, () => 'perturbation'),
      ]);
      const [[, first], ...others] = runs as [(typeof runs)[0], ...typeof runs];
      expect(first.length).toBeGreaterThan(100);
      for (const [, lines] of others) expect(known(lines)).toEqual(known(first));
      expect(new Set(runs.flatMap(([, lines]) => drawnIn(lines))).size).toBe(runs.length);
    }
  });

  it('and in challenge rounds', async () => {
    const oracle = { files: 'hidden/', perturbation: { when: 'never' as const } };
    const [attempt] = await judgedAll(room, project, [`${project.honest}# the same\n`], {}, { oracle });
    expect(attempt!.status).toBe('success');
    const [[, first], ...rounds] = executions(attempt!) as [[string, string[]], ...[string, string[]][]];
    expect(rounds.length).toBeGreaterThanOrEqual(4);
    expect(first.length).toBeGreaterThan(100);
    for (const [, lines] of rounds) expect(known(lines)).toEqual(known(first));
  });
});
