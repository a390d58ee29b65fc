/**
 * Attribute names of OpenTelemetry's conventions for generative AI, version 1.45.0. Their status is "Development", so
 * they may change.
 */
export const genAiAttributes = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversation: 'gen_ai.conversation.id',
  agent_name: 'gen_ai.agent.name',
  agent_id: 'gen_ai.agent.id',
  request_model: 'gen_ai.request.model',
  request_stream: 'gen_ai.request.stream',
  request_max_tokens: 'gen_ai.request.max_tokens',
  response_model: 'gen_ai.response.model',
  finish_reasons: 'gen_ai.response.finish_reasons',
  first_chunk: 'gen_ai.response.time_to_first_chunk',
  input_tokens: 'gen_ai.usage.input_tokens',
  output_tokens: 'gen_ai.usage.output_tokens',
  cache_read_tokens: 'gen_ai.usage.cache_read.input_tokens',
  cache_creation_tokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoning_tokens: 'gen_ai.usage.reasoning.output_tokens',
  token_type: 'gen_ai.token.type',
  tool_name: 'gen_ai.tool.name',
  tool_type: 'gen_ai.tool.type',
  tool_call_id: 'gen_ai.tool.call.id',
  tool_arguments: 'gen_ai.tool.call.arguments',
  tool_result: 'gen_ai.tool.call.result',
  input_messages: 'gen_ai.input.messages',
  output_messages: 'gen_ai.output.messages',
} as const;

/** Metric names of the same conventions. */
export const genAiMetrics = {
  token_usage: 'gen_ai.client.token.usage',
  operation_duration: 'gen_ai.client.operation.duration',
} as const;

/** Attribute names of the stable conventions. */
export const stableAttributes = {
  error_type: 'error.type',
  server_address: 'server.address',
  server_port: 'server.port',
  exit_code: 'process.exit.code',
} as const;

/** Attribute names of sampling parameters, by the names that clients use. */
export const samplingAttributes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    temperature: 'gen_ai.request.temperature',
    top_p: 'gen_ai.request.top_p',
    topP: 'gen_ai.request.top_p',
    top_k: 'gen_ai.request.top_k',
    topK: 'gen_ai.request.top_k',
    frequency_penalty: 'gen_ai.request.frequency_penalty',
    frequencyPenalty: 'gen_ai.request.frequency_penalty',
    presence_penalty: 'gen_ai.request.presence_penalty',
    presencePenalty: 'gen_ai.request.presence_penalty',
    seed: 'gen_ai.request.seed',
  }),
);

/** Attributes that are fractions, even if their value is whole. */
export const fractionAttributes: ReadonlySet<string> = new Set([
  ...[...samplingAttributes.values()].filter((name) => !name.endsWith('.seed')),
  genAiAttributes.first_chunk,
  'gatebench.cost_usd',
  'gatebench.held_ms',
]);

/** Provider names by wire format; the real provider of an upstream is not known. */
export const providerNames = {
  chat: 'openai',
  responses: 'openai',
  messages: 'anthropic',
  gemini: 'gcp.gemini',
} as const;
