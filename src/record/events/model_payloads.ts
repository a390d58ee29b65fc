import { z } from 'zod';
import { modelUsageSchema } from '../models/model_usage.js';
import { digestSchema } from './execution.js';

/**
 * Event payloads of an agent's traffic with models (requirements R6, A2). Each request has a number, its exchange: a
 * `prompt` event holds the request, a `response` event its outcome. Clients resend the history with every request, so a
 * prompt names the exchange that it continues and holds only new messages. A message does not become new because a
 * client moved its cache marks.
 */

/** Wire formats of requests to models. */
export const dialectNames = ['chat', 'responses', 'messages', 'gemini'] as const;
export type DialectName = (typeof dialectNames)[number];

/** One message of a conversation, as it stands in the request body. */
export const recordedMessageSchema = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  sha256: digestSchema.describe('of the message as sent: its JSON, before anything was redacted'),
  bytes: z.int().describe('of the same'),
  text: z.string().describe('its JSON, redacted; only the beginning when there is an artifact'),
  artifact: digestSchema.optional().describe('name of all of it, redacted, in artifacts/; absent = text is all of it'),
  redacted: z.record(z.string(), z.int()).optional().describe('rule → spans that it replaced; absent = none'),
});
export type RecordedMessage = z.infer<typeof recordedMessageSchema>;

/** Outcome of one row of steering in one request (requirement A3). */
const steeringOutcomeSchema = z.strictObject({
  row: z.int().describe('of the configuration, from 1'),
  outcome: z.enum(['applied', 'partly', 'noop']),
  reason: z.string().describe('for partly and noop: why; else empty'),
});
export type SteeringOutcome = z.infer<typeof steeringOutcomeSchema>;

/** Request field that is too large for an event, such as a response schema. */
const largeParameterSchema = z.strictObject({
  name: z.string().nullable().describe('of the field; null = all the others, as a list of names with their values'),
  sha256: digestSchema.describe('of its JSON as sent, before anything was redacted'),
  bytes: z.int().describe('of the same'),
  artifact: digestSchema.describe('name of all of it, redacted, in artifacts/'),
  redacted: z.record(z.string(), z.int()).optional().describe('rule → spans that it replaced; absent = none'),
});
export type LargeParameter = z.infer<typeof largeParameterSchema>;

const bodySchema = z.strictObject({ sha256: digestSchema, bytes: z.int() });

