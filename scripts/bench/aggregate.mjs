import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timed } from './measure.mjs';
import { makeSubject } from './subject.mjs';

/** `report` over many result lines, spread over shards as a matrix leaves them; each line is made of that of a real attempt. */
export function aggregateBenchmarks({ room, cache, cli, quick, report }) {
  const aggregate = async () => {
    const few = quick ? 2_000 : 10_000;
    const many = few * 10;
    const template = await givenLine();
    const shards = join(room, 'aggregate-shards');
    const measure = async (count, tasks, changed = makeLine) => {
      rmSync(shards, { recursive: true, force: true });
      const bytes = writeShards(shards, (n) => changed(template, n, tasks), count);
      const out = join(room, 'aggregate-out');
      const argv = [cli, 'report', shards, '--out', out, '--fail-on', 'never', '--json'];
      const taken = await timed('node', argv);
      const merged = statSync(join(out, 'results.jsonl')).size;
      if (merged !== bytes) throw new Error(`report wrote ${merged} of ${bytes} bytes`);
      return taken;
    };
    const lines = many.toLocaleString('en');
    const small = await measure(few, 200);
    for (const tasks of [200, 2_000]) {
      const { ms, peak_mib } = await measure(many, tasks);
      const what = `report over ${lines} result lines, ${tasks.toLocaleString('en')} tasks`;
      report(what, `${(ms / 1000).toFixed(1)} s`, '10 s', ms <= 10_000);
      const peak = { ratio: peak_mib, spread: peak_mib / 10 };
      report(`${what}: peak memory`, `${peak_mib.toFixed(0)} MiB`, '400 MiB', peak_mib <= 400, peak);
      const times = ms / small.ms;
      if (tasks === 200) report(`10 × the lines`, `${times.toFixed(1)} × the time`, '11 ×', times <= 11);
    }
    // Readers are quick where lines have their text in common: this is where they have least.
    const varied = await measure(many, 200, makeVariedLine);
    report(`the same, every time, cost and digest another`, `${(varied.ms / 1000).toFixed(1)} s`);
  };

  async function givenLine() {
    const subject = makeSubject(join(room, 'aggregate-subject'), { files: 20 });
    const out = join(room, 'aggregate-one');
    await timed('node', [cli, 'run', subject.contract, '--agent', 'golden', '--out', out, '--cache', cache]);
    return JSON.parse(readFileSync(join(out, 'results.jsonl'), 'utf8'));
  }

  return { aggregate };
}

/** Writes `count` lines into 8 folders; returns their bytes. */
function writeShards(root, write, count) {
  let bytes = 0;
  for (let shard = 0; shard < 8; shard++) {
    const folder = join(root, `gatebench-${shard + 1}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'results.jsonl');
    writeFileSync(file, '');
    let held = '';
    const flush = () => {
      appendFileSync(file, held);
      bytes += Buffer.byteLength(held);
      held = '';
    };
    for (let n = shard; n < count; n += 8) {
      held += `${write(n)}\n`;
      if (held.length > 4e6) flush();
    }
    flush();
  }
  return bytes;
}

/** The n-th line: that of the real attempt with another task, agent, trial, hash and verdict. */
function makeLine(template, n, tasks) {
  const result = structuredClone(template);
  const attempt_id = n.toString(16).padStart(12, '0');
  const digest = (of) => of.toString(16).padStart(64, '0');
  Object.assign(result, { attempt_id, run: `runs/${attempt_id}`, head: digest(n) });
  Object.assign(result, { trial: Math.floor(n / (5 * tasks)) + 1 });
  result.agent.name = `agent-${Math.floor(n / tasks) % 5}`;
  Object.assign(result.contract, { id: `task-${n % tasks}`, version: digest(n % tasks) });
  result.timing.wall_ms = 1000 + n;
  setVerdict(result.verdict, n);
  return JSON.stringify(result);
}

/** Sets who passes. A line whose gates say something else than its status is refused. */
function setVerdict(verdict, n) {
  const [status, accepted] = (n * 7919) % 3 === 0 ? ['success', 'pass'] : ['failure', 'fail'];
  Object.assign(verdict, { status, gate_vector: `pass/pass/${accepted}/pass` });
  verdict.gates[2].outcome = accepted;
}

/** The n-th line where times, costs, digests and places of evidence are those of no other attempt too. */
function makeVariedLine(template, n, tasks) {
  const task = `task-${n % tasks}`;
  const agent = `agent-${Math.floor(n / tasks) % 5}`;
  const attempt_id = n.toString(16).padStart(12, '0');
  const digest = (what) => createHash('sha256').update(`${what}`).digest('hex');
  let drawn = n;
  const draw = (below, digits = 0) => {
    drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
    return Number(((drawn / 2 ** 32) * below).toFixed(digits));
  };
  const result = structuredClone(template);
  const { configuration, verdict, cost, timing } = result;
  Object.assign(result, { attempt_id, run: `runs/${attempt_id}`, head: digest(`head ${n}`), events: 19 + draw(100) });
  Object.assign(result, { trial: Math.floor(n / (5 * tasks)) + 1, agent: { ...result.agent, name: agent } });
  Object.assign(result.contract, { id: task, version: digest(task), title: `Title of ${task}`, path: `tasks/${task}` });
  for (const each of ['agent_ms', 'evaluation_ms', 'overhead_ms', 'tool_ms', 'wall_ms']) timing[each] = draw(60_000, 2);
  Object.assign(result.resources, { cpu_ms: draw(10_000, 2), peak_memory_bytes: draw(1e9) });
  Object.assign(result.patch, { sha256: digest(`patch ${n}`), bytes: draw(5_000), added: draw(50) });
  configuration.agent_identity = digest(agent);
  for (const each of ['briefing', 'budget', 'policy']) configuration.conditions[each] = digest(`${each} ${task}`);
  for (const phase of Object.values(cost.by_phase)) phase.execution_minutes = draw(10, 7);
  Object.assign(cost, { execution_minutes: draw(10, 7), fallback_units: draw(1000, 3) });
  setVerdict(verdict, n);
  verdict.gates[0].why = `applies cleanly: 1 file, +${result.patch.added} \u22121`;
  Object.assign(verdict.graded, { q_minimal: draw(1, 6), score: draw(1, 6), d_delta: draw(1, 3) });
  const place = { seq: 16 + draw(80), artifact: digest(`report ${n}`) };
  for (const { evidence } of [...verdict.gates, ...verdict.checks])
    for (const each of evidence) if (each.artifact !== undefined) Object.assign(each, place);
  for (const check of verdict.checks) check.wall_ms = draw(1000, 6);
  return JSON.stringify(result);
}
