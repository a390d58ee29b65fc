import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timed } from './measure.mjs';
import { makeSubject } from './subject.mjs';

/**
 * `report` over many result lines, spread over shards as a matrix leaves them: each line is that of a real attempt, with another task, agent, trial
 * and verdict, so that nothing is alike by chance.
 */
export function aggregateBenchmarks({ room, cache, cli, quick, report }) {
  const aggregate = async () => {
    const few = quick ? 2_000 : 10_000;
    const many = few * 10;
    const template = await givenLine();
    const shards = join(room, 'aggregate-shards');
    const measure = async (count, tasks) => {
      rmSync(shards, { recursive: true, force: true });
      const bytes = writeShards(shards, template, count, tasks);
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
  };

  async function givenLine() {
    const subject = makeSubject(join(room, 'aggregate-subject'), { files: 20 });
    const out = join(room, 'aggregate-one');
    await timed('node', [cli, 'run', subject.contract, '--agent', 'golden', '--out', out, '--cache', cache]);
    return JSON.parse(readFileSync(join(out, 'results.jsonl'), 'utf8'));
  }

  return { aggregate };
}

/** Writes `count` lines into 8 folders, with other costs, hashes and tiers of each; returns their bytes. */
function writeShards(root, template, count, tasks) {
  const text = JSON.stringify(template);
  // A line whose gates say something else than its status is refused.
  const verdicts = [
    ['success', 'pass/pass/pass/pass', 'pass'],
    ['failure', 'pass/pass/fail/pass', 'fail'],
  ];
  const digest = (n) => n.toString(16).padStart(64, '0');
  const digits = (n) => n.toString(16).padStart(12, '0');
  let bytes = 0;
  for (let shard = 0; shard < 8; shard++) {
    const folder = join(root, `gatebench-${shard + 1}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'results.jsonl');
    writeFileSync(file, '');
    let held = '';
    for (let n = shard; n < count; n += 8) {
      const task = `task-${n % tasks}`;
      const [status, gate_vector, accepted] = verdicts[(n * 7919) % 3 === 0 ? 0 : 1];
      held += `${text
        .replaceAll(template.attempt_id, digits(n))
        .replace(`"id":${JSON.stringify(template.contract.id)}`, `"id":"${task}"`)
        .replace(`"name":${JSON.stringify(template.agent.name)}`, `"name":"agent-${Math.floor(n / tasks) % 5}"`)
        .replace(`"trial":${template.trial}`, `"trial":${Math.floor(n / (5 * tasks)) + 1}`)
        .replace(`"gate_vector":"${template.verdict.gate_vector}"`, `"gate_vector":"${gate_vector}"`)
        .replace('"gate":"G3","outcome":"pass"', `"gate":"G3","outcome":"${accepted}"`)
        .replace(`"status":"${template.verdict.status}"`, `"status":"${status}"`)
        .replace(`"wall_ms":${template.timing.wall_ms}`, `"wall_ms":${1000 + n}`)
        .replaceAll(template.head, digest(n))
        .replaceAll(template.contract.version, digest(n % tasks))}\n`;
      if (held.length > 4e6) {
        appendFileSync(file, held);
        bytes += Buffer.byteLength(held);
        held = '';
      }
    }
    appendFileSync(file, held);
    bytes += Buffer.byteLength(held);
  }
  return bytes;
}
