/** Suites of many attempts: how long going on takes where all is recorded, and what it holds in memory. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RunDirectory } from '../../lib/record/storage/run_directory.js';
import { verifyRun } from '../../lib/record/storage/verify_run.js';
import { timed } from './measure.mjs';
import { makeSubject } from './subject.mjs';

export function suiteBenchmarks({ room, cli, cache, quick, report, ms }) {
  const run = (contract, out, trials, ...more) => [
    ...[cli, 'run', contract, '--agent', 'golden', '--trials', String(trials)],
    ...['--out', out, '--cache', cache, ...more],
  ];
  return {
    async resume() {
      const count = quick ? 200 : 1000;
      const folder = join(room, 'resume');
      mkdirSync(folder);
      const { contract } = makeSubject(folder, { files: 20 });
      const out = join(folder, 'out');
      await timed('node', run(contract, out, 1));
      recordAll(out, plannedIds(run(contract, out, count, '--dry-run', '--json')));
      const gone_on = await timed('node', run(contract, out, count, '--resume'));
      report(
        `resume of ${count} recorded attempts, reports written`,
        `${ms(gone_on.ms)}, ${gone_on.peak_mib.toFixed(0)} MiB`,
        `${quick ? 4 : 20} s`,
        gone_on.ms <= (quick ? 4_000 : 20_000),
      );
    },
  };
}

const plannedIds = (argv) =>
  JSON.parse(execFileSync('node', argv, { encoding: 'utf8', maxBuffer: 2 ** 26 })).attempts.map(
    ({ attempt_id }) => attempt_id,
  );

/** The record of the first attempt once more for each of the others, sealed as theirs. */
function recordAll(out, [first, ...others]) {
  const source = join(out, 'runs', first);
  const { manifest, events, report } = verifyRun(source);
  const texts = {
    briefing: readFileSync(join(source, 'briefing.md')),
    patch: readFileSync(join(source, 'patch.diff')),
  };
  others.forEach((attempt_id, i) => {
    const path = join(out, 'runs', attempt_id);
    rmSync(path, { recursive: true, force: true });
    const times = events.map(({ t }) => t);
    const own = { ...manifest, attempt_id, trial: i + 2 };
    const made = RunDirectory.create(path, own, () => times.shift() ?? 0);
    cpSync(join(source, 'artifacts'), join(path, 'artifacts'), { recursive: true });
    for (const event of events.slice(1, -1)) {
      made.log.stage = event.stage;
      made.log.append(event.type, event.actor, event.payload);
    }
    for (const [name, text] of Object.entries(texts)) made.write(name, text);
    const { head: _, events: __, ...rest } = report;
    made.seal({ ...rest, attempt_id, trial: i + 2 });
  });
}