export const modelPayloads = {
  prompt: z.strictObject({
    exchange: z.int().min(1).describe('number of the request in this attempt'),
    conversation: z.int().min(1).describe('side conversations have numbers of their own'),
    agent: z.string().describe('whose token it came with'),
    dialect: z.enum(dialectNames),
    operation: z.enum(['generate', 'count-tokens']),
    path: z.string().describe('of the request, without its query'),
    model: z.string().describe('as asked for'),
    sent_model: z
      .string()
      .optional()
      .describe('name under which it went upstream, where the operator gave it another; absent = the same'),
    upstream: z.string().nullable().describe('name of the upstream that it went to; null = it went nowhere'),
    stream: z.boolean(),
    parameters: z
      .record(z.string(), z.unknown())
      .describe(
        'every other field of the request, as sent: temperature, top_p, reasoning effort, …; those that are small',
      ),
    large_parameters: z
      .array(largeParameterSchema)
      .optional()
      .describe('those that are not small, or too many; absent = there are none'),
    max_tokens: z.strictObject({
      asked: z.int().nullable(),
      sent: z.int().nullable().describe('less than asked where the budget allowed no more'),
    }),
    thinking_budget: z
      .strictObject({ asked: z.int(), sent: z.int().describe('lowered with the limit on the output') })
      .optional()
      .describe('tokens of the output that the model may think; absent = the client set no such budget'),
    tools: z
      .strictObject({
        count: z.int(),
        sha256: digestSchema,
        names: z.array(z.string()).describe('bounded'),
        artifact: digestSchema.optional().describe('name of their declarations, redacted, in artifacts/'),
      })
      .nullable(),
    history: z.strictObject({
      of: z.int().nullable().describe('exchange whose messages it begins with; null = it begins anew'),
      kept: z.int().describe('so many of them, from its first'),
      changed: z
        .strictObject({ old: z.int(), new: z.int() })
        .optional()
        .describe(
          'another system prompt: the first `old` of the kept ones are not, the first `new` messages are in ' +
            'their place',
        ),
    }),
    messages: z.array(recordedMessageSchema).describe('those that are not kept'),
    body: bodySchema.describe('as the client sent it'),
    untexted: z
      .strictObject({
        bytes: z.int().describe('of the body: inline images, documents, recordings'),
        tokens: z.int().describe('that these, and what the request goes on from at the provider, have at most'),
      })
      .optional()
      .describe('what was not reserved by its bytes; absent = nothing'),
    sent: bodySchema.nullable().describe('as it went upstream; null = the same'),
    steering: z.array(steeringOutcomeSchema).optional(),
    headers: z
      .strictObject({
        sent: z.record(z.string(), z.string()).describe('name → value, redacted and bounded'),
        dropped: z.array(z.string()).describe('names of those that did not go on, bounded'),
      })
      .optional()
      .describe(
        'header fields of the agent, besides those of every request; absent = none, or the request went nowhere',
      ),
    withheld: z
      .array(z.string())
      .optional()
      .describe('tools of the provider, by kind, that were taken out: they would act outside of the sandbox'),
  }),
  response: z.strictObject({
    exchange: z.int().min(1),
    conversation: z.int().min(1).nullable().describe('null = there is no prompt: the request could not be read'),
    outcome: z
      .enum(['complete', 'partial', 'aborted', 'refused', 'error'])
      .describe(
        'complete: to its end · partial: the upstream broke off · aborted: the client went away, or we broke off ' +
          '· refused: by the gateway, never sent on · error: the upstream answered with an error, or not at all',
      ),
    code: z.string().nullable().describe('why it is not complete: usd-cap, unknown-model, upstream-timeout, …'),
    detail: z.string().describe('bounded'),
    status: z.int().nullable().describe('what the client was told; null = nothing'),
    model: z.string().nullable().describe('as the upstream names it'),
    finish_reason: z.string().nullable(),
    message: recordedMessageSchema.nullable().describe('what was said, put together from the stream; null = nothing'),
    tool_calls: z.int(),
    usage: modelUsageSchema.nullable().describe('null = nothing was used'),
    held_ms: z.number().describe('how long the request was held back before it went on'),
    first_byte_ms: z.number().nullable().describe('from when it went on'),
    wall_ms: z.number().describe('from when it went on to the end'),
    body: bodySchema.nullable(),
  }),
  usage_claim: z.strictObject({
    source: z.string().describe('where the agent says it: its output, or a file'),
    usage: modelUsageSchema.omit({ source: true, apart: true }).partial().describe('what it says, normalised'),
    usd: z.number().nullable(),
    requests: z.int().nullable(),
    detail: z.string().describe('why nothing could be read; empty when it could'),
  }),
} as const;

/** States of an answer file. Only one that was read is graded; any other keeps the judge model from being asked. */
const answerFileStates = ['read', 'missing', 'empty', 'not-a-file', 'too-large', 'too-many', 'not-text'] as const;
export type AnswerFileState = (typeof answerFileStates)[number];

const keptTextSchema = z.strictObject({
  sha256: digestSchema.describe('of the text as it was sent, before anything was redacted'),
  bytes: z.int(),
  artifact: digestSchema.describe('name of the text, redacted, in artifacts/'),
});

