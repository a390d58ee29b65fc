import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { BriefingText } from '../../contract/leaks/briefing_text.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { LoadedSuite } from '../../contract/suite/suite.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { createScratchFolder, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';
import { mergeRevisions } from '../../workspace/history/list_commits.js';
import { type LocalRepository, listCommitFiles, openRepository } from '../../workspace/history/read_commit.js';
import { listChangedSettings, readAgentSettings } from '../../workspace/settings/read_agent_settings.js';
import { createStudyFromSuite } from './create_study_from_suite.js';
import { findUnfitContracts, refuseLeakedAnswers } from './find_unfit_contracts.js';
import { getAgentFile, pairAgents, requireAgentsInside, type SettingsSide } from './pair_agents.js';
import { readSuite } from './read_suite.js';
import type { RunOptions } from './run_options.js';
import { getExtraTrials, type Study } from './study.js';

/** Attempts per contract and side, unless the suite has more. */
const TRIALS = 3;
/** Chance of a false alarm, unless the suite says otherwise. */
const ALPHA = 0.05;

/**
 * Creates the study that compares the settings of agents of two revisions, from the study of the base's suite.
 *
 * Contracts, budgets and places of models are those of the base. Head gives settings and agents only.
 *
 * @param base_folder checkout of the base
 * @throws {UserError} for everything that is wrong about either side
 */
export async function createSettingsStudy(
  study: Study,
  options: RunOptions,
  base_folder: string,
  cache: WorkspaceCache,
  cwd: string,
): Promise<Study> {
  const { suite: base_suite } = study;
  const { pull_request: request, compare_settings: comparison } = options;
  if (!base_suite || !request || !comparison) throw new UserError('settings are compared with a suite and two commits');
  const apart = [
    ...(options.shard ? ['shard'] : []),
    ...(options.plan ? ['plan'] : []),
    ...(options.reuse.length > 0 ? ['reuse'] : []),
  ];
  if (apart.length > 0)
    throw new UserError(
      `a comparison of settings is one run: ${apart.join(', ')} would take it apart`,
      'Leave it out.',
    );
  const { base_sha, head_sha } = request;
  const repository = await openRepository(request.workspace);
  const tree = await mergeRevisions(repository, base_sha, head_sha);
  const head_folder = await checkOutTree(repository, tree, cache);
  const head_suite = readHeadSuite(base_suite, base_folder, head_folder, head_sha);
  const tree_files = await listCommitFiles(repository, tree);
  const links = tree_files.flatMap(({ path, mode }) => (mode === '120000' ? [path] : []));
  requireAgentsInside(head_suite, head_folder, links);

  const patterns = base_suite.suite.settings;
  const folders = listContractFolders(study.contracts, base_folder);
  const settings = {
    base: await readAgentSettings(repository, { tree: base_sha, revision: base_sha }, patterns, folders),
    head: await readAgentSettings(repository, { tree, revision: head_sha }, patterns, folders),
  };
  const left_out = findUnfitContracts(study.contracts, patterns);
  const contracts = study.contracts.filter(({ contract }) => !left_out.some(({ task }) => task === contract.id));
  if (contracts.length === 0)
    throw new UserError(
      `${base_suite.shown}: has no contract to compare settings on`,
      left_out.map(({ task, because }) => `${task}: ${because}`).join('; '),
    );
  const definitions = listChangedDefinitions(base_suite, head_suite);
  const leaks = refuseLeakedAnswers(contracts, settings.base, settings.head, definitions);

  const base: SettingsSide = {
    ...{ suite: base_suite, settings: settings.base, folder: study.folder },
    agents: groupByName(study),
  };
  const head: SettingsSide = {
    ...{ suite: head_suite, settings: settings.head, folder: head_suite.folder },
    agents: groupByName(createStudyFromSuite(placeModels(head_suite, base_suite), study.contracts, options, cwd)),
  };
  const { paired, agents, unpaired } = pairAgents(base, head, comparison.agents);
  const { gate } = study;
  return {
    ...study,
    contracts,
    agents: paired,
    // Attempts of both sides must alternate, so that a slow hour is in both.
    order: 'randomised',
    warnings: [...study.warnings, ...warnOfNewPatterns(base_suite, head_suite), ...leaks],
    trials: comparison.trials ?? Math.max(TRIALS, study.trials),
    gate: {
      ...{ ...gate, fail_on: 'regression', agents: undefined, baseline: undefined, min_strength: undefined },
      alpha: comparison.alpha ?? gate.alpha ?? ALPHA,
      extra_trials: options.extra_trials ?? (gate.extra_trials || getExtraTrials('regression')),
    },
    settings_comparison: {
      schema: 1,
      ...{ base: base_sha, head: head_sha, agents, unpaired, left_out },
      files: listChangedSettings(settings.base, settings.head),
    },
  };
}

/**
 * Lists the folders of contracts in the repository, and those beside them: hidden files lie there. A contract at the
 * root excludes its hidden folders only.
 */
function listContractFolders(contracts: readonly LoadedContract[], root: string): string[] {
  const folders = contracts.flatMap(({ folder, contract: { oracle, snapshot } }) => {
    const inside = relative(root, folder);
    if (inside !== '') return [inside];
    const sources = [oracle.files ?? []].flat().map((source) => (typeof source === 'string' ? source : source.from));
    return [...sources, ...('directory' in snapshot ? [snapshot.directory] : [])].map((path) =>
      path.replace(/\/+$/, ''),
    );
  });
  return folders.filter((folder) => !folder.startsWith('..'));
}

/** Warns of patterns of settings that only head has: those of the base are used. */
function warnOfNewPatterns(base: LoadedSuite, head: LoadedSuite): string[] {
  const fresh = head.suite.settings.filter((pattern) => !base.suite.settings.includes(pattern));
  if (fresh.length === 0) return [];
  return [`settings that only head names are not compared: ${fresh.join(', ')}`];
}

const groupByName = ({ agents }: Study) =>
  new Map(agents.flatMap((agent) => (agent.role === 'agent' && agent.name ? [[agent.name, agent] as const] : [])));

/**
 * Checks a tree out into a folder of its own. Links become files with their targets: nothing leads out of the folder.
 *
 * @returns the folder
 */
async function checkOutTree({ store }: LocalRepository, tree: string, cache: WorkspaceCache): Promise<string> {
  const room = createScratchFolder(cache);
  const folder = join(room, 'head');
  mkdirSync(folder);
  const call = { store, index: join(room, 'index') };
  await runGitOrThrow(['read-tree', tree], call);
  const all = ['-c', 'core.symlinks=false', 'checkout-index', '--all', '--force', `--prefix=${folder}/`];
  await runGitOrThrow(all, { ...call, work_tree: folder });
  return folder;
}

/** Reads the suite of head; mistakes name the commit. @throws {UserError} */
function readHeadSuite(base: LoadedSuite, base_folder: string, head_folder: string, head_sha: string): LoadedSuite {
  try {
    return readSuite(relative(base_folder, base.path), head_folder);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [first, ...more] = error.lines;
    throw new UserError([`${first} (in the commit ${head_sha.slice(0, 12)})`, ...more], error.remedy);
  }
}

/** Returns head's suite with the places of models that the base names, relative to the base. */
function placeModels(head: LoadedSuite, base: LoadedSuite): LoadedSuite {
  const earlier = new Map(base.suite.agents.map((agent) => [agent.name, agent]));
  const agents = head.suite.agents
    .filter(({ name }) => earlier.has(name))
    .map(({ upstreams: _, steering: __, effort_of: ___, ...agent }) => {
      const { upstreams, steering } = earlier.get(agent.name)!;
      return { ...agent, ...omitUndefined({ upstreams, steering: steering || undefined }) };
    });
  return { ...head, folder: base.folder, suite: { ...base.suite, agents } };
}

/** Lists the texts that define agents of head and differ from those of the base: lines of the suite, and files. */
function listChangedDefinitions(base: LoadedSuite, head: LoadedSuite): BriefingText[] {
  return head.suite.agents.flatMap(({ name, agent }): BriefingText[] => {
    const earlier = base.suite.agents.find((one) => one.name === name)?.agent;
    const file = getAgentFile(agent);
    if (file === undefined) return agent === earlier ? [] : [{ field: head.shown, text: agent }];
    const texts = earlier === agent ? readTexts(file, base.folder) : new Map<string, string>();
    return [...readTexts(file, head.folder)].flatMap(([path, text]) =>
      texts.get(path) === text ? [] : [{ field: path, text }],
    );
  });
}

/** Reads a file, or the files of a folder, by path; what cannot be read is told when the agent is made. */
function readTexts(file: string, folder: string): Map<string, string> {
  const path = resolve(folder, file);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = isFolder ? readdirSync(path).map((name) => join(file, name)) : [file];
  return new Map(
    names.flatMap((name): [string, string][] => {
      try {
        const text = readRegularFile(resolve(folder, name), MAX_TEXT_BYTES).toString('utf8');
        return [[name, text.replaceAll('\0', '')]];
      } catch {
        return [];
      }
    }),
  );
}
