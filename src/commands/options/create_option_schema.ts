import { z } from 'zod';
import type { OptionKind } from './option_spec.js';
import { OPTION_TABLE, type OptionField } from './option_table.js';

/** Schema of the value of an option, by its kind. */
type ValueSchema<K extends OptionKind> = K extends { type: 'flag' }
  ? z.ZodBoolean
  : K extends { type: 'list' }
    ? z.ZodArray<z.ZodString>
    : K extends { type: 'integer' | 'number' }
      ? z.ZodNumber
      : K extends { type: 'choice'; choices: readonly (infer C extends string)[] }
        ? z.ZodEnum<{ [Each in C]: Each }>
        : z.ZodString;

/** Creates the schema of the values of a kind. */
export function createValueSchema<K extends OptionKind>(kind: K): ValueSchema<K> {
  return createSchema(kind) as unknown as ValueSchema<K>;
}

function createSchema(kind: OptionKind): z.ZodType {
  switch (kind.type) {
    case 'flag':
      return z.boolean();
    case 'list':
      return z.array(createTextSchema(kind)).max(kind.most ?? 10_000);
    case 'integer':
      return createNumberSchema(z.int(), kind);
    case 'number':
      return createNumberSchema(z.number(), kind);
    case 'choice':
      return z.enum(kind.choices as [string, ...string[]], `must be one of: ${kind.choices.join(', ')}`);
    case 'text':
      return createTextSchema(kind)
        .max(kind.most ?? 100_000, `must be at most ${kind.most} characters`)
        .superRefine((text, context) => {
          const fault = kind.findFault?.(text);
          if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
        });
  }
}

function createTextSchema({ pattern, message }: { pattern?: RegExp; message?: string }): z.ZodString {
  return pattern === undefined ? z.string().min(1) : z.string().regex(pattern, message);
}

function createNumberSchema(
  schema: z.ZodNumber | z.ZodInt,
  { above, below, least, most }: { above?: number; below?: number; least?: number; most?: number },
): z.ZodType {
  let bounded: z.ZodType<number> = schema;
  if (above !== undefined) bounded = bounded.check(z.gt(above, `must be above ${above}`));
  if (below !== undefined) bounded = bounded.check(z.lt(below, `must be below ${below}`));
  if (least !== undefined) bounded = bounded.check(z.gte(least, `must be at least ${least}`));
  if (most !== undefined) bounded = bounded.check(z.lte(most, `must be at most ${most}`));
  return bounded;
}

/** Schema of an option in the options of a verb: lists are empty and flags false where nothing is given. */
type OptionSchema<K extends OptionKind> = K extends { type: 'list' | 'flag' }
  ? z.ZodDefault<ValueSchema<K>>
  : z.ZodOptional<ValueSchema<K>>;

function createAbsentSchema(kind: OptionKind): z.ZodType {
  const schema = createSchema(kind);
  if (kind.type === 'list') return schema.default([]);
  return kind.type === 'flag' ? schema.default(false) : schema.optional();
}

/** Creates the schema of an option of the table, as the verbs' schemas have it. The help is its description. */
export function createOptionSchema<F extends OptionField>(field: F): OptionSchema<(typeof OPTION_TABLE)[F]['kind']> {
  const { kind, help } = OPTION_TABLE[field];
  return createAbsentSchema(kind).describe(help) as unknown as OptionSchema<(typeof OPTION_TABLE)[F]['kind']>;
}
