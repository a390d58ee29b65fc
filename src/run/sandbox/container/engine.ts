import { execFile } from 'node:child_process';
import { findProgram } from '../program.js';

/** The engines, spoken to through their command lines; both understand nearly the same one. */
export type EngineName = 'docker' | 'podman';

/** An engine's program on this machine. */
export interface Engine {
  name: EngineName;
  program: string;
}

/** What a call of the engine came to. */
export interface Answer {
  /** Null when the program could not be started or did not answer in time. */
  status: number | null;
  stdout: string;
  /** What it said on standard error, or why it could not be started. */
  complaint: string;
}

/** An engine that is overloaded is waited for this long, in milliseconds. */
const PATIENCE_MS = 60_000;

export function engineOf(name: EngineName, program: string = findProgram(name) ?? name): Engine {
  return { name, program };
}

/** Calls the engine with an argument array and waits for its answer. Never throws. */
export function askEngine(engine: Engine, options: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    const settings = { timeout: PATIENCE_MS, maxBuffer: 16 * 1024 * 1024, cwd: '/' };
    execFile(engine.program, options, settings, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ status, stdout, complaint: stderr.trim() || (status === 0 ? '' : (error?.message ?? '')) });
    });
  });
}

/** Ends containers at once and removes them, as far as they are there. */
export async function removeContainers(engine: Engine, names: readonly string[]): Promise<void> {
  const patience = engine.name === 'podman' ? ['--time', '0'] : [];
  await askEngine(engine, ['rm', '--force', '--volumes', ...patience, ...names]);
}

/** The first line of a complaint that says something; warnings come before it. */
export function firstComplaint(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (lines.find((line) => !/level=warning|^WARN/i.test(line)) ?? lines[0] ?? '').slice(0, 500);
}
