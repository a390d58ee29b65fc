import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../contract/user_error.js';
import { sha256 } from '../../../record/canonical.js';

/** Bounds of a file and of the numbers in it. */
const MOST_BYTES = 8 * 2 ** 20;
const MOST_NUMBERS = 2 ** 18;

/** A tensor as JSON carries it: little-endian bytes, and types by the names of NumPy and torch. */
export interface Tensor {
  data: string;
  dtype: string;
  original_dtype: string;
  shape: [1, number];
}

export type Vector =
  | { form: 'tensor'; tensor: Tensor; sha256: string }
  | { form: 'payload'; payload: object; sha256: string };

/** Bytes of one number, and the mask of its exponent, all ones in infinities and NaN. */
const TYPES = {
  float32: { bytes: 4, exponent: 0x7f800000, dtype: 'float32', original_dtype: 'torch.float32' },
  float16: { bytes: 2, exponent: 0x7c00, dtype: 'float16', original_dtype: 'torch.float16' },
  bfloat16: { bytes: 2, exponent: 0x7f80, dtype: 'int16', original_dtype: 'torch.bfloat16' },
} as const;

const tensorSchema = z.strictObject({
  dtype: z.enum(['float32', 'float16', 'bfloat16']),
  shape: z.union([z.tuple([z.int().min(1)]), z.tuple([z.literal(1), z.int().min(1)])]),
  data: z.base64(),
});
/** A backend's own form, which only it can check. */
const payloadSchema = z.looseObject({ kind: z.string(), tensors: z.record(z.string(), z.unknown()) });

/**
 * The vector of a row: a JSON list of numbers, `{dtype, shape, data}` with base64, or a backend's own payload (`kind`, `tensors`).
 * Weights are never guessed.
 *
 * @param at where the row stands
 * @throws {UserError}
 */
export function readVector(file: string, folder: string, at: string): Vector {
  const say = (what: string): never => {
    throw new UserError(`${at}  vector_file ${file}: ${what}`);
  };
  const path = resolve(folder, file);
  let bytes: Uint8Array;
  let value: unknown;
  try {
    const found = statSync(path);
    if (!found.isFile()) return say('is not a file');
    if (found.size > MOST_BYTES) return say('is larger than 8 MiB');
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return say(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return say('is not JSON');
  }
  const digest = sha256(bytes);
  if (Array.isArray(value)) return { form: 'tensor', tensor: ofNumbers(value, say), sha256: digest };
  const tensor = tensorSchema.safeParse(value);
  if (tensor.success) return { form: 'tensor', tensor: ofBytes(tensor.data, say), sha256: digest };
  const payload = payloadSchema.safeParse(value);
  if (payload.success) return { form: 'payload', payload: value as object, sha256: digest };
  return say('must be a list of numbers, {dtype, shape, data}, or a payload with kind and tensors');
}

function ofNumbers(value: readonly unknown[], say: (what: string) => never): Tensor {
  if (value.length === 0 || value.length > MOST_NUMBERS) say(`has ${value.length} numbers, not 1 to ${MOST_NUMBERS}`);
  const wrong = value.findIndex((each) => typeof each !== 'number' || !Number.isFinite(Math.fround(each)));
  if (wrong !== -1) say(`entry ${wrong + 1} is no number that 32 bits can hold`);
  const data = Buffer.alloc(value.length * 4);
  for (const [i, each] of value.entries()) data.writeFloatLE(each as number, i * 4);
  return ofBytes({ dtype: 'float32', shape: [value.length], data: data.toString('base64') }, say);
}

function ofBytes({ dtype, shape, data }: z.infer<typeof tensorSchema>, say: (what: string) => never): Tensor {
  const type = TYPES[dtype];
  const count = shape.at(-1)!;
  const bytes = Buffer.from(data, 'base64');
  if (count > MOST_NUMBERS) say(`has ${count} numbers, more than ${MOST_NUMBERS}`);
  if (bytes.length !== count * type.bytes) say(`holds ${bytes.length} bytes, not ${count} numbers of ${type.bytes}`);
  let zero = true;
  for (let at = 0; at < bytes.length; at += type.bytes) {
    const bits = type.bytes === 4 ? bytes.readUInt32LE(at) : bytes.readUInt16LE(at);
    if ((bits & type.exponent) === type.exponent) say(`number ${at / type.bytes + 1} is not finite`);
    // Also minus zero.
    if (bits << (32 - 8 * type.bytes + 1) !== 0) zero = false;
  }
  if (zero) say('is all zeros: it steers nothing');
  return { data, dtype: type.dtype, original_dtype: type.original_dtype, shape: [1, count] };
}
