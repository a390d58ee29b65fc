import { readFileSync } from 'node:fs';
import { KnotError } from './error.js';
import { parse } from './parse.js';
import { run } from './run.js';
import { shell } from './shell.js';
import { summary } from './summary.js';

const USAGE = 'usage: knot [-f FILE] [TARGET...]';

/** Returns the exit status. `stdout` and `stderr` are where it prints. */
export async function main(args, { stdout, stderr }) {
  try {
    const { file, targets } = options(args);
    const tasks = parse(read(file));
    const [first] = tasks.keys();
    if (first === undefined) throw new KnotError(`${file} has no tasks`);
    const results = await run(tasks, targets.length > 0 ? targets : [first], {
      exec: shell,
      onDone: (name, result, output) => stdout.write(block(name, result, output)),
    });
    stdout.write(`${summary(results)}\n`);
    return [...results.values()].includes('failed') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof KnotError)) throw error;
    stderr.write(`knot: ${error.message}\n`);
    return 2;
  }
}

function options(args) {
  const targets = [];
  let file = 'Knotfile';
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '-f' && i + 1 < args.length) file = args[++i];
    else if (args[i].startsWith('-')) throw new KnotError(USAGE);
    else targets.push(args[i]);
  }
  return { file, targets };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new KnotError(`${file}: ${error.code}`);
  }
}

function block(name, result, output) {
  const head = result === 'ok' ? name : `${name} (${result})`;
  const body = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  return `${head}\n${body}`;
}
