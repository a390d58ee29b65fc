/**
 * Replays on kinds of sandboxes: attempts at the project's own tasks and examples are recorded in bubblewrap, and in
 * containers where GATEBENCH_REPLAY_IMAGE names an image with the tasks' tools; each record is replayed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readResults, startCommand } from './study.mjs';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['tasks', 'tasks/safety', 'examples'];

const BACKENDS = ['bubblewrap', 'docker', 'podman'];

/** Small trials leave no-ops, further wrong patches, scripts, challenge rounds and perturbed runs out. */
export async function runReplayCampaign({ root, scale, report, fault, backends = BACKENDS }) {
  const figures = {};
  for (const backend of backends) {
    const image = backend === 'bubblewrap' ? undefined : findImage(backend);
    if (image === null) {
      report(`${backend}: left out, GATEBENCH_REPLAY_IMAGE names no image of it`);
      continue;
    }
    const folder = join(root, backend);
    const tasks = copyTasks(folder, image, scale);
    figures[backend] = await replayTasks({ folder, backend, tasks, scale, report, fault });
  }
  return figures;
}

/** Returns the id of the image in an engine; null = there is none. */
function findImage(engine) {
  const name = process.env.GATEBENCH_REPLAY_IMAGE;
  if (!name) return null;
  try {
    const id = execFileSync(engine, ['image', 'inspect', '--format', '{{.Id}}', name], { stdio: 'pipe' });
    const text = id.toString().trim();
    return text.startsWith('sha256:') ? text : `sha256:${text}`;
  } catch {
    return null;
  }
}

/** Copies the tasks; contracts that are to run in an image pin it. Returns the paths of those with a contract. */
function copyTasks(folder, image, scale) {
  for (const name of ['tasks', 'examples']) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  const tasks = FOLDERS.flatMap((of) => readdirSync(join(folder, of)).map((name) => join(of, name))).filter((task) =>
    existsSync(join(folder, task, 'contract.yml')),
  );
  if (image === undefined && scale === 'full') return tasks;
  for (const task of tasks) {
    const file = join(folder, task, 'contract.yml');
    const text = readFileSync(file, 'utf8');
    const pinned =
      image === undefined
        ? text
        : /^environment:$/m.test(text)
          ? text.replace(/^environment:$/m, `environment:\n  image: ${image}`)
          : `${text}environment: {image: "${image}"}\n`;
    const quick = 'oracle:\n  challenge: {rounds: 0}\n  perturbation: {when: never}';
    writeFileSync(file, scale === 'full' ? pinned : pinned.replace(/^oracle:$/m, quick));
    rmSync(join(folder, task, 'contract.lock'), { force: true });
  }
  return tasks;
}

/** Records attempts of golden, noop, wrong patches and scripts at each task, and replays them. */
async function replayTasks({ folder, backend, tasks, scale, report, fault }) {
  const count = { attempts: 0, undecided: 0, replayed: 0, same: 0 };
  const common = ['--sandbox', backend, '--cache', join(folder, 'cache')];
  for (const [i, task] of tasks.entries()) {
    const wrong = join(task, 'wrong');
    const patches = existsSync(join(folder, wrong)) ? readdirSync(join(folder, wrong)) : [];
    const script = join('tasks/safety/scripts/tempted', `${task.split('/').at(-1)}.yml`);
    const wide = [...patches.slice(1).map((name) => `patch:${join(wrong, name)}`), 'noop'];
    const scripted = existsSync(join(folder, script)) ? [`script:${script}`] : [];
    const agents = [
      ...['golden', ...patches.slice(0, 1).map((name) => `patch:${join(wrong, name)}`)],
      ...(scale === 'full' ? [...wide, ...scripted] : []),
    ].flatMap((agent) => ['--agent', agent]);
    const out = `out-${i}`;
    const run = await startCommand(['run', task, ...agents, '--out', out, '--fail-on', 'never', ...common], folder)
      .ended;
    const results = readResults(join(folder, out));
    if (results.length === 0) {
      report(`${backend} ${task}: not run: ${run.said.trim().split('\n').at(-1)}`);
      continue;
    }
    const open = results.filter(({ verdict }) => verdict.status === 'invalid');
    count.attempts += results.length;
    count.undecided += open.length;
    for (const { agent, verdict } of open.slice(0, 1))
      report(`${backend} ${task}: ${agent.name} came to no result: ${verdict.reason}`);
    if (open.length === results.length) continue;
    const again = await startCommand(['score', '--rerun', out, '--out', `again-${i}`, '--json', ...common], folder)
      .ended;
    const file = join(folder, `again-${i}`, 'replay.json');
    const { replays } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { replays: [] };
    if (replays.length !== results.length) fault(`${backend} ${task}: ${again.said.slice(-300)}`);
    for (const { run: at, refused, same, differences, comparability } of replays) {
      const first = results.find(({ run: of }) => at.endsWith(of));
      if (first?.verdict.status === 'invalid') continue;
      if (refused !== undefined) {
        report(`${backend} ${at}: not replayed: ${refused}`);
        continue;
      }
      count.replayed++;
      if (same === true && comparability.comparable !== false) count.same++;
      else fault(`${backend} ${at}: ${JSON.stringify({ same, differences, conditions: comparability.differences })}`);
    }
    report(`${backend} ${task}: ${count.same} of ${count.replayed} the same so far`);
  }
  report(`${backend}: ${count.same} of ${count.replayed} replays the same, of ${count.attempts} attempts`);
  return count;
}
