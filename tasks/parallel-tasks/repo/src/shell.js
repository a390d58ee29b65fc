import { spawn } from 'node:child_process';

/** Runs the commands of a task with `sh`, until one fails. Resolves to { ok, output }, both streams together. */
export async function shell(task) {
  let output = '';
  for (const command of task.commands) {
    const ended = await start(command, (text) => {
      output += text;
    });
    if (!ended) return { ok: false, output };
  }
  return { ok: true, output };
}

function start(command, onText) {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', onText);
    }
    child.on('error', reject);
    child.on('close', (status) => resolve(status === 0));
  });
}
