import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { appendSummary } from '../publish/github/summary.js';

/** The files of the runner that a step writes to. */
export interface StepFiles {
  /** GITHUB_OUTPUT */
  output_file: string | undefined;
  /** GITHUB_STEP_SUMMARY */
  summary_file: string | undefined;
}

/**
 * Writes that the run was interrupted, before anything else is done about it: a runner gives a cancelled step ten seconds in all. What is
 * sealed in time comes after it; of an output the last value counts. Never throws.
 */
export function tellInterruption({ output_file, summary_file }: StepFiles): void {
  const end = `end_${randomUUID()}`;
  const writes = [
    () => output_file && appendFileSync(output_file, `conclusion<<${end}\ninterrupted\n${end}\n`),
    () => summary_file && appendSummary(summary_file, INTERRUPTED),
  ];
  for (const write of writes) {
    try {
      write();
    } catch {
      // A full disk is no reason not to seal what runs.
    }
  }
}

const INTERRUPTED = '## gatebench: interrupted\n\nWhat was judged until then follows when it is sealed in time.';
