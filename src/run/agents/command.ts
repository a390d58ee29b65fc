import { digestOf } from '../../record/canonical.js';
import type { Agent, AgentRoom, Tested } from './agent.js';
import { type CommandCall, type Made, makeCall, passed, printed, stopOf } from './call.js';
import { openClaim } from './claim_reader.js';
import type { UsageRule } from './claims.js';
import { type HomeFiles, layHome } from './home_files.js';
import { filled } from './placeholders.js';
import type { Stop } from './stop.js';
import { WORKERS } from './workers.js';

/** A command line per stage (R3), as an agent file has them. */
export interface Commands {
  inspect?: string | undefined;
  run: string;
  /** true = the contract's own test command. */
  test?: string | true | undefined;
  rounds: number;
  /** Processes side by side, where the work is split. */
  workers?: number | undefined;
  environment: Readonly<Record<string, string>>;
  files?: HomeFiles | undefined;
  /** What comes on top where it is told of the coordination layer. */
  mcp?: { files: HomeFiles; environment: Readonly<Record<string, string>> } | undefined;
  /** needed: what asks none has not worked. */
  models?: 'used' | 'needed' | undefined;
  /** Where it says what it used. */
  usage?: UsageRule | undefined;
}

/**
 * Any command line as an agent. It starts at the repository root with the briefing on standard input; whatever it leaves
 * in the files is its answer. Its exit status decides nothing: clients end with 0 after failing and the other way round.
 */
export function command(line: string): Agent {
  return {
    kind: 'command',
    name: `command:${line.length > 60 ? `${line.slice(0, 57)}…` : line}`,
    identity: digestOf({ kind: 'command', line }),
    detail: { command: line },
    models: 'used',
    ...stagesOf({ run: line, rounds: 1, environment: {} }),
  };
}

/** The stages of an agent made of command lines. */
export function stagesOf(
  commands: Commands,
): Pick<Extract<Agent, { work: unknown }>, 'inspect' | 'work' | 'test' | 'rounds' | 'workers'> {
  const { inspect, run, test, rounds, workers = WORKERS } = commands;
  return {
    rounds,
    workers: () => workers,
    ...(inspect === undefined ? {} : { inspect: (room) => look(inspect, room, commands) }),
    work: (room) => work(run, room, commands),
    ...(test === undefined ? {} : { test: (room) => tryOut(test, room, commands) }),
  };
}

async function look(line: string, room: AgentRoom, commands: Commands): Promise<string> {
  const made = await start(line, room, commands, { state: true });
  return made ? printed(made.execution.stdout, room.run) : '';
}

async function work(line: string, room: AgentRoom, commands: Commands): Promise<Stop> {
  const { supervisor } = room;
  // One command alone is followed by the extraction, which takes the tree anyway.
  const asking = heardAsking(room);
  const claim = commands.usage && openClaim(commands.usage);
  const made = await start(line, room, commands, {
    state: commands.test !== undefined,
    on_output: (stream, chunk) => stream === 'stdout' && claim?.feed(chunk),
  });
  const asked = asking.end();
  if (made && claim) room.run.log.append('usage_claim', 'agent', { source: 'standard output', ...claim.end() });
  const stop = stopOf(room);
  if (stop) return stop;
  if (!made) return { kind: 'agent-error', because: 'the command was refused', evidence_seq: null };
  const { execution, seq } = made;
  const ended = execution.detail ?? execution.cause;
  switch (execution.cause) {
    case 'exit':
    case 'signal':
      if (commands.models === 'needed' && !asked) return neverAsked(made, room);
      return { kind: 'finished' };
    case 'timeout':
      // Cut off at the ceiling of one command: where there are tests, they tell what its work is worth, and it may go on.
      if (commands.test !== undefined) return { kind: 'finished' };
      return { kind: 'resource', cap: 'command', because: ended, evidence_seq: supervisor.evidence_seq ?? seq };
    case 'not-started':
      return { kind: 'agent-error', because: ended, evidence_seq: seq };
    case 'oom':
    case 'cpu-limit':
    case 'disk-limit':
    case 'output-limit':
    case 'cancelled':
      // A limit that a person allowed to be passed, once.
      return { kind: 'finished' };
  }
  return execution.cause satisfies never;
}

/** A command as test stage, beside whatever writes. */
export const testStage = (test: string | true, environment: Commands['environment']) => (room: AgentRoom) =>
  tryOut(test, room, { run: '', rounds: 1, environment });

async function tryOut(test: string | true, room: AgentRoom, commands: Commands): Promise<Tested> {
  const line = test === true ? (room.loaded.contract.metadata.test_command ?? 'false') : test;
  const made = await start(line, room, commands, { cycle: true, state: true });
  if (!made) return { passed: false, feedback: '' };
  const { execution } = made;
  const how = execution.cause === 'exit' ? `exit status ${execution.exit_code}` : (execution.detail ?? execution.cause);
  const output = [execution.stdout, execution.stderr].map((log) => printed(log, room.run)).join('\n');
  return { passed: passed(execution), feedback: `${line}\n${how}\n\n${output}` };
}

function start(
  line: string,
  room: AgentRoom,
  { environment, files, mcp }: Commands,
  how: Pick<CommandCall, 'cycle' | 'state' | 'on_output'>,
): Promise<Made | undefined> {
  const further = room.environment.GATEBENCH_MCP_URL === undefined ? undefined : mcp;
  const variables = Object.entries({ ...environment, ...further?.environment });
  const own = Object.fromEntries(variables.map(([name, text]) => [name, filled(text, room)]));
  const equipped = { ...room, environment: { ...own, ...room.environment } };
  const prelude = layHome({ ...files, ...further?.files }, room);
  return makeCall(equipped, { run: line, prelude, arguments: { command: line }, stdin: room.briefing, ...how });
}

/** Whether a model is asked from now on; of parts side by side, by any of them. */
function heardAsking({ run }: AgentRoom): { end(): boolean } {
  let asked = false;
  const unlisten = run.log.listen(({ type }) => {
    asked ||= type === 'prompt' || type === 'response';
  });
  return {
    end() {
      unlisten();
      return asked;
    },
  };
}

/** A program that cannot work without a model and asked none did not start as it should: that is no fault of the model's. */
function neverAsked({ execution, seq }: Made, { run }: AgentRoom): Stop {
  const how = execution.detail ?? (execution.cause === 'exit' ? `exit status ${execution.exit_code}` : execution.cause);
  const last = printed(execution.stderr, run).trimEnd().split('\n').at(-1)!.slice(0, 300);
  return {
    kind: 'agent-error',
    because: `it never asked a model: ${how}${last ? `: ${last}` : ''}`,
    evidence_seq: seq,
  };
}
