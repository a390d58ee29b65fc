import { z } from 'zod';
import { suggestName } from '../../contract/input/user_error.js';
import { dialectNames } from '../../record/events/model_payloads.js';
import { steeringActions } from './steering_vector_adapter.js';

const nameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,40}$/, 'must be a short name of lower-case letters, digits and -');

/** Template variables of `row` and `envelope`. */
const templateVariables = [
  '$layer',
  '$coefficient',
  '$action',
  '$hookpoint',
  '$feature_index',
  '$sparse_model',
  '$sae_id',
  '$vector_path',
  '$tensor',
  '$payload',
  '$name',
] as const;
export type TemplateVariable = (typeof templateVariables)[number];

type Template = string | number | boolean | null | Template[] | { [key: string]: Template };
const templateSchema: z.ZodType<Template> = z.lazy(() =>
  z.union([
    z.string().superRefine((text, { addIssue }) => {
      if (!text.startsWith('$') || text === '$rows' || (templateVariables as readonly string[]).includes(text)) return;
      addIssue({
        code: 'custom',
        message: `"${text}" stands for nothing${suggestName(text, [...templateVariables, '$rows'])}`,
      });
    }),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(templateSchema),
    z.record(z.string().max(100), templateSchema),
  ]),
);

/**
 * Schema of a steering backend: the mapping of steering into requests for one kind of server, or the reason why there
 * is none.
 */
export const steeringBackendSchema = z.discriminatedUnion('steers', [
  z.strictObject({ name: nameSchema, steers: z.literal(false), reason: z.string().min(1).max(300) }),
  z.strictObject({
    name: nameSchema,
    steers: z.literal(true),
    dialects: z.array(z.enum(dialectNames)).min(1).describe('formats in which the field exists'),
    request_path: z
      .string()
      .regex(/^[A-Za-z_]\w{0,60}(\.[A-Za-z_]\w{0,60}){0,3}$/)
      .refine((path) => !/(^|\.)__proto__(\.|$)/.test(path))
      .describe('the field of the request'),
    encoding: z.enum(['object', 'json_string']),
    envelope: templateSchema.describe('what the field holds; "$rows" stands for the rows'),
    row: templateSchema.describe('one row; a key whose value there is none of is left out'),
    rows: z.enum(['one', 'many']).describe('how many a request can carry; "one": the field holds it without a list'),
    same_hookpoint: z.enum(['sum', 'refuse']).describe('whether several rows that add at one hookpoint are added up'),
    hookpoints: z
      .array(z.string().max(100))
      .min(1)
      .describe('that it knows: {layer} stands for a number, * for anything'),
    actions: z
      .partialRecord(
        z.enum(steeringActions),
        z.union([z.string(), z.strictObject({ as: z.string(), partly: z.string() })]),
      )
      .describe('its words for actions; partly = what of the row it does not heed'),
    vectors: z
      .array(z.enum(['feature', 'path', 'tensor', 'payload']))
      .min(1)
      .describe(
        'feature: it finds vectors by feature itself · path: on the server · tensor: numbers · payload: its own JSON',
      ),
    unsupported: z.enum(['refuse', 'noop']).describe('what becomes of rows that it cannot do'),
  }),
]);
export type SteeringBackendSpec = z.infer<typeof steeringBackendSchema>;
export type SteeringBackend = Extract<SteeringBackendSpec, { steers: true }>;
