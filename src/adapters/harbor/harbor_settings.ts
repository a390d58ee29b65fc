import { TaskFault } from './read_task_folder.js';

/** Settings of a task that a contract can express, or that decide whether it can. */
export interface HarborSettings {
  agent_sec: number;
  verifier_sec: number;
  memory_mb: number | undefined;
  storage_mb: number | undefined;
  /** Hosts that the agent may reach; empty = none. */
  hosts: string[];
  workdir: string | undefined;
  image: string | undefined;
  variables: Record<string, string>;
  difficulty: 'easy' | 'medium' | 'hard' | undefined;
  category: string | undefined;
  notes: string[];
}

type Table = Readonly<Record<string, unknown>>;

/** Time limits of the format, in seconds. */
const AGENT_SEC = 600;
const VERIFIER_SEC = 600;

/**
 * Reads the settings of a task.
 *
 * @throws {TaskFault} for a value of a wrong type, and for what a task cannot do without and is not there
 */
export function readHarborSettings(settings: Table): HarborSettings {
  const [environment, agent, verifier, metadata] = ['environment', 'agent', 'verifier', 'metadata'].map((name) =>
    readTable(settings, name),
  ) as [Table, Table, Table, Table];
  const notes: string[] = [];
  if (String(environment.os ?? 'linux') !== 'linux') throw new TaskFault(`it needs ${String(environment.os)}`);
  if ((readNumber(environment, 'gpus') ?? 0) > 0) throw new TaskFault('it needs a GPU');
  if (verifier.environment_mode === 'separate') throw new TaskFault('its verifier needs an image of its own');
  if (readList(environment, 'mcp_servers').length > 0)
    throw new TaskFault('it needs MCP servers, which are not started');
  for (const name of ['healthcheck', 'skills_dir'])
    if (environment[name] !== undefined) notes.push(`environment.${name} is left out`);
  const { difficulty } = metadata;
  return {
    agent_sec: readNumber(agent, 'timeout_sec') ?? AGENT_SEC,
    verifier_sec: readNumber(verifier, 'timeout_sec') ?? VERIFIER_SEC,
    memory_mb: readNumber(environment, 'memory_mb') ?? readGibibytes(environment.memory),
    storage_mb: readNumber(environment, 'storage_mb') ?? readGibibytes(environment.storage),
    hosts: readHosts(environment, agent, notes),
    workdir: readWord(environment, 'workdir'),
    image: readWord(environment, 'docker_image'),
    variables: readTexts(readTable(environment, 'env')),
    difficulty: difficulty === 'easy' || difficulty === 'medium' || difficulty === 'hard' ? difficulty : undefined,
    category: readWord(metadata, 'category'),
    notes,
  };
}

function readHosts(environment: Table, agent: Table, notes: string[]): string[] {
  const mode = agent.network_mode ?? environment.network_mode;
  const listed = [...readList(environment, 'allowed_hosts'), ...readList(agent, 'allowed_hosts')].map(String);
  if (mode === 'allowlist') return listed;
  // The format's default is the whole internet.
  if (mode === 'public' || (mode === undefined && environment.allow_internet !== false))
    notes.push('the format lets agents reach every host; here they reach none, since a contract names hosts');
  return [];
}

function readTable(table: Table, name: string): Table {
  const value = table[name] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new TaskFault(`${name} is no table`);
  return value as Table;
}

function readNumber(table: Table, name: string): number | undefined {
  const value = table[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) throw new TaskFault(`${name} is no number`);
  return number === 0 ? undefined : number;
}

function readWord(table: Table, name: string): string | undefined {
  const value = table[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new TaskFault(`${name} is no text`);
  return value;
}

function readList(table: Table, name: string): readonly unknown[] {
  const value = table[name] ?? [];
  if (!Array.isArray(value)) throw new TaskFault(`${name} is no list`);
  return value;
}

const readTexts = (table: Table): Record<string, string> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, String(value)]));

/** Reads a size as older tasks write it: `2G`. */
function readGibibytes(value: unknown): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([MG])i?B?$/i.exec(String(value ?? '')) ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * (unit!.toUpperCase() === 'G' ? 1024 : 1));
}
