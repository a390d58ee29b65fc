import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { getDefaultCachePath, openCache } from '../../workspace/cache/workspace_cache.js';
import { openRepository } from '../../workspace/history/open_repository.js';
import { readCommit } from '../../workspace/history/read_commit.js';
import { createContractPreparer } from '../attempts/contract_preparer.js';
import { createRunnerContexts } from '../attempts/create_runner_contexts.js';
import type { CommandContext } from '../io/command_context.js';
import { runOptionsSchema } from '../study/run_options.js';
import { validateContracts } from '../validate/validate_contracts.js';
import { validateOptionsSchema } from '../validate/validate_options.js';
import { type ContractOutcome, createContract } from './create_contract.js';
import type { InitOptions } from './init_options.js';
import type { InitSession } from './init_session.js';
import { measureTests } from './measure_tests.js';

/** Outcome of `init`. Exit codes: 0 a contract was made of every commit that was named, 1 not, 130 interrupted. */
export interface InitOutcome {
  exit_code: 0 | 1 | 130;
  contracts: ContractOutcome[];
}

/**
 * Makes contracts from commits of a repository: splits each change, measures its tests in the sandbox, writes and proves
 * the contract.
 *
 * @throws {UserError} for everything that is wrong before the first commit is tried
 */
export async function initRepository(
  options: InitOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<InitOutcome> {
  const repository = await openRepository(resolve(cwd, options.repo));
  if (options.from_commit.length === 0)
    throw new UserError('nothing says which change becomes a contract', 'Name a commit with --from-commit SHA.');
  const changes = [];
  for (const revision of options.from_commit) changes.push(await readCommit(repository, revision));
  const session = await createSession(options, repository, out, cwd);
  mkdirSync(session.tasks, { recursive: true });
  const contracts: ContractOutcome[] = [];
  for (const change of changes) {
    if (out.signal.aborted) break;
    out.status?.(`${change.commit.slice(0, 8)} ${safe(change.subject)}`);
    const text = { origin: 'commit message' as const, title: change.subject, body: change.body };
    const outcome = await createContract(change, text, session);
    out.status?.(undefined);
    contracts.push(outcome);
    if (!options.json) for (const line of formatOutcome(outcome)) out.log(line);
  }
  if (options.json) out.log(formatInertJson({ contracts }));
  const whole = contracts.every(({ state }) => state === 'proven' || state === 'written');
  return { exit_code: out.signal.aborted ? 130 : whole ? 0 : 1, contracts };
}

async function createSession(
  options: InitOptions,
  repository: InitSession['repository'],
  out: CommandContext,
  cwd: string,
): Promise<InitSession> {
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const git_folder = repository.root ?? repository.store;
  const { search_path, way_out } = options;
  const folder = resolve(cwd, options.out);
  const measure: InitSession['measure'] = async (loaded, most) => {
    const asRun = runOptionsSchema.parse({
      ...{ contracts: [loaded.shown], agents: ['golden'], search_path, way_out, ask: false },
      out: join(folder, 'measured', loaded.contract.id),
    });
    const contexts = await createRunnerContexts(asRun, [loaded], cache, cwd, out);
    const prepared = await createContractPreparer(asRun, contexts, out.signal)(loaded);
    return measureTests(loaded, prepared, contexts.getContext(loaded), most, (done, of) =>
      out.status?.(`${loaded.contract.id}: run ${done} of ${of} of the tests`),
    );
  };
  const prove: InitSession['prove'] = async (path, id) => {
    const order = validateOptionsSchema.parse({
      ...{ contracts: [path], search_path, way_out, reruns: options.reruns, mutants: options.mutants },
      ...{ out: join(folder, 'proofs', id), earlier: 'replace', concurrency: options.concurrency },
      ...(options.cache === undefined ? {} : { cache: options.cache }),
    });
    const quiet = { ...out, log: () => {}, styled: undefined, error: () => {} };
    const { proofs } = await validateContracts(order, quiet, cwd);
    const [proof] = proofs;
    const bad = proof?.proof.steps.find(({ verdict }) => verdict === 'refuted' || verdict === 'undecided');
    return { verdict: proof?.verdict ?? 'undecided', reason: bad ? `${bad.step}: ${bad.reasons[0] ?? bad.verdict}` : '' };
  };
  return {
    ...{ repository, git_folder, cwd, measure, keep_unproven: options.keep_unproven },
    tasks: resolve(cwd, options.repo, options.tasks),
    owner: '@owner',
    now: () => new Date(),
    prove: options.prove ? prove : undefined,
  };
}

/** Formats what became of one commit as lines of the log. */
function formatOutcome({ commit, subject, state, reason, path, notes, wall_ms }: ContractOutcome): string[] {
  const head = `${state === 'proven' || state === 'written' ? '✓' : '✗'} ${commit.slice(0, 8)} ${safe(subject)}`;
  return [
    `${head}: ${state} in ${Math.round(wall_ms / 1000)} s`,
    `  ${safe(reason)}`,
    ...(path ? [`  ${safe(path)}`] : []),
    ...notes.map((note) => `  note: ${safe(note)}`),
  ];
}
