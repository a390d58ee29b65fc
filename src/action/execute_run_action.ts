import type { CompareSettingsOutcome } from '../commands/compare_settings/compare_settings.js';
import type { CommandContext } from '../commands/io/command_context.js';
import { type RunOptions, type RunOutcome, runOptionsSchema } from '../commands/study/run_options.js';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { type CommentOperator, createCommentOperator } from '../publish/github/comments/comment_operator.js';
import type { RunEvent } from '../publish/github/event/run_event.js';
import { createFirstContractPage, createSectionsPage } from '../publish/github/page/report_page.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import {
  type ActionOutcome,
  type ActionPublication,
  createPublishableResult,
  openActionPublication,
  type PublishableResult,
  readRunEvent,
} from './action_publication.js';
import { createSandboxInstaller } from './create_sandbox_installer.js';
import { readActionStudy } from './read_action_study.js';

/**
 * Executes `command: run`, or `compare` with `settings`: runs the attempts and publishes the report.
 *
 * @param engine function of the verb
 */
export async function executeRunAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: CommandContext,
  engine: (options: RunOptions, out: CommandContext) => Promise<RunOutcome & Pick<CompareSettingsOutcome, 'skipped'>>,
): Promise<ActionOutcome> {
  const event = await readRunEvent(environment, inputs);
  const order = createRunOptions(inputs, event, environment);
  const publication = await openActionPublication(inputs, environment, event, out);
  try {
    if (out.signal.aborted) return await publication.complete(undefined);
    const asking = openCommentOperator(publication, inputs['self-approval']);
    // On a runner nobody can write into the run directory.
    const people = { file: false, ...omitUndefined({ github: asking?.ask }) };
    const install_sandbox = createSandboxInstaller(inputs, environment, out);
    const origin = createOrigin(event, environment);
    const outcome = await engine(order, { ...out, exports_formats: true, people, install_sandbox, origin });
    await asking?.settled();
    if (outcome.skipped !== undefined) return await publication.complete(createSkippedResult(outcome, outcome.skipped));
    const contracts = outcome.results.map(({ contract: { path, version } }) => ({ path, version }));
    return await publication.complete({ ...createPublishableResult(outcome), contracts });
  } catch (error) {
    const unmerged = readUnmergedContracts(error);
    if (unmerged === undefined) return await publication.fail(error);
    const page = createFirstContractPage(unmerged);
    // Where the branch has got contracts meanwhile, there was something to judge.
    const contracts = unmerged.map((path) => ({ path, version: '' }));
    return await publication.complete({ page, exit_code: 0, outputs: { conclusion: 'neutral' }, contracts });
  }
}

/** Reads the contracts of an `UnmergedContractError`, whose class is in another bundle; undefined for other errors. */
function readUnmergedContracts(error: unknown): readonly string[] | undefined {
  const { unmerged } = error as { unmerged?: unknown };
  return error instanceof Error && Array.isArray(unmerged) ? unmerged : undefined;
}

/** Creates the result of a comparison in which nothing differs. */
function createSkippedResult({ exit_code }: Pick<RunOutcome, 'exit_code'>, skipped: string): PublishableResult {
  const conclusion = exit_code === 0 ? 'success' : 'indecisive';
  return {
    page: { ...createSectionsPage(conclusion, skipped, []), is_quiet: true },
    exit_code,
    outputs: { conclusion },
  };
}

/** Warning of every run in which an author may answer their own question. */
const SELF_APPROVAL_WARNING = 'self-approval is on: the author of a pull request may allow what it asks for.';

/** Creates the operator that asks on the pull request; undefined without a pull request or a token. */
function openCommentOperator(
  { github, publishing, faults }: ActionPublication,
  self_approval: boolean,
): CommentOperator | undefined {
  const { repository, pull_request } = publishing.event;
  if (pull_request === undefined || github.token === '') return undefined;
  const { number, head_sha, authors = [] } = pull_request;
  const place = { repository, number, head_sha, key: publishing.check_name, authors, self_approval };
  if (self_approval) faults.warn(SELF_APPROVAL_WARNING);
  return createCommentOperator(github, place, faults);
}

/** Creates the options of the run. The schema of the inputs accepts nothing that the schema of the options rejects. */
function createRunOptions(inputs: ActionInputs, event: RunEvent, environment: ActionEnvironment): RunOptions {
  const study = { ...readActionStudy(inputs, event, environment), out: inputs.out };
  return runOptionsSchema.parse(inputs.settings ? { ...study, fail_on: 'regression' } : study);
}

/** Returns repository, commit and workflow run, which reports name. */
function createOrigin({ sha }: RunEvent, { repository, run_url }: ActionEnvironment): CommandContext['origin'] {
  return omitUndefined({ repository: repository || undefined, commit: sha || undefined, run_url });
}
