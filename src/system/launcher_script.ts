/**
 * JavaScript of the launcher: a small Node process that starts programs for its parent and sends back what they write.
 * Messages are described in `run_program.ts`. Each program has a process group of its own, which is ended as a whole.
 * The launcher ends with its parent, and ends what it started, unless it is killed itself.
 */
export const LAUNCHER_SCRIPT = `
const { spawn } = require('node:child_process');
const DRAIN_MS = 2000;
const running = new Map();
const send = (message, sent = () => {}) => (process.connected ? process.send(message, sent) : undefined);
function kill(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
function start({ id, file, args, options, input, output_bytes }) {
  let left = output_bytes;
  let child;
  const end = (message) => {
    if (running.delete(id)) send({ id, ...message });
  };
  try {
    child = spawn(file, args, { ...options, detached: true, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
  } catch (error) {
    running.set(id, undefined);
    return end({ fault: error.message });
  }
  running.set(id, child);
  child.on('error', (error) => end({ fault: error.message }));
  if (child.pid === undefined) return;
  // A process that the program leaves behind may hold its streams open.
  child.on('exit', () => {
    const drain = setTimeout(() => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
    }, DRAIN_MS);
    child.on('close', () => clearTimeout(drain));
  });
  child.on('close', (exit_code, signal) => end({ exit_code, signal, exceeded: left < 0 }));
  for (const name of ['stdout', 'stderr'])
    child[name].on('data', (chunk) => {
      if (left < 0) return;
      const stream = child[name].pause();
      send({ id, [name]: left < chunk.length ? chunk.subarray(0, left) : chunk }, () => stream.resume());
      left -= chunk.length;
      if (left < 0) kill(child, 'SIGKILL');
    });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
}
process.on('message', (message) => {
  if (!message.kill) return start(message);
  const child = running.get(message.id);
  if (child?.pid !== undefined) kill(child, message.kill);
});
process.on('exit', () => {
  for (const child of running.values()) if (child?.pid !== undefined) kill(child, 'SIGKILL');
});
process.on('disconnect', () => process.exit());
`;
