import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { execa } from 'execa';
import { parse } from 'yaml';
import { BUILT_ACTION } from '../../built.js';
import { TOKENS } from '../../github_fake/given_github.js';
import type { WorkflowStep } from '../../given_workflow.js';
import { gitIn } from '../../workspace/given_history.js';

/**
 * Runs workflows as GitHub does, with what the shipped ones use of it: jobs in their order, conditions, expressions,
 * matrices, called workflows, checkouts, artifacts, shell steps, and our Action as it is built.
 */

interface Job {
  needs?: string | string[];
  if?: string;
  uses?: string;
  with?: Record<string, string | number | boolean>;
  outputs?: Record<string, string>;
  strategy?: { matrix: string };
  steps?: WorkflowStep[];
}

/** A repository on GitHub with what came of its workflows. */
export interface GivenGitHub {
  /** Bare repository that is checked out. */
  origin: string;
  /** Folder of the workspaces, the artifacts and the cache of layers. */
  room: string;
  api_url: string;
  artifacts: Map<string, string>;
}

/** The event that starts a workflow: its name and payload, and what is checked out. */
export interface GivenEvent {
  name: string;
  payload: object;
  ref: string;
}

type JobOutcome = { result: string; outputs: Record<string, string> };
export type WorkflowOutcome = { jobs: Record<string, JobOutcome>; log: string; summary: string };
type Scope = Record<string, unknown>;

const defaults = Object.entries(
  parse(readFileSync(join(import.meta.dirname, '../../../action.yml'), 'utf8')).inputs as Record<
    string,
    { default?: string }
  >,
).map(([name, input]) => [name, input.default ?? ''] as const);

/** Evaluates an expression: operators are those of JavaScript, and a member that is not there is empty. */
function evaluate(expression: string, scope: Scope): unknown {
  const paths = /'[^']*'|\b(?:github|needs|steps|inputs|matrix|strategy|vars|runner|secrets)(?:\.[\w-]+)+/g;
  const code = expression.replaceAll(paths, (path) => (path.startsWith("'") ? path : `get(${JSON.stringify(path)})`));
  const get = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Scope | undefined)?.[name] ?? '', scope);
  const contains = (all: string | unknown[], one: string) => all.includes(one);
  return runInNewContext(code, { get, contains, fromJSON: JSON.parse, ...(scope.functions as object) });
}

const fill = (text: unknown, scope: Scope) =>
  String(text ?? '').replaceAll(/\$\{\{(.*?)\}\}/gs, (_, code: string) => String(evaluate(code, scope)));

