import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { OptionField } from '../../commands/options/option_table.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../options/cli_context.js';
import { pickOptions, type VerbOption } from '../options/verb.js';

/** Argument of the verbs that make or plan attempts. */
export const CONTRACTS_ARGUMENT = [
  '[contracts...]',
  'contract files, folders with a contract.yml, or patterns; none with --suite, nor where gatebench.yml is the suite',
] as const;

/** Argument of the verbs that read records. */
export const RUNS_ARGUMENT = ['<runs...>', 'run directories, or output folders'] as const;

/** Fields of the options that say which models agents can reach. */
export const MODEL_FIELDS = [
  'models.name',
  'models.upstreams',
  'models.file',
  'models.key_env',
  'models.prices',
] as const satisfies OptionField[];

/** Fields of the terms of models that a suite declares: options of the verbs that have no suite. */
export const MODEL_TERM_FIELDS = [
  'models.allow_models',
  'models.steering',
  'models.backend',
  'models.redaction',
  'models.restricted_store',
] as const satisfies OptionField[];

/** Options that say which attempts there are, the same for every verb that plans. */
export const STUDY_OPTIONS: readonly VerbOption[] = pickOptions(
  ...(['suite', 'agents', 'trials', 'ablations'] as const),
  ...MODEL_FIELDS,
  ...(['models.judge', 'repos', 'pull_request.base_sha', 'pull_request.head_sha', 'cache'] as const),
);

/** Values of the options of a study, as the command line gives them. */
export interface StudyValues {
  contracts: string[];
  suite?: string;
  agents?: string[];
  pull_request?: { base_sha?: string; head_sha?: string };
}

/** Returns the facts about the machine that the options of verbs hold. */
export const getMachineValues = ({ shell: { search_path, way_out } }: CliContext) => ({ search_path, way_out });

/**
 * Completes the values of a study. The suite is that of the working folder where nothing says what to run. A change is
 * that of the current branch, as far as no revision says otherwise.
 *
 * @throws {InvalidArgumentError} if there is nothing to run
 */
export async function completeStudyValues<V extends StudyValues>(
  values: V,
  cli: CliContext,
  resolveChange: Awaited<ReturnType<typeof verbs.run>>['resolveChange'],
): Promise<V> {
  const { contracts, agents, pull_request } = values;
  const says_what = values.suite !== undefined || contracts.length > 0 || agents !== undefined;
  const suite = says_what ? values.suite : findSuite(cli.shell.cwd);
  // Commander's own check would come before that of mistyped options.
  if (suite === undefined && contracts.length === 0)
    throw new InvalidArgumentError(
      "missing required argument 'contracts', or --suite FILE, or gatebench.yml here (add --help for what there is)",
    );
  if (suite === undefined && agents === undefined)
    throw new InvalidArgumentError(
      "required option '-a, --agent <agent>' not specified (add --help for what there is)",
    );
  const completed = { ...values, ...omitUndefined({ suite }), ...getMachineValues(cli) };
  if (!pull_request && !agents?.includes('pull-request')) return completed;
  const { cwd } = cli.shell;
  const revisions = { base: pull_request?.base_sha, head: pull_request?.head_sha };
  const change = await resolveChange(revisions, cwd, '--base REVISION', cli.out.error);
  return { ...completed, pull_request: { ...change, workspace: cwd } };
}

/** Suite that is taken where nothing says what to run. */
const SUITE_FILE = 'gatebench.yml';

/** Returns the suite of a folder; undefined if it has none. */
const findSuite = (cwd: string): string | undefined => (existsSync(join(cwd, SUITE_FILE)) ? SUITE_FILE : undefined);

/** Values of the options that name the folder of the records. */
export interface OutputValues {
  out?: string;
  replace?: boolean;
}

/**
 * Returns the output folder, and what becomes of results that it holds: those in a folder that `--out` names are
 * refused.
 *
 * @param folder folder where none is named
 * @param otherwise what becomes of results in that folder
 */
export function readOutputFolder<V extends OutputValues>(
  { replace, ...values }: V,
  folder: string,
  otherwise: 'set-aside' | 'replace' = 'set-aside',
): Omit<V, 'replace'> & { out: string; earlier: 'replace' | 'set-aside' | 'refuse' } {
  const { out } = values;
  const unreplaced = out === undefined ? otherwise : 'refuse';
  const earlier = replace ? 'replace' : unreplaced;
  return { ...(values as Omit<V, 'replace'>), out: out ?? folder, earlier };
}

/** Returns values in which `--unsafe-no-sandbox` alone asks for no sandbox. */
export function readSandbox<V extends { sandbox?: string; unsafe: boolean }>(values: V): V {
  return values.unsafe && values.sandbox === undefined ? { ...values, sandbox: 'none' } : values;
}
