import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import type { CodeCache } from './open_code_cache.js';

/**
 * Time after which compiled code is kept: what runs longer than that has started. It is kept once more at the end, if
 * there is more of it then: a process may be killed, and one that runs for long drops what it no longer uses.
 */
export const STARTED_MS = 3_000;

/**
 * Loads a CommonJS bundle of this package, from compiled code if an earlier process left it.
 *
 * A bundle is megabytes of code, which takes a tenth of a second to compile and tens of megabytes of memory. It must be
 * ASCII, so that it is kept with one byte a character, and calls `__import` in place of `import()`.
 *
 * @param url address of the file
 * @param profile name of what the process does: the functions that it calls are compiled in advance
 * @param cache undefined = the bundle is compiled anew
 * @returns what the bundle exports
 */
export function loadBundle(
  url: string,
  { profile, cache }: { profile: string; cache: CodeCache | undefined },
): unknown {
  const filename = fileURLToPath(url);
  const code = `(function (exports, require, module, __filename, __import) {${readFileSync(filename, 'latin1')}\n})`;
  const entry = cache?.find(filename, profile);
  const script = new vm.Script(code, {
    filename,
    cachedData: entry?.data,
  });
  if (entry && (!entry.data || script.cachedDataRejected)) {
    let kept_bytes = 0;
    const keep = () => {
      const data = script.createCachedData();
      if (data.length > kept_bytes) entry.write(data);
      kept_bytes = data.length;
    };
    process.once('exit', keep);
    setTimeout(keep, STARTED_MS).unref();
  }
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(url), module, filename, importModule);
  return module.exports;
}

/** Imports a module for the bundle: code that was compiled earlier has no `import()` of its own. */
const importModule = (name: string): Promise<unknown> => import(/* webpackIgnore: true */ name);

/**
 * Keeps the heap's space for new objects at the size that it has after a time. V8 would double it again and again in a
 * long run, up to 32 MiB, and gain nothing for objects as short-lived as those of attempts.
 *
 * V8 rejects compiled code that was made under other flags: the time must be longer than that after which the code is
 * kept, and the default is restored before other listeners of the exit keep it once more.
 */
export function limitYoungGeneration(after_ms: number): void {
  process.prependOnceListener('exit', () => setFlagsFromString('--semi-space-growth-factor=2')); // V8's default
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=1'), after_ms).unref();
}