/** Tells whether a job or step runs; without a condition it does if all before it went well. */
function isWanted(condition: string | undefined, well: boolean, scope: Scope): boolean {
  if (condition === undefined) return well;
  const code = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1');
  return Boolean(evaluate(code, scope)) && (well || /cancelled|always|failure\(/.test(code));
}

export async function runWorkflow(
  file: string,
  event: GivenEvent,
  github: GivenGitHub,
  inputs: Scope = {},
): Promise<WorkflowOutcome> {
  const source = gitIn(github.origin, 'show', `${event.ref}:.github/workflows/${file}`);
  const { jobs } = parse(source) as { jobs: Record<string, Job> };
  const outcome: WorkflowOutcome = { jobs: {}, log: '', summary: '' };
  for (const [name, job] of Object.entries(jobs)) {
    const needed = [job.needs ?? []].flat();
    const needs = Object.fromEntries(needed.map((one) => [one, outcome.jobs[one]]));
    const well = needed.every((one) => outcome.jobs[one]?.result === 'success');
    const functions = { cancelled: () => false, hashFiles: () => '' };
    const scope: Scope = { github: describeEvent(event), inputs, needs, functions, vars: {} };
    if (!isWanted(job.if, well, scope)) outcome.jobs[name] = { result: 'skipped', outputs: {} };
    else if (job.uses !== undefined) {
      const called = await runWorkflow(job.uses.split('/').at(-1)!, event, github, job.with ?? {});
      const results = Object.values(called.jobs).map(({ result }) => result);
      outcome.jobs[name] = { result: results.includes('failure') ? 'failure' : 'success', outputs: {} };
      outcome.log += called.log;
      outcome.summary += called.summary;
    } else {
      const matrix = job.strategy === undefined ? [{}] : listMatrix(job.strategy.matrix, scope);
      for (const [at, row] of matrix.entries()) {
        const strategy = { 'job-index': at, 'job-total': matrix.length };
        const done = await runJob(job, event, github, { ...scope, matrix: row, strategy }, outcome);
        if (outcome.jobs[name]?.result !== 'failure') outcome.jobs[name] = done;
      }
    }
  }
  return outcome;
}

const describeEvent = (event: GivenEvent) => ({
  event: event.payload,
  event_name: event.name,
  ref: event.ref,
  token: TOKENS.writer,
  workflow: 'w',
});

function listMatrix(expression: string, scope: Scope): Scope[] {
  const matrix = evaluate(expression.replace(/^\$\{\{(.*)\}\}$/s, '$1'), scope) as {
    include?: Scope[];
    shard?: string[];
  };
  return matrix.include ?? (matrix.shard ?? []).map((shard) => ({ shard }));
}

async function runJob(
  job: Job,
  event: GivenEvent,
  github: GivenGitHub,
  around: Scope,
  said: WorkflowOutcome,
): Promise<JobOutcome> {
  const workspace = join(github.room, `job-${readdirSync(github.room).length}`);
  mkdirSync(workspace);
  const steps: Record<string, { outcome: string; outputs: Record<string, string> }> = {};
  const hashFiles = (path: string) => (existsSync(join(workspace, path)) ? 'a'.repeat(64) : '');
  const scope: Scope = { ...around, steps, functions: { ...(around.functions as object), hashFiles } };
  let well = true;
  for (const [at, step] of (job.steps ?? []).entries()) {
    const id = step.id ?? `step-${at}`;
    if (!isWanted(step.if, well, scope)) {
      steps[id] = { outcome: 'skipped', outputs: {} };
      continue;
    }
    const { ok, outputs } = await runStep(step, { event, github, workspace, scope, said });
    steps[id] = { outcome: ok ? 'success' : 'failure', outputs };
    well &&= ok || step['continue-on-error'] === true;
  }
  const outputs = Object.entries(job.outputs ?? {}).map(([name, text]) => [name, fill(text, scope)]);
  return { result: well ? 'success' : 'failure', outputs: Object.fromEntries(outputs) };
}

interface StepContext {
  event: GivenEvent;
  github: GivenGitHub;
  workspace: string;
  scope: Scope;
  said: WorkflowOutcome;
}

async function runStep(
  step: WorkflowStep,
  context: StepContext,
): Promise<{ ok: boolean; outputs: Record<string, string> }> {
  const { github, workspace, scope, said, event } = context;
  const given = Object.fromEntries(Object.entries(step.with ?? {}).map(([name, value]) => [name, fill(value, scope)]));
  const action = step.uses?.split('@')[0];
  if (action === 'actions/checkout') {
    gitIn(workspace, 'clone', '-q', github.origin, '.');
    gitIn(workspace, 'fetch', '-q', 'origin', event.ref);
    gitIn(workspace, 'checkout', '-q', '--detach', 'FETCH_HEAD');
    return { ok: true, outputs: {} };
  }
  if (action === 'actions/cache') return { ok: true, outputs: {} };
  if (action === 'actions/upload-artifact')
    return { ok: upload(join(workspace, given.path!), given.name!, github), outputs: {} };
  if (action === 'actions/download-artifact') return { ok: download(given, workspace, github), outputs: {} };
  const [summary, output, payload] = ['summary', 'output', 'event.json'].map((name) =>
    join(github.room, 'files', `${Math.random()}-${name}`),
  ) as [string, string, string];
  mkdirSync(dirname(summary), { recursive: true });
  for (const path of [summary, output]) writeFileSync(path, '');
  writeFileSync(payload, JSON.stringify(event.payload));
  const env = {
    ...{ PATH: process.env.PATH, HOME: github.room, XDG_CACHE_HOME: join(github.room, 'cache') },
    ...{ GITHUB_REPOSITORY: 'acme/shop', GITHUB_EVENT_NAME: event.name, GITHUB_EVENT_PATH: payload },
    ...{ GITHUB_API_URL: github.api_url, GITHUB_WORKSPACE: workspace, GITHUB_RUN_ID: '70' },
    ...{
      GITHUB_SERVER_URL:
        step.run === undefined ? 'https://github.test' : `file://${github.origin.replace('/acme/shop.git', '')}`,
    },
    ...{ GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, GITHUB_REF: event.ref },
    ...{ GITHUB_SHA: gitIn(github.origin, 'rev-parse', event.ref) },
    ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value, scope)])),
  };
  const inputs = [...defaults, ...Object.entries(given)].map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    fill(value, scope),
  ]);
  const options = { cwd: workspace, reject: false, all: true, extendEnv: false } as const;
  const { exitCode, all } =
    step.run === undefined
      ? await execa(process.execPath, [BUILT_ACTION], { ...options, env: { ...env, ...Object.fromEntries(inputs) } })
      : await execa('bash', ['-e', '-c', fill(step.run, scope)], { ...options, env });
  said.log += `${all}\n`;
  said.summary += readFileSync(summary, 'utf8');
  const outputs = [...readFileSync(output, 'utf8').matchAll(/^(\S+)<<(\S+)\n(.*?)\n\2$/gms)];
  return { ok: exitCode === 0, outputs: Object.fromEntries(outputs.map(([, name, , value]) => [name, value])) };
}

function upload(from: string, name: string, { room, artifacts }: GivenGitHub): boolean {
  if (!existsSync(from)) return false;
  const folder = join(room, 'artifacts', name);
  cpSync(from, statSync(from).isDirectory() ? folder : join(folder, basename(from)), { recursive: true });
  artifacts.set(name, folder);
  return true;
}

function download(given: Record<string, string>, workspace: string, { artifacts }: GivenGitHub): boolean {
  const form = given.pattern?.replace('*', '');
  const names = [...artifacts.keys()].filter((name) =>
    form === undefined ? name === given.name : name.startsWith(form),
  );
  for (const name of names)
    cpSync(artifacts.get(name)!, join(workspace, given.path ?? '', form === undefined ? '' : name), {
      recursive: true,
    });
  return names.length > 0;
}
