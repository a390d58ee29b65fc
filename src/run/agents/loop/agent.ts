import { digestOf } from '../../../record/canonical.js';
import { type DialectName, dialects } from '../../../record/model_events.js';
import type { Agent } from '../agent.js';
import { testStage } from '../command.js';
import { filled } from '../placeholders.js';
import { WORKERS } from '../workers.js';
import { loop } from './loop.js';
import { BASH, REMINDER, systemPrompt, taskPrompt } from './prompts.js';
import { type LoopSettings, loopSettingsSchema } from './settings.js';

/** The built-in agent as an agent file has it. */
export interface LoopDefinition {
  loop: LoopSettings;
  environment: Readonly<Record<string, string>>;
  /** true = the contract's own test command. */
  test?: string | true | undefined;
  rounds: number;
  workers?: number | undefined;
}

/** The built-in agent with nothing set but, perhaps, the wire format in which it asks. */
export const loopAgent = (dialect?: DialectName): Agent =>
  loopAgentOf(dialect === undefined ? 'loop' : `loop:${dialect}`, {
    loop: loopSettingsSchema.parse(dialect === undefined ? {} : { dialect }),
    environment: {},
    rounds: 1,
  });

/** Its identity holds all that the model is told by us; the model itself is the run's. */
export function loopAgentOf(name: string, definition: LoopDefinition, file?: string): Agent {
  const { loop: settings, environment, test, rounds, workers = WORKERS } = definition;
  const told = { system: systemPrompt(settings), tools: settings.tools ? [BASH] : [] };
  return {
    kind: 'loop',
    name,
    identity: digestOf({ kind: 'loop', ...definition, ...told, task: taskPrompt('', '…'), reminder: REMINDER }),
    detail: { ...(file === undefined ? {} : { file }), ...definition, ...told },
    models: 'needed',
    names_model: true,
    dialects: settings.dialect === undefined ? dialects : [settings.dialect],
    rounds,
    workers: () => workers,
    work: (room) => {
      const own = Object.entries(environment).map(([key, text]) => [key, filled(text, room)]);
      return loop({ ...room, environment: { ...Object.fromEntries(own), ...room.environment } }, settings);
    },
    ...(test === undefined ? {} : { test: testStage(test, environment) }),
  };
}
