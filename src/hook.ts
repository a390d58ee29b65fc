import { readSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Hook from './commands/guard/hook/run_hook.js';
import { loadBundle } from './system/load_bundle.js';
import { openCodeCache } from './system/open_code_cache.js';

// The shell of the guard's hook, which a client starts before each of its tool calls: it loads what judges a call, and
// nothing else. `gatebench guard --hook CLIENT` comes here, too. The build writes the guard beside it.
const [, file = '', ...argv] = process.argv;
const GUARD_URL = new URL('./index.cjs', import.meta.url).href;
try {
  const cache = openCodeCache(process.env);
  const { runHook } = loadBundle(GUARD_URL, { profile: 'hook', cache }) as typeof Hook;
  const answer = runHook(argv[0] === 'guard' ? argv.slice(1) : argv, {
    input: readInput(),
    cwd: process.cwd(),
    variable: (name) => process.env[name],
    now: () => new Date(),
    program_folders: listProgramFolders(),
  });
  answer.then(({ stdout, stderr, exit_code }) => {
    if (stderr !== '') writeSync(2, stderr);
    if (stdout !== '') writeSync(1, stdout);
    process.exit(exit_code);
  }, refuse);
} catch (error) {
  refuse(error);
}

/** Refuses the call where the guard cannot be run: it may be missing, or broken. */
function refuse(error: unknown): never {
  const [problem] = (error instanceof Error ? error.message : String(error)).split('\n');
  writeSync(2, `gatebench guard: the hook cannot run, so the call is refused: ${problem}\n`);
  // The others take the exit code alone for a refusal.
  if (argv.includes('cursor')) writeSync(1, '{"permission":"deny"}\n');
  process.exit(2);
}

/** Lists the folder of the built program, by its real path and by the one that the client's settings name. */
function listProgramFolders(): string[] {
  const own_folder = dirname(dirname(fileURLToPath(GUARD_URL)));
  return basename(dirname(file)) === 'guard' ? [own_folder, dirname(dirname(file))] : [own_folder];
}

/** Reads the standard input without a stream, which takes long to load; by one where nothing is there yet. */
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
