import {
  appOf,
  demand,
  type FakeAnnotation,
  type FakeCheckRun,
  invalid,
  Refusal,
  type State,
  type Token,
} from './state.js';

/** The checks API with its real limits: 50 annotations per request that append, 65,535 per text, closed sets of values. */

const FIELDS = [
  'name',
  'head_sha',
  'details_url',
  'external_id',
  'status',
  'started_at',
  'conclusion',
  'completed_at',
  'output',
  'actions',
];
const OUTPUT_FIELDS = ['title', 'summary', 'text', 'annotations', 'images'];
const ANNOTATION_FIELDS = [
  'path',
  'start_line',
  'end_line',
  'start_column',
  'end_column',
  'annotation_level',
  'message',
  'title',
  'raw_details',
];
const STATUSES = ['queued', 'in_progress', 'completed'];
const CONCLUSIONS = ['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'];
const TEXT_LIMIT = 65_535;

type Body = Record<string, unknown>;

export function createCheckRun(state: State, token: Token, body: Body): FakeCheckRun {
  demand(token, 'checks', 'write');
  known(body, FIELDS);
  if (typeof body.name !== 'string' || body.name === '') throw invalid('"name" wasn\'t supplied.', 'name');
  if (typeof body.head_sha !== 'string') throw invalid('"head_sha" wasn\'t supplied.', 'head_sha');
  if (!state.commits.has(body.head_sha)) throw invalid(`No commit found for SHA: ${body.head_sha}`, 'head_sha');
  const id = state.next_id++;
  const run: FakeCheckRun = {
    id,
    name: body.name,
    head_sha: body.head_sha,
    external_id: '',
    details_url: null,
    html_url: `https://github.test/${state.full_name}/runs/${id}`,
    status: 'queued',
    conclusion: null,
    app: appOf(token),
    output: { title: null, summary: null, text: null, annotations_count: 0 },
    annotations: [],
  };
  change(run, body);
  state.check_runs.push(run);
  return run;
}

export function updateCheckRun(state: State, token: Token, id: number, body: Body): FakeCheckRun {
  demand(token, 'checks', 'write');
  const run = getCheckRun(state, token, id);
  known(body, FIELDS);
  change(run, body);
  return run;
}

export function getCheckRun(state: State, token: Token, id: number): FakeCheckRun {
  demand(token, 'checks', 'read');
  const run = state.check_runs.find((each) => each.id === id);
  if (!run) throw new Refusal(404, 'Not Found');
  return run;
}

export function listCheckRuns(state: State, token: Token, ref: string, name: string | null): FakeCheckRun[] {
  demand(token, 'checks', 'read');
  return state.check_runs.filter((run) => run.head_sha === ref && (name === null || run.name === name));
}

/** Validates everything before it changes anything, as GitHub does. */
function change(run: FakeCheckRun, body: Body): void {
  const status = body.status ?? (body.conclusion === undefined ? run.status : 'completed');
  if (!STATUSES.includes(status as string)) throw invalid(`${JSON.stringify(status)} is not a status`, 'status');
  if (body.conclusion !== undefined && !CONCLUSIONS.includes(body.conclusion as string)) {
    throw invalid(`${JSON.stringify(body.conclusion)} is not a conclusion`, 'conclusion');
  }
  const conclusion = (body.conclusion ?? run.conclusion) as string | null;
  if (status === 'completed' && conclusion === null)
    throw invalid('"conclusion" is required when status is "completed"', 'conclusion');
  const output = body.output === undefined ? undefined : readOutput(body.output as Body);

  run.status = status as string;
  run.conclusion = conclusion;
  if (body.external_id !== undefined) run.external_id = String(body.external_id);
  if (body.details_url !== undefined) run.details_url = String(body.details_url);
  if (output) {
    run.annotations.push(...output.annotations);
    run.output = { ...output.texts, annotations_count: run.annotations.length };
  }
}

function readOutput(output: Body) {
  known(output, OUTPUT_FIELDS);
  for (const field of ['title', 'summary']) {
    if (typeof output[field] !== 'string') throw invalid(`"${field}" wasn't supplied.`, field);
  }
  for (const field of ['summary', 'text']) {
    const text = output[field];
    if (typeof text === 'string' && Buffer.byteLength(text) > TEXT_LIMIT) {
      throw invalid(`Only ${TEXT_LIMIT} characters are allowed; ${Buffer.byteLength(text)} were supplied.`, field);
    }
  }
  const annotations = (output.annotations ?? []) as FakeAnnotation[];
  if (annotations.length > 50)
    throw invalid(`No more than 50 items are allowed; ${annotations.length} were supplied.`, 'annotations');
  annotations.forEach(checkAnnotation);
  const { title, summary, text = null } = output as { title: string; summary: string; text?: string };
  return { texts: { title, summary, text }, annotations };
}

function checkAnnotation(annotation: FakeAnnotation): void {
  known(annotation as never, ANNOTATION_FIELDS);
  const { path, start_line, end_line, annotation_level, message, title = '', raw_details = '' } = annotation;
  if (typeof path !== 'string' || path === '' || path.startsWith('/') || path.split('/').includes('..'))
    throw invalid(`bad path ${JSON.stringify(path)}`, 'path');
  if (!Number.isInteger(start_line) || start_line < 1 || !Number.isInteger(end_line) || end_line < start_line)
    throw invalid('bad lines', 'start_line');
  if (!['notice', 'warning', 'failure'].includes(annotation_level))
    throw invalid(`bad level ${annotation_level}`, 'annotation_level');
  if (typeof message !== 'string' || message === '' || Buffer.byteLength(message) > 65_536)
    throw invalid('bad message', 'message');
  if ([...title].length > 255) throw invalid('title is too long (maximum is 255 characters)', 'title');
  if (Buffer.byteLength(raw_details) > 65_536) throw invalid('raw_details is too long', 'raw_details');
  if ((annotation.start_column !== undefined || annotation.end_column !== undefined) && start_line !== end_line)
    throw invalid('columns need one line', 'start_column');
}

function known(body: Body, fields: string[]): void {
  for (const field of Object.keys(body)) {
    if (!fields.includes(field)) throw invalid(`"${field}" is not a permitted key.`, field);
  }
}
