import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import { GENESIS_HASH } from '../../record/storage/verify_hash_chain.js';

const SIZE_LIMIT = 128 * 2 ** 20;

/** Line of a log that belongs to a protocol, chained to the line before it. */
interface PilotLogLine {
  protocol: string;
  prev: string;
  hash: string;
}

/** Description of a log of a pilot: its place, and the schema of its lines. */
interface PilotLogSpec<T extends PilotLogLine> {
  folder: string;
  shown: string;
  file: string;
  schema: z.ZodType<T>;
  /** Name of a line in messages: "removal". */
  noun: string;
  /** Remedy for a torn last line. */
  torn: string;
}

/**
 * Reads a hash-chained log of a pilot. The chain detects lines that were changed, removed or inserted.
 *
 * @throws {UserError} with the line at fault
 */
export function readPilotLog<T extends PilotLogLine>(spec: PilotLogSpec<T>, protocol: string): T[] {
  const path = join(spec.folder, spec.file);
  if (!existsSync(path)) return [];
  const name = join(spec.shown, spec.file);
  const lines = readPilotFile(path, name).split('\n');
  if (lines.pop() !== '') throw new UserError(`${name}: the last line is torn`, spec.torn);
  let prev = GENESIS_HASH;
  return lines.map((line, i) => {
    const broken = (why: string) =>
      new UserError(
        `${name}:${i + 1}:1  ${why}`,
        `Restore it as it was written: every ${spec.noun} is part of the result.`,
      );
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw broken('is not JSON');
    }
    const read = spec.schema.safeParse(value);
    if (!read.success) throw broken(`is no ${spec.noun}: ${read.error.issues[0]?.message}`);
    const { hash, ...body } = read.data;
    if (body.protocol !== protocol) throw broken('belongs to another protocol');
    if (body.prev !== prev || computeDigest(body) !== hash) throw broken('was changed after it was written');
    prev = hash;
    return read.data;
  });
}

/** Reads a file of a pilot. @throws {UserError} for links and files that are too large */
export function readPilotFile(path: string, shown: string): string {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > SIZE_LIMIT) throw Object.assign(new Error(), { code: 'not a file of a pilot' });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Restore it as it was agreed.',
    );
  }
}
