/**
 * A study over GitHub's matrix, with its limits and losses: plan → jobs → report → jobs that are run again → report.
 *
 * A job runs in a folder of its own and hands its results over as an artifact. Of the jobs a third is lost: killed and
 * its artifact kept, killed before it handed anything over, never begun, or its artifact cut short. The simulation has
 * a clock of its own: queueing for runners and the six hours are computed from how long jobs took here.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { comparable, createRandom, readResults, startCommand, writeStudy } from './study.mjs';

/** Limits of GitHub: jobs of a matrix, jobs side by side of a free account, hours of a job, artifacts of a run's job. */
const LIMITS = { jobs: 256, side_by_side: 20, hours: 6, artifacts: 500 };

export async function runShardCampaign({ root, seed, scale, report, fault }) {
  const tasks = scale === 'full' ? 50 : 10;
  const arms = 5;
  const trials = scale === 'full' ? 20 : 4;
  const shards = scale === 'full' ? LIMITS.jobs : 16;
  const random = createRandom(seed);
  const study = writeStudy(root, { tasks, trials, wrong: arms - 2 });
  const planned = await startCommand(
    ['plan', '--suite', 'gatebench.yml', '--max-shards', String(shards), '--json'],
    study,
  ).ended;
  if (planned.code !== 0) return fault(`plan ended with ${planned.code}: ${planned.said.slice(-500)}`);
  const plan = JSON.parse(readFileSync(join(study, 'plan.json'), 'utf8'));
  const jobs = JSON.parse(planned.printed).matrix.include;
  if (jobs.length > LIMITS.jobs) fault(`${jobs.length} jobs are more than a matrix holds`);
  if (jobs.length > LIMITS.artifacts) fault(`${jobs.length} artifacts are more than a run may have`);
  report(`${plan.attempts.length} attempts planned in ${jobs.length} jobs`);

  const artifacts = join(root, 'artifacts');
  const lost = new Map(jobs.map(({ shard }) => [shard, random() < 1 / 3 ? Math.floor(random() * 4) : undefined]));
  const took = await runJobs(jobs, async (job) => runJob(study, artifacts, job, lost.get(job.shard), random));
  const first = await merge(study, artifacts, 'first');
  const missing = plan.attempts.length - first.results.length;
  const gone = [...lost.values()].filter((how) => how !== undefined).length;
  report(`${gone} jobs lost: ${missing} attempts missing in the first report, which ended with ${first.code}`);
  if (gone > 0 && missing > 0 && first.code !== 3)
    fault(`a report without ${missing} attempts ended with ${first.code}, not 3`);
  requireRight(first.results, fault);

  const again = jobs.filter(({ shard }) => lost.get(shard) !== undefined);
  await runJobs(again, async (job) => runJob(study, artifacts, job, undefined, random));
  const second = await merge(study, artifacts, 'second');
  const lost_for_good = plan.attempts.length - second.results.length;
  if (lost_for_good !== 0)
    fault(`${lost_for_good} attempts are lost after all lost jobs ran again: ${second.said.slice(-500)}`);
  if (second.code !== 0) fault(`the whole report ended with ${second.code}: ${second.said.slice(-500)}`);
  requireRight(second.results, fault);
  const kept = new Map(second.results.map((result) => [result.attempt_id, result.head]));
  const redone = first.results.filter(({ attempt_id, head }) => kept.get(attempt_id) !== head);
  if (redone.length > 0) fault(`${redone.length} attempts that were sealed were made again`);

  const longest_hours = Math.max(...took) / 3_600_000;
  if (longest_hours > LIMITS.hours) fault(`a job took ${longest_hours.toFixed(1)} h`);
  const queued = simulateQueue(took, LIMITS.side_by_side);
  report(
    `${again.length} jobs run again: ${second.results.length} attempts, ${lost_for_good} lost; with ${LIMITS.side_by_side} ` +
      `jobs side by side the study takes ${Math.round(queued / 60_000)} min, its longest job ${Math.round(longest_hours * 60)} min`,
  );
  return {
    attempts: plan.attempts.length,
    jobs: jobs.length,
    jobs_lost: gone,
    attempts_missing: missing,
    attempts_lost: lost_for_good,
  };
}

/** Runs jobs, two at a time. Returns how long each took, in milliseconds. */
async function runJobs(jobs, run) {
  const waiting = [...jobs];
  const took = [];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const begun = performance.now();
      await run(job);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all([work(), work()]);
  return took;
}

/** Ways in which a job is lost. */
const [KILLED, NOTHING_HANDED_OVER, NEVER_BEGUN, CUT_SHORT] = [0, 1, 2, 3];

async function runJob(study, artifacts, { shard }, loss, random) {
  if (loss === NEVER_BEGUN) return;
  const index = shard.split('/')[0];
  const folder = join(study, 'jobs', index);
  const artifact = join(artifacts, `shard-${index}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A job that runs again fetches what it had handed over.
  if (existsSync(artifact)) cpSync(artifact, folder, { recursive: true });
  const argv = [
    'run',
    '--suite',
    'gatebench.yml',
    '--plan',
    'plan.json',
    '--shard',
    shard,
    '--out',
    folder,
    '--resume',
  ];
  const run = startCommand([...argv, '--fail-on', 'never', '--cache', join(study, 'cache')], study);
  if (loss === KILLED || loss === NOTHING_HANDED_OVER)
    setTimeout(() => run.child.kill('SIGKILL'), 300 + random() * 2500).unref();
  const { code, signal, said } = await run.ended;
  if (loss === undefined && code !== 0)
    throw new Error(`shard ${shard} ended with ${code ?? signal}: ${said.slice(-500)}`);
  if (loss === NOTHING_HANDED_OVER) return;
  rmSync(artifact, { recursive: true, force: true });
  // Uploads leave hidden files behind.
  cpSync(folder, artifact, { recursive: true, filter: (path) => !/\/\.[^/]*$/.test(path.slice(folder.length)) });
  rmSync(folder, { recursive: true });
  if (loss === CUT_SHORT)
    rmSync(join(artifact, readdirSync(artifact).sort()[Math.floor(random() * readdirSync(artifact).length)]), {
      recursive: true,
    });
}

async function merge(study, artifacts, name) {
  const out = join(study, `report-${name}`);
  mkdirSync(artifacts, { recursive: true });
  const { code, said } = await startCommand(
    ['report', artifacts, '--plan', 'plan.json', '--verify', '--allow-missing-records', '--out', out],
    study,
  ).ended;
  return { code, said, results: readResults(out) };
}

/** Every attempt has the verdict that its agent must have. */
function requireRight(results, fault) {
  const wrong = results.filter(({ agent, verdict }) => (verdict.status === 'success') !== (agent.kind === 'golden'));
  if (wrong.length > 0) fault(`${wrong.length} attempts have a wrong verdict, first ${comparable(wrong[0])}`);
  const ids = new Set(results.map(({ attempt_id }) => attempt_id));
  if (ids.size !== results.length) fault('an attempt is counted twice');
}

/** Returns how long jobs take in milliseconds, so many side by side, begun in order. */
function simulateQueue(took, side_by_side) {
  const free = new Array(side_by_side).fill(0);
  for (const ms of took) {
    const first = free.indexOf(Math.min(...free));
    free[first] += ms;
  }
  return Math.max(...free);
}
