import { execFile } from 'node:child_process';
import { findProgram } from '../../system/find_program.js';

/**
 * Name of a container engine. The harness calls its command-line client; both clients accept nearly the same options.
 */
export type ContainerEngineName = 'docker' | 'podman';

/** Client of a container engine on this machine. */
export interface ContainerEngine {
  name: ContainerEngineName;
  program: string;
}

/** Result of one call of the engine's client. */
interface EngineResult {
  /** Null when the program could not be started or did not answer in time. */
  status: number | null;
  stdout: string;
  /** Standard error of the client, or the reason why it did not start. */
  complaint: string;
}

/** Timeout of one call of the engine, in milliseconds: an overloaded engine is slow. */
const TIMEOUT_MS = 60_000;

/** Creates the client of an engine. Default: the program of the system's folders. */
export function createContainerEngine(
  name: ContainerEngineName,
  program: string = findProgram(name) ?? name,
): ContainerEngine {
  return { name, program };
}

/** Runs the engine's client with an argument array. Never throws. */
export function runEngine(engine: ContainerEngine, options: readonly string[]): Promise<EngineResult> {
  return new Promise((resolve) => {
    const settings = { timeout: TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024, cwd: '/' };
    execFile(engine.program, options, settings, (error, stdout, stderr) => {
      const fault = typeof error?.code === 'number' ? error.code : null;
      const status = error === null ? 0 : fault;
      resolve({ status, stdout, complaint: stderr.trim() || (status === 0 ? '' : (error?.message ?? '')) });
    });
  });
}

/** Kills and removes containers, as far as they exist. */
export async function removeContainers(engine: ContainerEngine, names: readonly string[]): Promise<void> {
  const patience = engine.name === 'podman' ? ['--time', '0'] : [];
  await runEngine(engine, ['rm', '--force', '--volumes', ...patience, ...names]);
}

/** Returns the first line of an error message that is not a warning. */
export function findFirstErrorLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (lines.find((line) => !/level=warning|^WARN/i.test(line)) ?? lines[0] ?? '').slice(0, 500);
}
