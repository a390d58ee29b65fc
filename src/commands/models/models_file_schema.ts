import { z } from 'zod';
import { durationSchema } from '../../contract/input/duration_schema.js';
import { RESERVED_HEADERS } from '../../gateway/upstreams/upstream.js';
import { HOP_BY_HOP_HEADERS } from '../../network/forward_to_destination.js';
import { dialectNames } from '../../record/events/model_payloads.js';
import { API_VERSION_PATTERN, parseBaseUrl } from './base_url.js';
import { modelPresets } from './model_presets.js';

const presetNames = Object.keys(modelPresets) as [string, ...string[]];

const headers = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'] as const;

/** Default time in milliseconds until an upstream begins to answer. */
export const DEFAULT_FIRST_BYTE_MS = 600_000;
/** Default time in milliseconds between two bytes of an answer. */
export const DEFAULT_IDLE_MS = 300_000;

const pattern = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be a model name without spaces, "*" stands for anything');

/** Header field that an operator may allow; fields that the gateway writes itself are excluded. */
const headerName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,99}$/i, 'must be the name of a header field, without its value')
  .transform((name) => name.toLowerCase())
  .refine((name) => !RESERVED_HEADERS.has(name) && !HOP_BY_HOP_HEADERS.has(name), 'is written by the gateway itself');

/** Upstream as a models file declares it. */
export const declaredUpstreamSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a name of letters, digits, ".", "_" and "-"')
      .describe('in records and reports; part of what makes an attempt another one'),
    preset: z.enum(presetNames).optional().describe('whose URL, dialects, key and provider hold where none are given'),
    url: z
      .string()
      .superRefine((text, ctx) => {
        const url = parseBaseUrl(text);
        if ('problem' in url) ctx.addIssue({ code: 'custom', message: url.problem });
      })
      .optional()
      .describe('base URL, with or without /v1 or the endpoint at its end'),
    base: z
      .enum(['exact', 'versioned', 'raw-predict'])
      .optional()
      .describe(
        'exact: endpoints stand right behind the URL; versioned: behind a /v1 that is put between; raw-predict: ' +
          'messages of Anthropic on Vertex; default: by the end of the URL',
      ),
    api_version: z
      .string()
      .regex(API_VERSION_PATTERN, 'must be a version such as 2024-10-21')
      .optional()
      .describe('api-version in the query of every request; may also stand in the URL'),
    models: z
      .array(pattern)
      .min(1)
      .max(200)
      .default(['*'])
      .describe('patterns of model names; the first match is taken'),
    dialects: z.array(z.enum(dialectNames)).min(1).optional().describe('wire formats that it speaks; default: all'),
    key: z
      .strictObject({
        env: z
          .string()
          .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable, not a key')
          .describe('variable of the caller that holds the key'),
        header: z
          .enum(headers)
          .optional()
          .describe('header that carries it; default: that of the preset, or authorization'),
      })
      .nullable()
      .optional()
      .describe("the provider's key; null = none, whatever the preset says"),
    provider: z.string().min(1).max(64).optional().describe('name by which the price library knows the provider'),
    free: z.boolean().optional().describe('its models cost nothing where the price table does not say otherwise'),
    headers: z
      .array(headerName)
      .max(32)
      .optional()
      .describe('header fields that agents may send to it besides those that providers document for a format'),
    rename: z.record(z.string(), pattern).optional().describe('model name as agents use it → as the upstream knows it'),
    timeouts: z
      .strictObject({
        first_byte: durationSchema().default(DEFAULT_FIRST_BYTE_MS).describe('until its answer begins'),
        idle: durationSchema().default(DEFAULT_IDLE_MS).describe('between two bytes of it'),
      })
      .prefault({}),
    backend: z.string().min(1).optional().describe('what serves its models, for steering: a name or a file'),
    insecure: z.boolean().default(false).describe('its key may travel over http:// to another machine'),
  })
  .refine((one) => one.url !== undefined || one.preset !== undefined, {
    message: 'there is neither a url nor a preset',
    path: ['name'],
  });
export type DeclaredUpstream = z.output<typeof declaredUpstreamSchema>;

/** Models file: several upstreams, each with its models, key and terms (requirement A2). */
export const modelsFileSchema = z.strictObject({
  upstreams: z
    .array(declaredUpstreamSchema)
    .min(1)
    .max(100)
    .superRefine((all, ctx) => {
      const names = new Set<string>();
      all.forEach(({ name }, i) => {
        if (names.has(name)) ctx.addIssue({ code: 'custom', path: [i, 'name'], message: `"${name}" is there twice` });
        names.add(name);
      });
    }),
});
