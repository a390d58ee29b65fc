import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { NO_ABLATION } from '../../contract/coordination/mechanism.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedSuite, Suite } from '../../contract/suite/suite.js';
import type { SettingsComparison } from '../../record/planning/plan.js';
import type { AgentSettings } from '../../workspace/settings/read_agent_settings.js';
import { formatSuiteLocation } from './read_suite.js';
import type { StudyAgent } from './study.js';

type SuiteAgent = Suite['agents'][number];

/** Side of a comparison of settings. */
export interface SettingsSide {
  suite: LoadedSuite;
  /** Agents of the suite in the form of a study, by name. */
  agents: ReadonlyMap<string, StudyAgent>;
  settings: AgentSettings;
  /** Folder to which paths of the agents are relative. */
  folder: string;
}

/** Fields of an agent that decide where its models are: only the base may say that. */
const MODEL_FIELDS = ['upstreams', 'steering'] as const;

/**
 * Pairs the agents of both sides by name: `NAME@base` and `NAME@head`, the latter compared with the former.
 *
 * Where models are reached is said by the base alone: the keys of the run go there.
 *
 * @param names agents to compare; empty = all that both sides have
 * @throws {UserError} if a name is unknown, nothing is common, or head changes what only the base may say
 */
export function pairAgents(
  base: SettingsSide,
  head: SettingsSide,
  names: readonly string[],
): Pick<SettingsComparison, 'agents' | 'unpaired'> & { paired: StudyAgent[] } {
  refuseMovedModels(base.suite, head.suite);
  const [base_agents, head_agents] = [base, head].map(
    ({ suite }) => new Map(suite.suite.agents.map((agent) => [agent.name, agent])),
  ) as [Map<string, SuiteAgent>, Map<string, SuiteAgent>];
  const unknown = names.find((name) => !base_agents.has(name) && !head_agents.has(name));
  if (unknown !== undefined)
    throw new UserError(
      `${base.suite.shown}: has no agent "${unknown}"`,
      `It has: ${[...base_agents.keys()].join(', ') || 'none'}.`,
    );
  const isChosen = (name: string) => names.length === 0 || names.includes(name);
  const common = [...base_agents.keys()].filter((name) => head_agents.has(name) && isChosen(name));
  const unpaired = [
    ...[...base_agents.keys()]
      .filter((name) => !head_agents.has(name))
      .map((name) => ({ name, side: 'base' as const })),
    ...[...head_agents.keys()]
      .filter((name) => !base_agents.has(name))
      .map((name) => ({ name, side: 'head' as const })),
  ].filter(({ name }) => isChosen(name));
  if (common.length === 0)
    throw new UserError(
      `${base.suite.shown}: base and head have no agent in ` +
        `common${names.length > 0 ? ` among ${names.join(', ')}` : ''}`,
      'Settings are compared by running one agent with both: keep its name in `agents`.',
    );
  const paired = common.flatMap((name) => [
    createArm(base, name, 'base'),
    { ...createArm(head, name, 'head'), base: `${name}@base` },
  ]);
  const agents = common.flatMap((name) => {
    const fields = listChangedFields(base_agents.get(name)!, head_agents.get(name)!);
    return fields.length > 0 ? [{ name, fields }] : [];
  });
  return { paired, agents, unpaired };
}

function createArm({ agents, settings, folder }: SettingsSide, name: string, side: 'base' | 'head'): StudyAgent {
  const agent = agents.get(name)!;
  return { ...agent, name: `${name}@${side}`, effort_of: null, ablations: [NO_ABLATION], settings, folder };
}

function listChangedFields(before: SuiteAgent, after: SuiteAgent): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof SuiteAgent)[]);
  // The effort is a label; what it stands for is in the agent's file.
  for (const label of ['effort', 'effort_of'] as const) fields.delete(label);
  return [...fields].filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).sort();
}

/** Refuses a head that changes where models are reached. @throws {UserError} */
function refuseMovedModels(base: LoadedSuite, head: LoadedSuite): void {
  const remedy =
    'Upstreams, prices and steering are taken from the base, since keys go there: merge that change by itself first.';
  if (JSON.stringify(base.suite.models) !== JSON.stringify(head.suite.models))
    throw new UserError(`${formatSuiteLocation(head, 'models')}: head changes where models are reached`, remedy);
  head.suite.agents.forEach((agent, i) => {
    const earlier = base.suite.agents.find(({ name }) => name === agent.name);
    const moved = earlier && MODEL_FIELDS.find((field) => `${earlier[field]}` !== `${agent[field]}`);
    if (moved)
      throw new UserError(
        `${formatSuiteLocation(head, `agents.${i}.${moved}`)}: head changes where the models of ` +
          `"${agent.name}" are reached`,
        remedy,
      );
  });
}

/**
 * Requires that the files of head's agents lie in its revision, and not behind a link: it may be of somebody who is not
 * trusted.
 *
 * @param root folder of the revision
 * @param links paths of its links
 * @throws {UserError} with the line of the suite
 */
export function requireAgentsInside(suite: LoadedSuite, root: string, links: readonly string[]): void {
  suite.suite.agents.forEach(({ agent }, i) => {
    const file = getAgentFile(agent);
    if (file === undefined) return;
    const location = formatSuiteLocation(suite, `agents.${i}.agent`);
    const inside = relative(root, resolve(suite.folder, file));
    if (inside === '' || inside.startsWith('..') || inside.startsWith('/'))
      throw new UserError(
        `${location}: "${file}" is not in the repository`,
        'Commit the file of the agent, so that base and head have one each.',
      );
    const link = links.find((path) => inside === path || inside.startsWith(`${path}/`));
    if (link !== undefined)
      throw new UserError(`${location}: "${file}" leads through the link ${link}`, 'Name the file itself.');
    const parent = inside
      .split('/')
      .slice(0, -1)
      .findIndex((_, n, parts) => isFile(join(root, ...parts.slice(0, n + 1))));
    if (parent >= 0) throw new UserError(`${location}: "${file}" does not exist`, 'Commit the file of the agent.');
  });
}

/** Returns the file that an agent of a suite names; undefined if it names none. */
export const getAgentFile = (agent: string): string | undefined =>
  /^(?:agent|patch|script):(.+)$/s.exec(agent)?.[1]?.trim();

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
