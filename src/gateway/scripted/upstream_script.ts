import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';

const count = z.int().min(0);
const text = z.string();

const callSchema = z.union([
  z.strictObject({
    shell: text.min(1).describe('command, run by whichever tool of the client runs commands'),
  }),
  z.strictObject({
    write: z
      .strictObject({ path: text.min(1).describe('inside the repository'), content: text })
      .describe('file, new or in place of what is there, by a tool of the client that does both, else by a command'),
  }),
  z.strictObject({
    tool: text.min(1).describe("name of one of the client's tools; of a tool server the bare name is enough"),
    with: z
      .union([z.record(z.string(), z.unknown()), text])
      .default({})
      .describe('its arguments; a text is sent as it is, whether it is JSON or not'),
    undeclared: z.boolean().default(false).describe('called even where the client has no such tool'),
  }),
]);

const usageSchema = z.union([
  z.literal('none').describe('the answer says nothing of its usage'),
  z
    .strictObject({
      input: count.describe('with what came from or went to a cache'),
      cached: count.default(0).describe('of the input'),
      cache_write: count.default(0).describe('of the input'),
      output: count.describe('with reasoning'),
      reasoning: count.default(0).describe('of the output'),
    })
    .describe('tokens, told in the way of each wire format'),
  z
    .strictObject({ verbatim: z.unknown() })
    .describe('stands where the usage stands, as it is: absurd numbers, texts, negatives'),
]);

const faultSchemas = {
  status: z.strictObject({
    code: z.int().min(400).max(599),
    retry_after: z.union([count, text]).optional().describe('header Retry-After'),
    body: z.unknown().optional().describe('a text is sent as it is; default: an error of the wire format'),
  }),
  cut: z
    .strictObject({
      events: count.optional().describe('after so many events'),
      bytes: count.optional().describe('after so many bytes of the body'),
      mid_event: count.optional().describe('in the middle of the event of this number, from 1'),
    })
    .refine((at) => Object.keys(at).length === 1, 'names one of events, bytes and mid_event')
    .describe('the connection breaks off in the body'),
  reset: z.enum(['before-headers', 'in-headers']).describe('the connection breaks off before there is a body'),
  hang: z.enum(['before-headers', 'mid-body']).describe('nothing more comes, and the connection stands'),
  slow: z
    .strictObject({
      bytes: z.int().min(1).describe('so many at a time'),
      pause_ms: count.max(60_000).default(0).describe('between two such pieces, in milliseconds'),
    })
    .describe('the body comes in small pieces'),
  gzip: z.literal(true).describe('the body is compressed, whatever the client accepts'),
  content_type: text.min(1).describe('the answer names this type'),
  invalid_json: z.literal(true).describe('the body, or an event in its middle, is no JSON'),
  huge_event: z.int().min(1).max(67_108_864).describe('a text of so many bytes in one piece'),
  echo_key: z.literal(true).describe('the answer says the key that it was given'),
  error_event: text.min(1).describe('an error with this message inside the stream, after half of it'),
};

const scriptFaultSchema = z
  .strictObject({
    ...(Object.fromEntries(Object.entries(faultSchemas).map(([name, schema]) => [name, schema.optional()])) as {
      [K in keyof typeof faultSchemas]: z.ZodOptional<(typeof faultSchemas)[K]>;
    }),
    times: z
      .union([z.int().min(1), z.literal('always')])
      .default(1)
      .describe('so many times in a row, then the turn is played as it should be'),
  })
  .superRefine((fault, ctx) => {
    const kinds = Object.keys(fault).filter((name) => name !== 'times' && name !== 'request');
    if (kinds.length !== 1)
      ctx.addIssue({
        code: 'custom',
        message: `is one of ${Object.keys(faultSchemas).join(', ')}, with times beside it`,
      });
  });
export type ScriptFault = z.output<typeof scriptFaultSchema>;

const turnSchema = z.strictObject({
  reasoning: text.optional().describe('what the model thinks'),
  say: text.optional(),
  calls: z.array(callSchema).default([]).describe('tools that it asks for'),
  usage: usageSchema.optional().describe('default: a token for every four bytes'),
  model: text.min(1).optional().describe('name of the model that the answer bears; default: as asked for'),
  finish: z.enum(['stop', 'length']).optional().describe('length: cut off at the limit on the output'),
  fault: scriptFaultSchema.optional().describe('what goes wrong with this turn'),
});
export type ScriptTurn = z.output<typeof turnSchema>;
export type ScriptCall = ScriptTurn['calls'][number];

/** Schema of a scripted upstream: the model's turns of a conversation, and faults on the way (requirement A1). */
export const upstreamScriptSchema = z
  .strictObject({
    name: text.min(1).max(80).optional(),
    models: z.array(text.min(1)).min(1).default(['scripted']).describe('names that /v1/models lists'),
    tools: z
      .boolean()
      .default(true)
      .describe('false: a server without tool calling, which writes commands into a block of its text'),
    root: text.min(1).default('/work').describe("where the client's repository is, for tools that want whole paths"),
    turns: z
      .array(turnSchema)
      .default([])
      .describe('answers in order; which is next follows from what of the script the request holds already'),
    conversations: z
      .array(
        z.strictObject({
          when: text.min(1).describe('for conversations that begin with a message that holds this text'),
          turns: z.array(turnSchema).min(1),
        }),
      )
      .default([])
      .describe('further conversations; the first that fits is taken, else `turns`'),
    side: text.default('A side note').describe('answer to requests that lack the tools that the turns need'),
    done: text.default('Done.').describe('answer after the last turn'),
    faults: z
      .array(
        scriptFaultSchema.safeExtend({ request: z.int().min(1).describe('the first request that it befalls, from 1') }),
      )
      .default([])
      .describe('what goes wrong by the number of the request, whatever it asks'),
  })
  .refine(({ turns, conversations }) => turns.length + conversations.length > 0, {
    path: ['turns'],
    message: 'must have at least 1 entry',
  });
export type UpstreamScript = z.output<typeof upstreamScriptSchema>;

/**
 * Reads a script from a file.
 *
 * @throws {UserError} with file:line:column if it is no such script
 */
export function readUpstreamScript(file: string, cwd: string): UpstreamScript {
  const full = resolve(cwd, file);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) throw new UserError(`script ${file} does not exist`);
  if (!stat.isFile())
    throw new UserError(`script ${file} is no file`, 'Name a YAML file such as docs/agents.md#scripted-models shows.');
  return parseYaml(readFileSync(full, 'utf8'), file, upstreamScriptSchema).value;
}
