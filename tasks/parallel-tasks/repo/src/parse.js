import { KnotError } from './error.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/** Text → Map of name → task, in the order of the file. Throws a KnotError. */
export function parse(text) {
  const tasks = new Map();
  let task;
  text.split(/\r?\n/).forEach((raw, i) => {
    const line = i + 1;
    if (raw.trim() === '' || raw.trimStart().startsWith('#')) return;
    if (/^\s/.test(raw)) {
      if (!task) throw new KnotError('a command needs a task above it', line);
      task.commands.push(raw.trim());
      return;
    }
    task = head(raw, line);
    if (tasks.has(task.name)) throw new KnotError(`${task.name} is there twice`, line);
    tasks.set(task.name, task);
  });
  return tasks;
}

function head(raw, line) {
  const colon = raw.indexOf(':');
  if (colon < 0) throw new KnotError('a task looks like name: needs', line);
  const name = checkName(raw.slice(0, colon).trim(), line);
  const needs = raw.slice(colon + 1).split(/\s+/).filter(Boolean);
  for (const need of needs) checkName(need, line);
  return { name, needs, commands: [], line };
}

function checkName(name, line) {
  if (!NAME.test(name)) throw new KnotError(`not a name: ${JSON.stringify(name)}`, line);
  return name;
}
