#!/usr/bin/env node
/**
 * The project's speed figures, as ratios or medians within one run, beside their bars.
 *
 * Both sides of a ratio get the same minimal environment, file system and work. Rows that are ratios are compared with
 * baseline.json; in a workflow of GitHub a row that is worse becomes a warning. Whole commands are measured on dist/, parts on lib/.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBundles, ensureLibrary } from '../build/ensure-build.mjs';
import { createProgress } from '../terminal/create-progress.mjs';
import { readCommandLine } from '../terminal/read-command-line.mjs';
import { LEFT_OUT } from './left_out.mjs';

const { values } = readCommandLine({
  name: 'bench',
  purpose: "Measures the project's speed, and prints each figure beside its bar. Takes many minutes.",
  options: {
    quick: { help: 'fewer rounds' },
    only: { value: 'NAME,…', kind: 'texts', choices: Object.keys(LEFT_OUT), help: 'these benchmarks only' },
    peers: {
      help: 'install other harnesses from npm into the cache of the user, and run them in the same rounds',
    },
    'write-baseline': { help: 'write scripts/bench/baseline.json, with which later figures are compared' },
  },
  exit: '0 measured, also where a bar is missed.',
  example: 'npm run bench -- --quick --only startup,plain',
});
ensureBundles('bench');
await ensureLibrary('bench');
const { scoreAttempt } = await import('../../lib/judge/rubric/score_attempt.js');
const { RunDirectory } = await import('../../lib/record/storage/run_directory.js');
const { verifyRun } = await import('../../lib/record/storage/verify_run.js');
const { createBubblewrapBackend } = await import('../../lib/sandbox/bubblewrap/create_bubblewrap_backend.js');
const { createOwnedFolder, openCache, removeTree } = await import('../../lib/workspace/cache/workspace_cache.js');
const { openLayerDraft } = await import('../../lib/workspace/layer.js');
const { computeFolderTree } = await import('../../lib/workspace/history/create_broken_tree.js');
const { detectWorkspaceMethod, openWorkspace } = await import('../../lib/workspace/workspace.js');
const { aggregateBenchmarks } = await import('./aggregate.mjs');
const { attemptBenchmarks } = await import('./attempts.mjs');
const { compareWithBaseline, writeBaseline } = await import('./baseline.mjs');
const { gatewayBenchmarks } = await import('./gateway.mjs');
const { hasMemoryDisk, interleaved, median, minimalEnvironment, timed } = await import('./measure.mjs');
const { installPeers } = await import('./peers/peers.mjs');
const { safetyBenchmarks } = await import('./safety.mjs');
const { statisticsBenchmarks } = await import('./statistics.mjs');
const { makeSubject } = await import('./subject.mjs');
const { suiteBenchmarks } = await import('./suite.mjs');
const { trustBenchmarks } = await import('./trust.mjs');

const cli = fileURLToPath(new URL('../../dist/cli/index.js', import.meta.url));
const action = fileURLToPath(new URL('../../dist/action/index.js', import.meta.url));
/** Folders on each file system: memory, where disks are no part of the figures, and the disk. */
const makeRoom = (where) => {
  const path = mkdtempSync(join(where, 'gatebench-bench-'));
  chmodSync(path, 0o755);
  return path;
};
const room = makeRoom('/var/tmp');
const memory = hasMemoryDisk() ? makeRoom('/dev/shm') : undefined;
const rooms = [...(memory ? [['tmpfs', memory]] : []), ['disk', room]];
const cache = join(room, 'cache');
const rounds = values.quick ? 3 : 5;
const env = minimalEnvironment();

const progress = createProgress('bench');
const rows = [];
const report = (what, figure, bar, ok, measured) => {
  if (bar !== undefined) rows.push({ what, figure, bar, ok, ...measured });
  const standing = bar === undefined ? '-    ' : ok ? 'ok   ' : 'SHORT';
  console.log(
    `${standing}  ${what.padEnd(58)} ${figure.padEnd(34)} ${bar === undefined ? '' : `bar ${bar}`}`.trimEnd(),
  );
};
const ms = (value) => `${value.toFixed(1)} ms`;

