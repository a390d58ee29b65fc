/**
 * JavaScript of the launcher, for machines without Perl. What it does is said in `start_launcher.ts`, its messages in
 * `launcher_request.ts` and `launcher_response.ts`. It makes no calls of the kernel.
 */
export const NODE_LAUNCHER_SCRIPT = `
const { spawn } = require('node:child_process');
const { closeSync, constants, openSync } = require('node:fs');
const { errno, signals } = require('node:os').constants;
const DRAIN_MS = 2000;
const programs = new Map();
function respond(id, letter, numbers = [], bytes = Buffer.alloc(0), sent = () => {}) {
  const frame = Buffer.alloc(9 + 4 * numbers.length + bytes.length);
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt32LE(id, 4);
  frame.write(letter, 8, 'latin1');
  numbers.forEach((number, i) => frame.writeUInt32LE(number, 9 + 4 * i));
  frame.set(bytes, 9 + 4 * numbers.length);
  process.stdout.write(frame, sent);
}
function kill(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
function start(id, fields) {
  const text = () => fields.shift().toString();
  const [file, cwd, uid, gid, limit, count] = [text(), text(), text(), text(), Number(text()), Number(text())];
  const descriptors = Array.from({ length: count }, () => ({ letter: text(), value: fields.shift() }));
  const env = Object.fromEntries(Array.from({ length: Number(text()) }, () => /^([^=]*)=([^]*)$/.exec(text()).slice(1)));
  const opened = [];
  const program = { fed: new Map(), left: limit };
  const fail = (error) => {
    if (!programs.has(id)) return;
    programs.delete(id);
    respond(id, 'X', [errno[error.code] ?? errno.EINVAL]);
  };
  programs.set(id, program);
  let child;
  try {
    const stdio = descriptors.map(({ letter, value }) => {
      if (letter !== 'r' && letter !== 'w') return 'pipe';
      const flags = letter === 'r' ? constants.O_RDONLY : constants.O_WRONLY;
      opened.push(openSync(value.toString(), flags));
      return opened.at(-1);
    });
    const identity = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };
    child = spawn(file, fields.map(String), { cwd, env, stdio, detached: true, ...identity });
  } catch (error) {
    return fail(error);
  } finally {
    opened.forEach(closeSync);
  }
  program.child = child;
  child.on('error', fail);
  if (child.pid === undefined) return;
  respond(id, 'O', [child.pid]);
  // A process that the program leaves behind may hold its streams open.
  child.on('exit', () => {
    const drain = setTimeout(() => child.stdio.forEach((stream) => stream?.destroy()), DRAIN_MS);
    child.on('close', () => clearTimeout(drain));
  });
  child.on('close', (code, signal) => {
    if (programs.delete(id)) respond(id, 'E', [code ?? 0, signal === null ? 0 : signals[signal], program.left < 0 ? 1 : 0]);
  });
  descriptors.forEach(({ letter, value }, number) => {
    const stream = child.stdio[number];
    stream?.on('error', () => {});
    if (letter === 'i') stream.end(value);
    if (letter === 'i' || letter === 'f') stream.resume?.(); // ends with the program
    if (letter === 'f') program.fed.set(number, stream);
    if (letter !== 'o') return;
    stream.on('data', (chunk) => {
      if (program.left < 0) return;
      stream.pause();
      respond(id, 'D', [number], program.left < chunk.length ? chunk.subarray(0, program.left) : chunk, () => stream.resume());
      program.left -= chunk.length;
      if (program.left < 0) kill(child, 'SIGKILL');
    });
  });
}
function obey(body) {
  const id = body.readUInt32LE(0);
  const letter = String.fromCharCode(body[4]);
  const fields = [];
  for (let at = 5; at < body.length; ) {
    const end = at + 4 + body.readUInt32LE(at);
    fields.push(body.subarray(at + 4, end));
    at = end;
  }
  if (letter === 'S') return start(id, fields);
  if (letter === 'C') return respond(id, 'C', [0, errno.ENOSYS]);
  const program = programs.get(id);
  if (letter === 'F') program?.fed.get(Number(fields[0]))?.end(fields[1]);
  else if (program?.child?.pid !== undefined) kill(program.child, Number(fields[0]));
}
let waiting = [];
let missing = 4;
process.stdin.on('data', (chunk) => {
  waiting.push(chunk);
  missing -= chunk.length;
  if (missing > 0) return;
  let rest = Buffer.concat(waiting);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
    const end = 4 + rest.readUInt32LE(0);
    obey(rest.subarray(4, end));
    rest = rest.subarray(end);
  }
  waiting = [rest];
  missing = (rest.length < 4 ? 4 : 4 + rest.readUInt32LE(0)) - rest.length;
});
const leave = () => process.exit();
process.stdin.on('end', leave).on('error', leave);
process.stdout.on('error', leave);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, leave);
respond(0, 'O', [0]);
process.on('exit', () => {
  for (const { child } of programs.values()) if (child?.pid !== undefined) kill(child, 'SIGKILL');
});
`;
