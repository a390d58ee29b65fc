import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { FILES, listRuns } from '../record/run_directory.js';

/** A run directory, and the head that results.jsonl has published for it, if there is one. */
export interface NamedRun {
  path: string;
  shown: string;
  published?: string;
}

/**
 * Run directories named on a command line: each argument is one, or an output folder with `runs/`.
 *
 * @throws {UserError} when an argument is neither
 */
export function findRuns(names: readonly string[], cwd: string): NamedRun[] {
  return names.flatMap((name) => {
    const path = resolve(cwd, name);
    const shown = (run: string) => relative(cwd, run) || run;
    if (existsSync(join(path, FILES.manifest)) || existsSync(join(path, FILES.events)))
      return [{ path, shown: shown(path) }];
    const runs = listRuns(join(path, 'runs'));
    if (runs.length === 0)
      throw new UserError(
        `${name} is neither a run directory nor an output folder with runs`,
        'Name what `run` wrote, e.g. gatebench-out or gatebench-out/runs/ID.',
      );
    const heads = publishedHeads(join(path, 'results.jsonl'));
    return runs.map((run) => {
      const published = heads.get(relative(path, run));
      return { path: run, shown: shown(run), ...(published ? { published } : {}) };
    });
  });
}

function publishedHeads(file: string): Map<string, string> {
  const heads = new Map<string, string>();
  if (!existsSync(file)) return heads;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const { run, head } = JSON.parse(line) as { run?: unknown; head?: unknown };
      if (typeof run === 'string' && typeof head === 'string') heads.set(run, head);
    } catch {
      // A line that is cut off publishes nothing.
    }
  }
  return heads;
}
