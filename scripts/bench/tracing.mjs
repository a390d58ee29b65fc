#!/usr/bin/env node
/**
 * `node scripts/bench/tracing.mjs [ROUNDS]`: what `evidence: trace` costs. The same commands in a plain and in a traced sandbox,
 * in turn; medians of wall time and of the commands' own CPU time, as ratios. Needs a build (`npm run build`).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapBackend } from '../../lib/run/sandbox/bubblewrap.js';
import { ownedFolder } from '../../lib/run/workspace/cache.js';
import { interleaved, median } from './measure.mjs';

const rounds = Number(process.argv[2] ?? 7);
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
ownedFolder(room);
ownedFolder(workspace);

const COMMANDS = {
  'a shell that does nothing': ':',
  'node: loading 100 modules as tests': 'node --test sum.test.mjs > /dev/null',
  'shell: 300 small processes': 'i=0; while [ $i -lt 300 ]; do /bin/true; i=$((i+1)); done',
  'git: 500 files in, commit, check out':
    'rm -rf g && mkdir g && cd g && git init -q && cp -r ../lib . && git add . && git -c user.name=a -c user.email=a@b commit -qm x && rm -rf lib && git checkout -q .',
  'python: 20,000 files opened that are not there':
    'python3 -S -c "import os\nfor i in range(20000):\n  os.path.exists(str(i))\n  try: open(str(i))\n  except OSError: pass"',
};

const backend = bubblewrapBackend();
const order = {
  workspace,
  network: 'none',
  limits: { memory_bytes: 2 ** 30, processes: 256, output_bytes: 2 ** 20 },
  environment: { PATH: process.env.PATH },
};
const [plain, traced] = [await backend.open(order), await backend.open({ ...order, trace: true })];
const once = async (session, line) => {
  const { exit_code, usage, stderr, refused } = await session.exec({
    argv: ['/bin/sh', '-c', line],
    timeout_ms: 120_000,
  });
  if (exit_code !== 0) throw new Error(`${line}: ${Buffer.from(stderr.text)}`);
  if (refused && !refused.complete) throw new Error(`${line}: the trace is incomplete`);
  return usage;
};
try {
  for (const [what, line] of Object.entries(COMMANDS)) {
    const runs = await interleaved(rounds, { plain: () => once(plain, line), traced: () => once(traced, line) });
    const of = (which, figure) => median(runs[which].map((usage) => usage[figure] ?? Number.NaN));
    const [wall, slow] = [of('plain', 'wall_ms'), of('traced', 'wall_ms')];
    const cpu = of('traced', 'cpu_ms') / of('plain', 'cpu_ms');
    console.log(
      `${what.padEnd(48)} ${wall.toFixed(0).padStart(6)} → ${slow.toFixed(0).padStart(6)} ms  ×${(slow / wall).toFixed(2)}  CPU ×${cpu.toFixed(2)}`,
    );
  }
} finally {
  await Promise.all([plain.close(), traced.close()]);
  rmSync(room, { recursive: true, force: true });
}