const judgeRequestSchema = z.strictObject({
  temperature: z.number().nullable().describe('null = left out, since the server refuses it'),
  max_tokens: z.int().nullable().describe('null = left out, since the server refuses it'),
  as_completion_tokens: z
    .literal(true)
    .optional()
    .describe('the limit was sent as `max_completion_tokens`, since the server refuses `max_tokens`'),
  outcome: z
    .enum(['complete', 'partial', 'aborted', 'refused', 'error'])
    .describe('as of a response to an agent; refused: by the gateway, never sent on'),
  code: z.string().nullable(),
  detail: z.string().describe('bounded'),
  status: z.int().nullable(),
  model: z.string().nullable().describe('as the upstream names it'),
  finish_reason: z.string().nullable(),
  text: z.string().nullable().describe("the model's own message, without its thoughts, bounded; null = there is none"),
  cut_off: z.literal(true).optional().describe('the message is longer than what is kept of it'),
  usage: modelUsageSchema.nullable().describe('null = nothing was used'),
  usd: z.number().nullable().describe('null = unknown, or nothing was used'),
  price: z.string().nullable(),
});
export type JudgeRequest = z.infer<typeof judgeRequestSchema>;

/** Payload of a check that a judge model decides: what it was asked, and what it said. */
export const modelCheckPayloads = {
  model_check: z.strictObject({
    check: z.string(),
    not_run: z
      .strictObject({
        because: z
          .enum(['patch', 'build', 'oracle', 'interrupted', 'no-judge'])
          .describe('no-judge: the run names no judge model'),
        detail: z.string(),
      })
      .optional(),
    files: z.array(
      z.strictObject({
        path: z.string().describe('of the file; of a pattern that fits none, the pattern'),
        state: z.enum(answerFileStates),
        bytes: z.int().nullable(),
        sha256: digestSchema.nullable().describe('of what was read; null = it was not'),
      }),
    ),
    asked: z
      .strictObject({
        model: z.string().describe('that the run names as its judge'),
        upstream: z.string().nullable().describe('null = no request went to one'),
        dialect: z.string(),
        nonce: z.string().describe('random code in the lines around each answer file'),
        system: keptTextSchema,
        prompt: keptTextSchema,
        started_ms: z.number().describe('since run start'),
        ended_ms: z.number(),
        requests: z.array(judgeRequestSchema).describe('in order; the last one decides'),
      })
      .optional()
      .describe('absent = no model was asked'),
  }),
} as const;

const rateSchema = z.number().nullable();

/** Declared prices in USD of everything except requests to models; null = not declared. */
const priceRatesSchema = z.strictObject({
  tool_call: rateSchema,
  tool_minute: rateSchema,
  execution_minute: rateSchema,
  human_minute: rateSchema,
  run: rateSchema,
  stored_gigabyte: rateSchema.describe('a gigabyte (10⁹ bytes) of the record, for as long as it is kept'),
});
export type PriceRates = z.infer<typeof priceRatesSchema>;

/** Price rates of a run without any declared price. */
export const NO_PRICE_RATES: PriceRates = {
  tool_call: null,
  tool_minute: null,
  execution_minute: null,
  human_minute: null,
  run: null,
  stored_gigabyte: null,
};

/** Event payloads about the cost of an attempt beside its requests to models. */
export const costPayloads = {
  cost_projection: z
    .strictObject({
      projection: z.string().describe('method: `table:` and the digest of the price table'),
      rates: priceRatesSchema,
      assumed: z
        .array(z.string())
        .describe('what the price table leaves open, and what is taken for it, with the reason'),
      kept_bytes: z.int().describe('bytes of the record so far; the events that follow add theirs'),
      reserve: z
        .strictObject({
          evaluation_minutes: z.number().describe('that build, checks and canary are expected to take at most'),
          basis: z
            .enum(['proof', 'timeouts'])
            .describe(
              'proof: three times what the reference solution took, where it is known of every check · timeouts: ' +
                'what the contract allows',
            ),
          stored_bytes: z.int().describe('that evaluation and report are expected to add to the record'),
          usd: z.number(),
        })
        .describe('kept back of budget.usd for the end of the run, where it is more than the headroom'),
    })
    .describe('terms of the running estimate that budget.usd holds for; absent = only models have a price'),
  provisioning: z
    .strictObject({
      part: z.enum(['layer', 'workspace', 'session']),
      started_ms: z.number().describe('since run start'),
      ended_ms: z.number(),
    })
    .describe('the sandbox being made ready; setup commands within it have times of their own'),
} as const;
