import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { BenchmarkAdapter } from '../benchmark_adapter.js';
import { contextBenchAdapter } from '../context_bench/context_bench_adapter.js';
import { harborAdapter } from '../harbor/harbor_adapter.js';
import { multiAgentBenchAdapter } from '../multi_agent_bench/multi_agent_bench_adapter.js';
import { redcodeAdapter } from '../redcode/redcode_adapter.js';
import { sweBenchAdapter } from '../swe_bench/swe_bench_adapter.js';

/** Lists the shipped adapters by name. A new one is added here. */
const listAdapters = (): readonly BenchmarkAdapter[] => [
  sweBenchAdapter,
  harborAdapter,
  contextBenchAdapter,
  redcodeAdapter,
  multiAgentBenchAdapter,
];

/** Finds a shipped adapter by its name. @throws {UserError} if there is none of this name */
export function findAdapter(name: string): BenchmarkAdapter {
  const adapters = listAdapters();
  const adapterEntry = adapters.find((adapter) => adapter.name === name);
  if (adapterEntry) return adapterEntry;
  const names = adapters.map((adapter) => adapter.name);
  throw new UserError(
    `there is no adapter "${name}"${suggestName(name, names)}`,
    `There are: ${names.join(', ')}. An adapter of your own is named with --adapter FILE.`,
  );
}

/**
 * Loads an adapter from a module of the user. It runs in this process, with all that the user may do.
 *
 * @throws {UserError} if the module cannot be loaded, or its default export is no adapter
 */
export async function loadAdapter(path: string, cwd: string): Promise<BenchmarkAdapter> {
  const file = resolve(cwd, path);
  if (!existsSync(file))
    throw new UserError(`${path}: no such file`, 'Name a module with --adapter, such as mine.mjs.');
  let loaded: { default?: unknown };
  try {
    loaded = await import(/* webpackIgnore: true */ pathToFileURL(file).href);
  } catch (error) {
    throw new UserError(`${path} cannot be loaded: ${(error as Error)?.message ?? error}`);
  }
  const adapter = loaded.default as Partial<BenchmarkAdapter> | undefined;
  const missing = [
    ...(typeof adapter?.name === 'string' && adapter.name !== '' ? [] : ['name']),
    ...(typeof adapter?.readTasks === 'function' ? [] : ['readTasks']),
  ];
  if (missing.length > 0)
    throw new UserError(
      `${path}: the default export is no adapter: it has no ${missing.join(' and no ')}`,
      'docs/how-to/write-an-adapter.md has one to begin with.',
    );
  return adapter as BenchmarkAdapter;
}
