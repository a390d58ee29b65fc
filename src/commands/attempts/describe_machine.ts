import { cpus, release, totalmem } from 'node:os';
import { locateProgram } from '../../system/find_program.js';
import { runProgram } from '../../system/launcher/run_program.js';

/** Describes the machine coarsely, for the diagnosis of behaviour that depends on it. */
export function describeMachine(): { platform: string; kernel: string; cpu_class: string; memory_class: string } {
  const processors = cpus();
  return {
    platform: `${process.platform}-${process.arch}`,
    kernel: release(),
    cpu_class: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    memory_class: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  };
}

/** Reads the versions of Node and git that the harness runs on. */
export async function readRuntimeVersions(): Promise<Record<string, string>> {
  const { stdout } = await runProgram(locateProgram('git'), ['--version']);
  return { node: process.versions.node, git: /\d+(\.\d+)+/.exec(stdout.toString())?.[0] ?? 'unknown' };
}
