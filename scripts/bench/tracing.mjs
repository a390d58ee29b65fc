#!/usr/bin/env node
/**
 * What tracing costs, of programs alone and of refused operations as well (`evidence: trace`).
 * The same commands in a plain and in traced sandboxes, in turn; medians of wall time, and of processor time as it is used by the commands,
 * the tracer and this process together, as ratios. Processor time says the same on a busy machine.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureLibrary } from '../build/ensure-build.mjs';
import { readCommandLine } from '../terminal/read-command-line.mjs';
import { interleaved, median } from './measure.mjs';

const { values } = readCommandLine({
  name: 'tracing',
  command: 'node scripts/bench/tracing.mjs',
  purpose: 'Measures what tracing costs: the same commands in a plain and in traced sandboxes, in turn.',
  options: {
    rounds: { value: 'N', kind: 'count', default: 7, help: 'runs of each command in each sandbox' },
    only: { value: 'TEXT', help: 'commands whose title holds this text' },
  },
  example: 'node scripts/bench/tracing.mjs --rounds 3 --only git',
});
await ensureLibrary('tracing');
const { createBubblewrapBackend } = await import('../../lib/sandbox/bubblewrap/create_bubblewrap_backend.js');
const { createOwnedFolder } = await import('../../lib/workspace/cache/workspace_cache.js');

const room = mkdtempSync('/var/tmp/gatebench-bench-');
const workspace = join(room, 'workspace');
mkdirSync(join(workspace, 'lib'), { recursive: true });
for (let i = 0; i < 500; i++) writeFileSync(join(workspace, 'lib', `m${i}.mjs`), `// ${i}\n`.repeat(200));
writeFileSync(
  join(workspace, 'sum.test.mjs'),
  `import test from 'node:test';
for (let i = 0; i < 100; i++) test('t' + i, async () => { await import('./lib/m' + i + '.mjs'); });
`,
);
writeFileSync(
  join(workspace, 'package.json'),
  '{"name":"x","version":"1.0.0","scripts":{"test":"npm run a && npm run b","a":"node -e 0 && sh -c \'node -e 0\'","b":"node -e 0"}}',
);
// A command-line agent: it waits for its model, and runs a command or the tests in between.
writeFileSync(
  join(workspace, 'agent.mjs'),
  `import { execSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
const commands = ['ls -la lib | head', 'grep -rn 12 lib | wc -l', 'sed -n 1,20p lib/m1.mjs', 'find . -name "*.mjs" | sort | tail -3', 'node --test sum.test.mjs'];
for (let turn = 0; turn < 10; turn++) {
  await delay(1000);
  execSync(commands[turn % commands.length], { stdio: 'pipe' });
}
`,
);
createOwnedFolder(room);
createOwnedFolder(workspace);

const COMMANDS = {
  'an agent: 10 turns, 2 runs of the tests': 'node agent.mjs',
  'one process that computes': 'node -e "let s = 0; for (let i = 0; i < 4e8; i++) s = (s + i * 7) % 1000003"',
  'node: loading 100 modules as tests': 'node --test sum.test.mjs > /dev/null',
  'npm: scripts that run scripts': 'npm test --silent',
  'shell: 200 short processes': 'i=0; while [ $i -lt 200 ]; do /bin/true; i=$((i+1)); done',
  'git: 500 files in, commit, check out':
    'rm -rf g && mkdir g && cd g && git init -q && cp -r ../lib . && git add . && git -c user.name=a -c user.email=a@b commit -qm x && rm -rf lib && git checkout -q .',
  'a shell that does nothing': ':',
};

const backend = createBubblewrapBackend();
const order = {
  workspace,
  limits: { memory_bytes: 2 ** 30, processes: 256, output_bytes: 2 ** 20 },
  environment: { PATH: process.env.PATH },
  read_only_mounts: Object.fromEntries([join(process.execPath, '../..')].map((folder) => [folder, folder])),
};
const sessions = {
  plain: await backend.open(order),
  programs: await backend.open({ ...order, programs: true }),
  all: await backend.open({ ...order, trace: true }),
};

/** Processor time in ms of this process and of its children that have ended: the tracer, and bubblewrap outside. */
function spentHere() {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
  const { user, system } = process.cpuUsage();
  return (Number(fields[13]) + Number(fields[14])) * 10 + (user + system) / 1000;
}

async function once(session, line) {
  const before = spentHere();
  const result = await session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 300_000, on_program() {} });
  const { exit_code, usage, stderr, programs } = result;
  if (exit_code !== 0) throw new Error(`${line}: ${Buffer.from(stderr.text)}`);
  if (programs && !programs.complete) throw new Error(`${line}: the trace is incomplete`);
  return { wall_ms: usage.wall_ms, cpu_ms: (usage.cpu_ms ?? Number.NaN) + spentHere() - before };
}

try {
  for (const [what, line] of Object.entries(COMMANDS)) {
    if (!what.includes(values.only ?? '')) continue;
    const runs = await interleaved(
      values.rounds,
      Object.fromEntries(Object.entries(sessions).map(([name, session]) => [name, () => once(session, line)])),
    );
    const of = (name, figure) => median(runs[name].map((usage) => usage[figure]));
    const ratio = (name, figure) => `×${(of(name, figure) / of('plain', figure)).toFixed(3)}`;
    const added = (name) => `+${(of(name, 'cpu_ms') - of('plain', 'cpu_ms')).toFixed(0)} ms`;
    console.log(
      [
        what.padEnd(42),
        `${of('plain', 'wall_ms').toFixed(0).padStart(6)} ms wall ${of('plain', 'cpu_ms').toFixed(0).padStart(6)} ms CPU`,
        ...['programs', 'all'].map(
          (name) => `${name}: wall ${ratio(name, 'wall_ms')} CPU ${ratio(name, 'cpu_ms')} (${added(name)})`,
        ),
      ].join('  '),
    );
  }
} finally {
  await Promise.all(Object.values(sessions).map((session) => session.close()));
  rmSync(room, { recursive: true, force: true });
}
