import type { Command } from 'commander';
import type { ModelsOrderInput } from './models_order.js';

/** Adds the options that say which models agents can reach. They are the same for every verb that opens a gateway. */
export function addModelOptions(command: Command, collect: (value: string, before?: string[]) => string[]): Command {
  return command
    .option('--model <name>', 'model that agents are told to use, and held to (default: their own choice)')
    .option('--allow-model <pattern>', 'a further model that they may ask for; may be repeated', collect, [])
    .option(
      '--upstream <target>',
      '[PATTERN=]URL, a preset (openai, anthropic, google, openrouter, azure, bedrock, vertex, ollama, vllm, …), PRESET:URL or script:FILE; may be repeated',
      collect,
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

/** What the options say. */
export function modelsInput(options: Record<string, unknown>): ModelsOrderInput {
  return {
    name: options.model as string | undefined,
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
