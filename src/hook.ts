import { writeSync } from 'node:fs';
import { runHook } from './commands/guard/hook/run_hook.js';

// The shell of the guard's hook, which a client starts before each of its tool calls: it loads what judges a call, and
// nothing else. `gatebench guard --hook CLIENT` comes here, too.
const [, , ...argv] = process.argv;
const { stdout, stderr, exit_code } = await runHook(argv[0] === 'guard' ? argv.slice(1) : argv, {
  input: process.stdin,
  cwd: process.cwd(),
  variable: (name) => process.env[name],
  now: () => new Date(),
});
if (stderr !== '') writeSync(2, stderr);
if (stdout !== '') writeSync(1, stdout);
process.exit(exit_code);
