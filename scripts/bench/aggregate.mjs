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
    const measured = {};
    for (const count of [few, many]) {
      rmSync(shards, { recursive: true, force: true });
      const bytes = writeShards(shards, template, count);
      const out = join(room, 'aggregate-out');
      const argv = [cli, 'report', shards, '--out', out, '--fail-on', 'never', '--json'];
      measured[count] = await timed('node', argv);
      const merged = statSync(join(out, 'results.jsonl')).size;
      if (merged !== bytes) throw new Error(`report wrote ${merged} of ${bytes} bytes`);
    }
    const seconds = measured[many].ms / 1000;
    const peak = measured[many].peak_mib;
    const times = measured[many].ms / measured[few].ms;
    const lines = many.toLocaleString('en');
    report(`report over ${lines} result lines, 8 shards`, `${seconds.toFixed(1)} s`, '10 s', seconds <= 10);
    report(`peak memory of that`, `${peak.toFixed(0)} MiB`, '400 MiB', peak <= 400);
    report(`10 × the lines`, `${times.toFixed(1)} × the time`, '11 ×', times <= 11);
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
function writeShards(root, template, count) {
  const text = JSON.stringify(template);
  // A line whose gates say something else than its status is refused.
  const verdicts = [
    ['success', 'pass/pass/pass/pass', 'pass'],
    ['failure', 'pass/pass/fail/pass', 'fail'],
  ];
  const digits = (n) => n.toString(16).padStart(12, '0');
  let bytes = 0;
  for (let shard = 0; shard < 8; shard++) {
    const folder = join(root, `gatebench-${shard + 1}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'results.jsonl');
    writeFileSync(file, '');
    let held = '';
    for (let n = shard; n < count; n += 8) {
      const task = `task-${n % 200}`;
      const [status, gate_vector, accepted] = verdicts[(n * 7919) % 3 === 0 ? 0 : 1];
      held += `${text
        .replaceAll(template.attempt_id, digits(n))
        .replace(`"id":${JSON.stringify(template.contract.id)}`, `"id":"${task}"`)
        .replace(`"name":${JSON.stringify(template.agent.name)}`, `"name":"agent-${Math.floor(n / 200) % 5}"`)
        .replace(`"trial":${template.trial}`, `"trial":${Math.floor(n / 1000) + 1}`)
        .replace(`"gate_vector":"${template.verdict.gate_vector}"`, `"gate_vector":"${gate_vector}"`)
        .replace('"gate":"G3","outcome":"pass"', `"gate":"G3","outcome":"${accepted}"`)
        .replace(`"status":"${template.verdict.status}"`, `"status":"${status}"`)
        .replace(`"wall_ms":${template.timing.wall_ms}`, `"wall_ms":${1000 + n}`)}\n`;
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