const benchmarks = {
  async startup() {
    const { bare, help, first } = await interleaved(rounds * 2, {
      bare: () => timed(process.execPath, ['-e', '0'], { env }),
      help: () => timed(process.execPath, [cli, '--help'], { env }),
      first: () => firstLine(),
    });
    const [floor, full, line] = [bare, help, first].map((runs) => median(runs.map((run) => run.ms)));
    report('start-up: command line --help', `${ms(full)} (bare node ${ms(floor)})`, '250 ms', full <= 250);
    report('start-up: Action, first log line', ms(line), '400 ms', line <= 400);
  },
  async workspace() {
    const shared = await openCache(cache);
    const { root } = makeSubject(folder('workspace'), { files: 10_000 });
    const tree = await computeFolderTree(join(root, 'task', 'repo'), shared);
    const draft = await openLayerDraft(shared, '0'.repeat(64), tree);
    const layer = await draft.freeze({ tools: {}, steps: [], replayable: true });
    const method = await detectWorkspaceMethod(shared);
    const taken = [];
    for (let i = 0; i < 20; i++) {
      const started = performance.now();
      const workspace = await openWorkspace(layer, shared, method);
      taken.push(performance.now() - started);
      await workspace.dispose();
    }
    report(`fresh workspace, 10,000 files (${method})`, ms(median(taken)), '100 ms', median(taken) <= 100);
  },
  async spawn() {
    const shared = await openCache(cache);
    const workspace = createOwnedFolder(join(shared.scratch, `${process.pid}-bench`));
    const session = await createBubblewrapBackend().open({
      workspace,
      limits: { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 20 },
      environment: { PATH: '/usr/bin:/bin' },
    });
    const { isolated, bare } = await interleaved(40, {
      isolated: async () => {
        const started = performance.now();
        await session.exec({ argv: ['/bin/true'], timeout_ms: 10_000 });
        return performance.now() - started;
      },
      bare: async () => (await timed('/bin/true', [])).ms,
    });
    await session.close();
    await removeTree(workspace);
    const added = median(isolated) - median(bare);
    report('isolated spawn over bare spawn', `+${ms(added)} (bare ${ms(median(bare))})`, '20 ms', added <= 20);
  },
  async judging() {
    const subject = makeSubject(folder('judging'), { files: 20 });
    await attempts(subject, 1, 1);
    const run = longRecord(join(room, 'out', results()[0].run), join(room, 'record'), 100);
    const { standing, events } = verifyRun(run);
    if (standing !== 'sealed') throw new Error(`the record of the benchmark is ${standing}`);
    const count = 300;
    const started = performance.now();
    for (let i = 0; i < count; i++) {
      const verified = verifyRun(run);
      scoreAttempt({ manifest: verified.manifest, events: verified.events.filter((event) => event.type !== 'sealed') });
    }
    const per_second = (count * 1000) / (performance.now() - started);
    report(`verify + re-score, ${events.length} events`, `${per_second.toFixed(0)}/s`, '300/s', per_second >= 300);
  },
};

const peers = values.peers ? installPeers() : {};
Object.assign(benchmarks, attemptBenchmarks({ rooms, cli, quick: values.quick, report, ms, peers }));
Object.assign(benchmarks, aggregateBenchmarks({ room, cache, cli, quick: values.quick, report }));
Object.assign(benchmarks, safetyBenchmarks({ room, rounds, report, ms }));
Object.assign(benchmarks, gatewayBenchmarks({ room, cli, quick: values.quick, report, ms }));
Object.assign(benchmarks, statisticsBenchmarks({ rounds, report, ms }));
Object.assign(benchmarks, suiteBenchmarks({ room, cli, cache, quick: values.quick, report, ms }));
Object.assign(benchmarks, trustBenchmarks({ room, cache, cli, rounds, report, ms }));

/** The record of a run once more, with commands of an agent added until it has `count` events. */
function longRecord(source, target, count) {
  const read = (file) => readFileSync(join(source, file), 'utf8');
  const events = read('events.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .slice(1, -1);
  const { execution } = events.find((event) => event.type === 'acceptance_check').payload;
  let time = 0;
  const run = RunDirectory.create(target, JSON.parse(read('manifest.json')), () => (time += 1000));
  for (const event of events) {
    run.log.stage = event.stage;
    const payload = { tool: 'command', arguments: { command: 'ls' }, execution, summary: 'exit 0' };
    for (let n = events.length + 2; event.type === 'termination' && n < count; n++)
      run.log.append('tool_invocation', 'agent', payload);
    run.log.append(event.type, event.actor, event.payload);
  }
  for (const name of readdirSync(join(source, 'artifacts'))) run.keep(readFileSync(join(source, 'artifacts', name)));
  run.write('briefing', read('briefing.md'));
  run.write('patch', read('patch.diff'));
  const { head: _, events: __, ...report } = JSON.parse(read('report.json'));
  run.seal(report);
  return target;
}

function folder(name) {
  const path = join(room, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  return path;
}

const attempts = (subject, trials, side) =>
  timed(
    process.execPath,
    [
      cli,
      'run',
      subject.contract,
      '--agent',
      'golden',
      '--trials',
      String(trials),
      '--concurrency',
      String(side),
      '--replace',
      '--out',
      join(room, 'out'),
      '--cache',
      cache,
    ],
    { env },
  );

const results = () =>
  readFileSync(join(room, 'out', 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Time until the Action has said something; it then fails for want of inputs, which is not measured. */
async function firstLine() {
  const started = performance.now();
  const child = spawn('node', [action], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, INPUT_COMMAND: 'run', INPUT_CONTRACTS: '/nonexistent' },
  });
  const elapsed = await new Promise((resolve) => child.stdout.once('data', () => resolve(performance.now() - started)));
  await new Promise((resolve) => child.once('close', resolve));
  return { ms: elapsed };
}

try {
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (values.only && !values.only.includes(name)) continue;
    progress(name);
    await benchmark();
    if (LEFT_OUT[name]) console.log(`       left out: ${LEFT_OUT[name]}`);
  }
} finally {
  await removeTree(room);
  if (memory) await removeTree(memory);
}
if (values['write-baseline']) writeBaseline(rows);
else
  for (const line of compareWithBaseline(rows))
    console.log(process.env.GITHUB_ACTIONS ? `::warning title=Slower than the baseline::${line}` : `WORSE  ${line}`);
console.log(`${rows.filter((row) => row.ok).length} of ${rows.length} figures within their bars`);
