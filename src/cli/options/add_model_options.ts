import type { Command } from 'commander';
import type { ModelOptionsInput } from '../../commands/models/model_options.js';
import { collectValues } from './parse_integer_option.js';

/** Adds the options that say which models agents can reach, the same for every verb that opens a gateway. */
export function addModelOptions(command: Command): Command {
  return command
    .option('--model <name>', 'model that agents are told to use, and held to (default: their own choice)')
    .option('--allow-model <pattern>', 'a further model that they may ask for; may be repeated', collectValues, [])
    .option(
      '--upstream <target>',
      '[PATTERN=]URL, a preset (openai, anthropic, google, openrouter, azure, bedrock, vertex, ollama, vllm, …), ' +
        'PRESET:URL or script:FILE; may be repeated',
      collectValues,
      [],
    )
    .option('--key-env <name>', "variable that holds the provider's key (default: that of the preset)")
    .option('--models <file>', 'upstreams in a file (YAML), each with models, key and terms')
    .option('--prices <file>', 'prices of models (CSV)')
    .option('--steering <file>', 'steering of the model (CSV)')
    .option('--backend <name>', 'what serves the steered model, a name or a file (YAML)')
    .option('--redaction <file>', 'further redaction rules (YAML)')
    .option('--restricted-store <dir>', 'keep originals of what was redacted there, for you alone');
}

/** Adds the option that names the judge model, for verbs that run attempts. */
export const addJudgeOption = (command: Command): Command =>
  command.option(
    '--judge-model <name>',
    'model that grades the answers of contracts with model_checks, through the same upstreams, which agents then get ' +
      'only with --model; off by default. It costs money beside the agents, and a pass by it is no executable evidence',
  );

/** Reads the values of the model options. */
export function readModelOptions(options: Record<string, unknown>): ModelOptionsInput {
  return {
    name: options.model as string | undefined,
    judge: options.judgeModel as string | undefined,
    allow_models: options.allowModel as string[],
    upstreams: options.upstream as string[],
    key_env: options.keyEnv as string | undefined,
    file: options.models as string | undefined,
    prices: options.prices as string | undefined,
    steering: options.steering as string | undefined,
    backend: options.backend as string | undefined,
    redaction: options.redaction as string | undefined,
    restricted_store: options.restrictedStore as string | undefined,
  };
}
