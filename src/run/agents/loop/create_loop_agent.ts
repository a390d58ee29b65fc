import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type DialectName, dialectNames } from '../../../record/events/model_payloads.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import { type Agent, type CoordinationTransport, DEFAULT_WORKERS } from '../agent.js';
import { createTestStage } from '../command/create_command_agent.js';
import { fillPlaceholders } from '../fill_placeholders.js';
import { BASH_TOOL, COORDINATION_TOOLS, createCoordinationPrompt } from './bash_tool.js';
import { createSystemPrompt, createTaskPrompt, SUBMIT_REMINDER } from './create_system_prompt.js';
import { type LoopSettings, loopSettingsSchema } from './loop_settings.js';
import { runAgentLoop } from './run_agent_loop.js';

/** Options of the built-in loop agent in an agent file. */
interface LoopAgentOptions {
  loop: LoopSettings;
  environment: Readonly<Record<string, string>>;
  /** Command of the test stage; true: the contract's test command. */
  test?: string | true | undefined;
  rounds: number;
  workers?: number | undefined;
}

/** Creates the built-in loop agent with default settings. */
export const createLoopAgent = (dialect?: DialectName): Agent =>
  createNamedLoopAgent(dialect === undefined ? 'loop' : `loop:${dialect}`, {
    loop: loopSettingsSchema.parse(dialect === undefined ? {} : { dialect }),
    environment: {},
    rounds: 1,
  });

/**
 * Creates a loop agent. Its identity covers all instructions to the model; the model itself belongs to the run.
 *
 * @param declared whether it works through the coordination layer; default: on contracts that have a section for it
 */
export function createNamedLoopAgent(
  name: string,
  definition: LoopAgentOptions,
  file?: string,
  declared?: 'never' | Pick<CoordinationTransport, 'transport' | 'agents'>,
): Agent {
  const { loop: settings, environment, test, rounds, workers = DEFAULT_WORKERS } = definition;
  const instructions = { system: createSystemPrompt(settings), tools: settings.tools ? [BASH_TOOL] : [] };
  const coordination =
    declared === 'never'
      ? undefined
      : ({ when: declared ? 'always' : 'declared', transport: 'direct', agents: 1 } as const);
  const together = coordination && {
    when: coordination.when,
    tools: settings.tools ? COORDINATION_TOOLS : [],
    prompt: createCoordinationPrompt('…', []),
  };
  return {
    kind: 'loop',
    name,
    identity: computeDigest({
      kind: 'loop',
      ...definition,
      ...instructions,
      ...omitUndefined({ coordination: together }),
      task: createTaskPrompt('', '…'),
      reminder: SUBMIT_REMINDER,
    }),
    detail: {
      ...omitUndefined({ file }),
      ...definition,
      ...instructions,
      ...omitUndefined({ coordination }),
    },
    coordination,
    models: 'needed',
    names_model: true,
    dialects: settings.dialect === undefined ? dialectNames : [settings.dialect],
    rounds,
    workers: () => workers,
    work: (context) => {
      const variables = Object.entries(environment).map(([key, text]) => [key, fillPlaceholders(text, context)]);
      return runAgentLoop(
        { ...context, environment: { ...Object.fromEntries(variables), ...context.environment } },
        settings,
      );
    },
    ...omitUndefined({ test: test === undefined ? undefined : createTestStage(test, environment) }),
  };
}
