import type { RunEvent } from '../publish/github/event.js';
import { type CommentOperator, commentOperator } from '../publish/github/operator_ask.js';
import { type View, view } from '../publish/report/view.js';
import { VERSION } from '../record/version.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, type Announced, eventOf, published, reported } from './action_publish.js';
import { studyOf } from './action_study.js';
import { type RunOrder, type RunOutcome, type RunOutput, runOrderSchema } from './orders.js';

/** `command: run` as an Action. `engine` is the `run` command. */
export async function runAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: RunOutput,
  engine: (order: RunOrder, out: RunOutput) => Promise<RunOutcome>,
): Promise<ActionOutcome> {
  const event = await eventOf(environment, inputs);
  const order = orderOf(inputs, event, environment);
  return published(inputs, environment, event, out.signal, async (announced) => {
    const asking = commentsOf(announced, inputs['self-approval']);
    // On a runner nobody can write into the run directory.
    const people = { file: false, ...(asking ? { github: asking.ask } : {}) };
    const outcome = await engine(order, { ...out, people });
    await asking?.settled();
    const contracts = outcome.results.map(({ contract: { path, version } }) => ({ path, version }));
    return { ...reported({ ...outcome, view: viewOf(outcome, event, environment) }), contracts };
  });
}

/** Said in every run that may ask, so that nobody takes an answer for that of a second person. */
const SELF_APPROVAL = 'self-approval is on: the author of a pull request may allow what it asks for.';

/** Questions to people go to the pull request (R12); without one, or without a token, nobody can be asked. */
function commentsOf({ github, publishing, faults }: Announced, self_approval: boolean): CommentOperator | undefined {
  const { repository, pull_request } = publishing.event;
  if (pull_request === undefined || github.token === '') return undefined;
  const { number, head_sha, authors = [] } = pull_request;
  const place = { repository, number, head_sha, key: publishing.check_name, authors, self_approval };
  if (self_approval) faults.warn(SELF_APPROVAL);
  return commentOperator(github, place, faults);
}

/** The order that the inputs give; the inputs' schema admits nothing that the order's schema refuses. */
function orderOf(inputs: ActionInputs, event: RunEvent, environment: ActionEnvironment): RunOrder {
  return runOrderSchema.parse({
    ...studyOf(inputs, event, environment),
    plan: inputs.plan || undefined,
    out: inputs.out,
    resume: inputs.resume,
    reuse: inputs.reuse,
    fail_on: inputs['fail-on'] || undefined,
    baseline: inputs.baseline || undefined,
    min_strength: inputs['min-strength'],
    sandbox: inputs.sandbox,
    unsafe: inputs['unsafe-no-sandbox'],
    concurrency: inputs.concurrency,
    shard: inputs.shard || undefined,
  });
}

function viewOf(outcome: RunOutcome, event: RunEvent, { run_url }: ActionEnvironment): View {
  const concluded = outcome.conclusion === 'interrupted' ? 'indecisive' : outcome.conclusion;
  const harness = {
    version: VERSION,
    ...(event.sha === '' ? {} : { commit: event.sha }),
    ...(run_url ? { run_url } : {}),
  };
  // What an analysis says of a suite is in the view that was written.
  if (outcome.view && outcome.conclusion !== 'interrupted') return { ...outcome.view, harness };
  return view(outcome.results, { missing: outcome.missing, fail_on: outcome.fail_on, concluded, harness });
}
