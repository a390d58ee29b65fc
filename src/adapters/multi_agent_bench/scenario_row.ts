/** Scenarios of MultiAgentBench. The last two are games, of which there are no rows, only settings. */
export const SCENARIOS = {
  coding: 'three agents write one program, solution.py',
  database: 'agents name the root causes of a slow database',
  research: 'agents write a research idea in five questions',
  bargaining: 'sellers and buyers negotiate and report',
  minecraft: 'agents build in a game; description only',
  werewolf: 'players of a game; description only',
} as const;
export type ScenarioName = keyof typeof SCENARIOS;

/** Modes in which the original's engine coordinates agents. */
export const COORDINATE_MODES = ['star', 'chain', 'tree', 'graph'] as const;
export type CoordinateMode = (typeof COORDINATE_MODES)[number];

/** Agent of a row. */
interface ScenarioAgent {
  id: string;
  /** Text that tells the agent who it is. */
  profile: string;
  role?: string | undefined;
}

/** Row of MultiAgentBench with its empty settings filled in. */
export interface ScenarioRow {
  place: string;
  scenario: ScenarioName;
  task_id: string;
  content: string;
  output_format: string;
  agents: ScenarioAgent[];
  /** Pairs of agents with what connects them, as the row has them. */
  relationships: { from: string; to: string; label: string }[];
  coordinate_mode: CoordinateMode;
  max_iterations: number;
  /** Settings that were empty, each with the value that `jsonl2yaml.py` fills in. */
  defaults: Readonly<Record<string, string>>;
  /** Labels to choose from, the right ones, and how many may be named; of database rows only. */
  labels?: { choices: string[]; right: string[]; most: number } | undefined;
  /** Schema of the database, of database rows only. */
  init_sql?: string | undefined;
}
