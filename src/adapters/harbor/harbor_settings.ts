import { posix } from 'node:path';
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
  verifier_variables: Record<string, string>;
  solution_variables: Record<string, string>;
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
  notes.push(...listUnknownSettings(settings));
  const { difficulty } = metadata;
  return {
    agent_sec: readNumber(agent, 'timeout_sec') ?? AGENT_SEC,
    verifier_sec: readNumber(verifier, 'timeout_sec') ?? VERIFIER_SEC,
    memory_mb: readNumber(environment, 'memory_mb') ?? readGibibytes(environment.memory),
    storage_mb: readNumber(environment, 'storage_mb') ?? readGibibytes(environment.storage),
    hosts: readHosts(environment, agent, notes),
    workdir: readFolder(environment, 'workdir'),
    image: readWord(environment, 'docker_image'),
    variables: readTexts(readTable(environment, 'env'), notes),
    verifier_variables: readTexts(readTable(verifier, 'env'), notes),
    solution_variables: readTexts(readTable(readTable(settings, 'solution'), 'env'), notes),
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

/** Reads an absolute folder, without a slash at its end. */
function readFolder(table: Table, name: string): string | undefined {
  const path = readWord(table, name);
  if (path === undefined) return undefined;
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (!posix.isAbsolute(plain) || posix.normalize(plain) !== plain)
    throw new TaskFault(`${name} is ${JSON.stringify(path.slice(0, 80))}, which is no plain absolute path`);
  return plain;
}

function readList(table: Table, name: string): readonly unknown[] {
  const value = table[name] ?? [];
  if (!Array.isArray(value)) throw new TaskFault(`${name} is no list`);
  return value;
}

/** Reads variables. One that stands for a variable of the machine that starts the task has no value here. */
function readTexts(table: Table, notes: string[]): Record<string, string> {
  const entries = Object.entries(table).map(([name, value]) => [name, String(value)] as const);
  for (const [name, value] of entries)
    if (/\$\{/.test(value)) notes.push(`variable not set: ${name}=${value.slice(0, 100)}`);
  return Object.fromEntries(entries.filter(([, value]) => !/\$\{/.test(value)));
}

/** Settings that are read, or that only describe a task or the making of its image, by table; `''` = outside of any. */
const KNOWN_SETTINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  '': new Set(['schema_version', 'version', 'source']),
  task: new Set(['name', 'version', 'description', 'authors', 'keywords']),
  environment: new Set([
    ...['docker_image', 'os', 'memory_mb', 'memory', 'storage_mb', 'storage', 'gpus', 'build_timeout_sec'],
    ...['network_mode', 'allow_internet', 'allowed_hosts', 'workdir', 'env', 'mcp_servers'],
  ]),
  agent: new Set(['timeout_sec', 'network_mode', 'allowed_hosts']),
  verifier: new Set(['timeout_sec', 'env', 'environment_mode']),
  solution: new Set(['env']),
};

/** Tells each setting that has no counterpart, so that none is lost without a word. */
function listUnknownSettings(settings: Table): string[] {
  const notes: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (name === 'metadata' || isEmptySetting(value)) continue;
    if (name === 'steps') notes.push(...listStepSettings(value));
    else if (!Object.hasOwn(KNOWN_SETTINGS, name) || typeof value !== 'object') {
      if (!KNOWN_SETTINGS['']!.has(name)) notes.push(`${name} is left out`);
    } else
      for (const [key, setting] of Object.entries(value as Table))
        if (!KNOWN_SETTINGS[name]!.has(key) && !isEmptySetting(setting))
          notes.push(`${name}.${key} is left out${LEFT_OUT[`${name}.${key}`] ?? ''}`);
  }
  return notes;
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  'environment.cpus': ": the machine's processors are shared by all attempts that run side by side",
  'agent.user': ': agents run as the unprivileged user of the sandbox',
  'verifier.user': ': tests run as the unprivileged user of the sandbox',
};

const isEmptySetting = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.keys(value as object).length === 0 && !(value instanceof Date));

const listStepSettings = (steps: unknown): string[] => [
  ...new Set(
    (Array.isArray(steps) ? steps : []).flatMap((step: Table) =>
      Object.keys(step ?? {})
        .filter((key) => key !== 'name')
        .map((key) => `steps.${key} is left out: the times and limits of the task hold for all steps together`),
    ),
  ),
];

/** Reads a size as older tasks write it: `2G`. */
function readGibibytes(value: unknown): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([MG])i?B?$/i.exec(String(value ?? '')) ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * (unit!.toUpperCase() === 'G' ? 1024 : 1));
}
