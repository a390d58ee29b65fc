/**
 * Names of OpenTelemetry's conventions for generative AI. They have the status "Development" and may still change; these are those of
 * version 1.45.0 of the published conventions.
 */
export const genAi = {
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

/** Their metrics. */
export const genAiMetrics = {
  token_usage: 'gen_ai.client.token.usage',
  operation_duration: 'gen_ai.client.operation.duration',
} as const;

/** Stable names beside them. */
export const stable = {
  error_type: 'error.type',
  server_address: 'server.address',
  server_port: 'server.port',
  exit_code: 'process.exit.code',
} as const;

/** Sampling parameters that have names of their own, by the names under which clients send them. */
export const parameterNames: Readonly<Record<string, string>> = {
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
};

/** Attributes that are fractions, also where one of them happens to be whole. */
export const fractions: ReadonlySet<string> = new Set([
  ...Object.values(parameterNames).filter((name) => !name.endsWith('.seed')),
  genAi.first_chunk,
  'gatebench.cost_usd',
  'gatebench.held_ms',
]);

/** Whose wire format it is: who made the model is not known behind an upstream of any name. */
export const providers = { chat: 'openai', responses: 'openai', messages: 'anthropic', gemini: 'gcp.gemini' } as const;
