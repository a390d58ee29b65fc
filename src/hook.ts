import { readSync, writeSync } from 'node:fs';
import type * as Hook from './commands/guard/hook/run_hook.js';
import { loadBundle } from './system/load_bundle.js';
import { openCodeCache } from './system/open_code_cache.js';

// The shell of the guard's hook, which a client starts before each of its tool calls: it loads what judges a call, and
// nothing else. `gatebench guard --hook CLIENT` comes here, too. The build writes the guard beside it.
const cache = openCodeCache(process.env);
const { runHook } = loadBundle(new URL('./index.cjs', import.meta.url).href, { profile: 'hook', cache }) as typeof Hook;
const [, , ...argv] = process.argv;
const answer = runHook(argv[0] === 'guard' ? argv.slice(1) : argv, {
  input: readInput(),
  cwd: process.cwd(),
  variable: (name) => process.env[name],
  now: () => new Date(),
});
void answer.then(({ stdout, stderr, exit_code }) => {
  if (stderr !== '') writeSync(2, stderr);
  if (stdout !== '') writeSync(1, stdout);
  process.exit(exit_code);
});

/** Reads the standard input without a stream, whose modules take a tenth of the time to an answer; by one where it is not ready yet. */
async function* readInput(): AsyncGenerator<Buffer> {
  for (;;) {
    const part = Buffer.allocUnsafe(65_536);
    let length: number;
    try {
      length = readSync(0, part);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return;
      if (code !== 'EAGAIN') throw error;
      yield* process.stdin;
      return;
    }
    if (length === 0) return;
    yield part.subarray(0, length);
  }
}
