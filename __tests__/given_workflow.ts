import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface WorkflowStep {
  name?: string;
  id?: string;
  uses?: string;
  run?: string;
  if?: string;
  'continue-on-error'?: boolean;
  env?: Record<string, string>;
  with?: Record<string, string | number | boolean>;
}

export interface Workflow {
  on: { pull_request: { types: string[] } };
  concurrency?: object;
  jobs: Record<string, { permissions: Record<string, string>; concurrency?: object; steps: WorkflowStep[] }>;
}

/** Reads a workflow of docs/workflows. */
export const readWorkflow = (name: string): Workflow =>
  parse(readFileSync(join(import.meta.dirname, '../docs/workflows', name), 'utf8'));

/** Returns the first step that uses an action. */
export function stepOf(steps: readonly WorkflowStep[], uses: string): WorkflowStep {
  const step = steps.find((each) => each.uses?.startsWith(uses));
  if (!step) throw new Error(`no step uses ${uses}`);
  return step;
}
