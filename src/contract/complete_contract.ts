import { z } from 'zod';
import { contractSchema } from './contract_schema.js';
import type { CompletedValue } from './input/parse_yaml.js';

const { shape } = contractSchema;

/** Makes all fields of an object optional, without their defaults: they are those of the contract. */
const toPart = (schema: z.ZodType) => {
  const object = schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return object instanceof z.ZodObject ? object.partial().optional() : schema.optional();
};

/** Parts of a contract that several contracts can share. */
export const contractDefaultsSchema = z
  .strictObject({
    schema: z.literal(1).describe('version of this format'),
    metadata: toPart(shape.metadata),
    environment: toPart(shape.environment),
    setup: shape.setup.unwrap().optional(),
    build: shape.build.optional(),
    oracle: toPart(shape.oracle),
    policy: toPart(shape.policy),
    budget: toPart(shape.budget),
    scoring: toPart(shape.scoring),
    flakiness: toPart(shape.flakiness),
  })
  .describe('defaults that contracts share by `extends`; a contract overrides single fields, and whole lists');

/**
 * Completes a raw contract with the defaults that it extends. Maps are merged field by field; a list or value of the
 * contract replaces that of the defaults.
 *
 * @param read reads the raw defaults of a file with the places of their fields; throws if they cannot be read
 */
export function completeContract(raw: unknown, read: (file: string) => Required<CompletedValue>): CompletedValue {
  if (!isMap(raw) || raw.extends === undefined) return { raw };
  const { extends: file, ...ownFields } = raw;
  // A value of another type is left to the schema, which says what is wrong with it.
  if (typeof file !== 'string') return { raw };
  const { raw: defaults, inherited } = read(file);
  return isMap(defaults) ? { raw: mergeMaps(defaults, ownFields), inherited } : { raw };
}

function mergeMaps(defaults: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries(own).map(([key, value]) => {
    const defaultValue = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    return [key, isMap(defaultValue) && isMap(value) ? mergeMaps(defaultValue, value) : value] as const;
  });
  // A key such as "__proto__" stays a key, and is refused as an unknown one.
  return Object.fromEntries([...Object.entries(defaults), ...merged]);
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
