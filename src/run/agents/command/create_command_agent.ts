import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import { hasSucceeded } from '../../../sandbox/execution/execute_command.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import { type Agent, type AgentContext, DEFAULT_WORKERS, type TestStageResult } from '../agent.js';
import { fillPlaceholders } from '../fill_placeholders.js';
import { findStopReason, type RecordedExecution, readLog, runToolCall, type ToolCallSpec } from '../run_tool_call.js';
import { createUsageClaimReader } from './create_usage_claim_reader.js';
import { formatHomeFilesScript, type HomeFiles } from './home_files.js';
import type { UsageRule } from './usage_claim.js';

/** Command lines of an agent file, one per stage (requirement R3). */
interface CommandStages {
  inspect?: string | undefined;
  run: string;
  /** Command of the test stage; true: the contract's test command. */
  test?: string | true | undefined;
  rounds: number;
  /** Number of subtasks worked on in parallel, if the work is split. */
  workers?: number | undefined;
  environment: Readonly<Record<string, string>>;
  files?: HomeFiles | undefined;
  /** Additions for agents that are told of the coordination layer. */
  mcp?: { files: HomeFiles; environment: Readonly<Record<string, string>> } | undefined;
  /** Use of models; `needed`: an agent that asked none has failed. */
  models?: 'used' | 'needed' | undefined;
  /** Rule to read the usage that the agent claims. */
  usage?: UsageRule | undefined;
}

/**
 * Creates an agent from a command line.
 *
 * It starts at the repository root with the briefing on standard input; its changes to files are the answer. Its exit
 * status decides nothing: clients exit with 0 after failures and with others after success.
 */
export function createCommandAgent(line: string): Agent {
  return {
    kind: 'command',
    name: `command:${line.length > 60 ? `${line.slice(0, 57)}…` : line}`,
    identity: computeDigest({ kind: 'command', line }),
    detail: { command: line },
    models: 'used',
    ...createCommandStages({ run: line, rounds: 1, environment: {} }),
  };
}

/** Creates the stages of an agent from command lines. */
export function createCommandStages(
  commands: CommandStages,
): Pick<Extract<Agent, { work: unknown }>, 'inspect' | 'work' | 'test' | 'rounds' | 'workers'> {
  const { inspect, run, test, rounds, workers = DEFAULT_WORKERS } = commands;
  return {
    rounds,
    workers: () => workers,
    work: (context) => runWriteStage(run, context, commands),
    ...omitUndefined({
      inspect:
        inspect === undefined ? undefined : (context: AgentContext) => runInspectStage(inspect, context, commands),
      test: test === undefined ? undefined : (context: AgentContext) => runTestStage(test, context, commands),
    }),
  };
}

async function runInspectStage(line: string, context: AgentContext, commands: CommandStages): Promise<string> {
  const recorded = await startStageCommand(line, context, commands, { state: true });
  return recorded ? readLog(recorded.execution.stdout, context.run) : '';
}

async function runWriteStage(line: string, context: AgentContext, commands: CommandStages): Promise<StopReason> {
  const { supervisor } = context;
  // Without tests the extraction follows, which reads the tree anyway.
  const asking = watchModelRequests(context);
  const claim = commands.usage && createUsageClaimReader(commands.usage);
  const recorded = await startStageCommand(line, context, commands, {
    state: commands.test !== undefined,
    on_output: (stream, chunk) => stream === 'stdout' && claim?.feed(chunk),
  });
  const hasAsked = asking.end();
  if (recorded && claim) context.run.log.append('usage_claim', 'agent', { source: 'standard output', ...claim.end() });
  const stop = findStopReason(context);
  if (stop) return stop;
  if (!recorded) return { kind: 'agent-error', because: 'the command was refused', evidence_seq: null };
  const { execution, seq } = recorded;
  const ended = execution.detail ?? execution.cause;
  switch (execution.cause) {
    case 'exit':
    case 'signal':
      if (commands.models === 'needed' && !hasAsked) return createNeverAskedStop(recorded, context);
      return { kind: 'finished' };
    case 'timeout':
      // The command hit its timeout. If there are tests, they judge its work, and the agent may go on.
      if (commands.test !== undefined) return { kind: 'finished' };
      return { kind: 'resource', cap: 'command', because: ended, evidence_seq: supervisor.evidence_seq ?? seq };
    case 'not-started':
      return { kind: 'agent-error', because: ended, evidence_seq: seq };
    case 'oom':
    case 'cpu-limit':
    case 'disk-limit':
    case 'output-limit':
    case 'cancelled':
      // A person allowed this limit to be passed once.
      return { kind: 'finished' };
  }
  return execution.cause satisfies never;
}

/** Creates a test stage from a command. */
export const createTestStage =
  (test: string | true, environment: CommandStages['environment']) => (context: AgentContext) =>
    runTestStage(test, context, { run: '', rounds: 1, environment });

async function runTestStage(
  test: string | true,
  context: AgentContext,
  commands: CommandStages,
): Promise<TestStageResult> {
  const line = test === true ? (context.loaded.contract.metadata.test_command ?? 'false') : test;
  const recorded = await startStageCommand(line, context, commands, { cycle: true, state: true });
  if (!recorded) return { passed: false, feedback: '' };
  const { execution } = recorded;
  const how = execution.cause === 'exit' ? `exit status ${execution.exit_code}` : (execution.detail ?? execution.cause);
  const output = [execution.stdout, execution.stderr].map((log) => readLog(log, context.run)).join('\n');
  return { passed: hasSucceeded(execution), feedback: `${line}\n${how}\n\n${output}` };
}

function startStageCommand(
  line: string,
  context: AgentContext,
  { environment, files, mcp }: CommandStages,
  how: Pick<ToolCallSpec, 'cycle' | 'state' | 'on_output'>,
): Promise<RecordedExecution | undefined> {
  const further = context.environment.GATEBENCH_MCP_URL === undefined ? undefined : mcp;
  const variables = Object.entries({ ...environment, ...further?.environment });
  const filled = Object.fromEntries(variables.map(([name, text]) => [name, fillPlaceholders(text, context)]));
  const equipped = { ...context, environment: { ...filled, ...context.environment } };
  const prelude = formatHomeFilesScript({ ...files, ...further?.files }, context);
  return runToolCall(equipped, {
    run: line,
    prelude,
    arguments: { command: line },
    stdin: context.briefing,
    origin: OWN_ORIGIN,
    ...how,
  });
}

const OWN_ORIGIN = { own: true } as const;

/** Watches for model requests from now on, of any subtask that runs in parallel. */
function watchModelRequests({ run }: AgentContext): { end(): boolean } {
  let hasAsked = false;
  const unlisten = run.log.listen(({ type }) => {
    hasAsked ||= type === 'prompt' || type === 'response';
  });
  return {
    end() {
      unlisten();
      return hasAsked;
    },
  };
}

/** Creates the stop of a program that needs a model and asked none: it did not start properly. */
function createNeverAskedStop({ execution, seq }: RecordedExecution, { run }: AgentContext): StopReason {
  const how = execution.detail ?? (execution.cause === 'exit' ? `exit status ${execution.exit_code}` : execution.cause);
  const last = readLog(execution.stderr, run).trimEnd().split('\n').at(-1)!.slice(0, 300);
  return {
    kind: 'agent-error',
    because: `it never asked a model: ${how}${last ? `: ${last}` : ''}`,
    evidence_seq: seq,
  };
}
