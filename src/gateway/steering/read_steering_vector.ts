import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { sha256 } from '../../record/json/compute_digest.js';

/** Limits of a file and of the numbers in it. */
const MOST_BYTES = 8 * 2 ** 20;
const MOST_NUMBERS = 2 ** 18;

/** Tensor in JSON: little-endian bytes, with types by the names of NumPy and torch. */
interface Tensor {
  data: string;
  dtype: string;
  original_dtype: string;
  shape: [1, number];
}

export type SteeringVector =
  | { form: 'tensor'; tensor: Tensor; sha256: string }
  | { form: 'payload'; payload: object; sha256: string };

/** Bytes of one number, and the mask of its exponent, which is all ones for infinities and NaN. */
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
/** A backend's own form, which only the backend can check. */
const payloadSchema = z.looseObject({ kind: z.string(), tensors: z.record(z.string(), z.unknown()) });

/**
 * Reads the vector of a row: a JSON list of numbers, `{dtype, shape, data}` with base64, or a backend's own payload
 * (`kind`, `tensors`).
 *
 * @param at position of the row
 * @throws {UserError}
 */
export function readSteeringVector(file: string, folder: string, at: string): SteeringVector {
  const fail = (what: string): never => {
    throw new UserError(`${at}  vector_file ${file}: ${what}`);
  };
  const path = resolve(folder, file);
  let bytes: Uint8Array;
  let value: unknown;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return fail('is not a file');
    if (stats.size > MOST_BYTES) return fail('is larger than 8 MiB');
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return fail(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail('is not JSON');
  }
  const digest = sha256(bytes);
  if (Array.isArray(value)) return { form: 'tensor', tensor: packNumbers(value, fail), sha256: digest };
  const tensor = tensorSchema.safeParse(value);
  if (tensor.success) return { form: 'tensor', tensor: checkTensor(tensor.data, fail), sha256: digest };
  const payload = payloadSchema.safeParse(value);
  if (payload.success) return { form: 'payload', payload: value as object, sha256: digest };
  return fail('must be a list of numbers, {dtype, shape, data}, or a payload with kind and tensors');
}

function packNumbers(value: readonly unknown[], fail: (what: string) => never): Tensor {
  if (value.length === 0 || value.length > MOST_NUMBERS) fail(`has ${value.length} numbers, not 1 to ${MOST_NUMBERS}`);
  const fault_index = value.findIndex((each) => typeof each !== 'number' || !Number.isFinite(Math.fround(each)));
  if (fault_index !== -1) fail(`entry ${fault_index + 1} is no number that 32 bits can hold`);
  const data = Buffer.alloc(value.length * 4);
  for (const [i, each] of value.entries()) data.writeFloatLE(each as number, i * 4);
  return checkTensor({ dtype: 'float32', shape: [value.length], data: data.toString('base64') }, fail);
}

function checkTensor({ dtype, shape, data }: z.infer<typeof tensorSchema>, fail: (what: string) => never): Tensor {
  const type = TYPES[dtype];
  const count = shape.at(-1)!;
  const bytes = Buffer.from(data, 'base64');
  if (count > MOST_NUMBERS) fail(`has ${count} numbers, more than ${MOST_NUMBERS}`);
  if (bytes.length !== count * type.bytes) fail(`holds ${bytes.length} bytes, not ${count} numbers of ${type.bytes}`);
  let zero = true;
  for (let offset = 0; offset < bytes.length; offset += type.bytes) {
    const bits = type.bytes === 4 ? bytes.readUInt32LE(offset) : bytes.readUInt16LE(offset);
    if ((bits & type.exponent) === type.exponent) fail(`number ${offset / type.bytes + 1} is not finite`);
    // Minus zero counts as zero.
    if (bits << (32 - 8 * type.bytes + 1) !== 0) zero = false;
  }
  if (zero) fail('is all zeros: it steers nothing');
  return { data, dtype: type.dtype, original_dtype: type.original_dtype, shape: [1, count] };
}
