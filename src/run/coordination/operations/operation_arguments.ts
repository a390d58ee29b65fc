import { z } from 'zod';
import type { Operation } from '../../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  COORDINATION_LIMITS,
  lineListSchema,
  lineSchema,
  nonEmptyTextSchema,
  plainJsonSchema,
  textSchema,
  workspacePathSchema,
} from './coordination_limits.js';
import type { EditRequest } from './operation_result.js';

const nameSchema = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be a name of at most 64 letters, digits, "_", "." and "-"')
    .describe(what);

const spanSchema = (what: string, most: number) => z.int().min(1).max(most).describe(what);

const hasNoNul = (given: string) => !given.includes('\0');

/** Schemas of the arguments of each operation, for the dispatcher, MCP tools and scripts. */
export const operationArgumentSchemas = {
  acquire_lock: z.strictObject({
    path: workspacePathSchema(
      'file or folder in the workspace, relative; a folder covers all that is below it; "." is everything',
    ),
    wait_ms: z
      .int()
      .min(0)
      .max(COORDINATION_LIMITS.wait_ms)
      .default(0)
      .describe('how long to wait, in milliseconds, while somebody else holds it; 0 = answer at once'),
    ttl_ms: spanSchema(
      'end the lock after so many milliseconds unless it is acquired again; at most what the task allows',
      2 ** 31 - 1,
    ).optional(),
    reason: nonEmptyTextSchema('what it is for; told to those who meet the lock', 300).optional(),
  }),
  release_lock: z.strictObject({
    path: workspacePathSchema('as it was acquired; a lock acquired twice is released twice'),
  }),
  check_locks: z.strictObject({
    path: workspacePathSchema('only locks on this path, above it and below it').optional(),
  }),
  submit_work: z.strictObject({
    id: nameSchema('its name, for depends_on and complete_work; absent = one is given').optional(),
    title: lineSchema('what is to be done, in a line'),
    description: textSchema('all that whoever takes it has to know').default(''),
    priority: z.int().min(0).max(9).default(5).describe('9 is taken first; within a priority, first come first served'),
    depends_on: z
      .array(nameSchema('id of work that must be done before'))
      .max(COORDINATION_LIMITS.list)
      .default([])
      .describe('ids of work submitted earlier'),
    data: plainJsonSchema('anything else, as JSON').optional(),
    assignee: nameSchema('agent that is to do it; absent = whoever takes it first').optional(),
  }),
  get_work: z.strictObject({}),
  complete_work: z.strictObject({
    id: nameSchema('of the work that was taken'),
    outcome: z.enum(['done', 'failed']).describe('work that depends on failed work is never handed out'),
    result: plainJsonSchema('what came of it, as JSON; told to whoever takes work that depends on it').optional(),
  }),
  remember: z.strictObject({
    text: nonEmptyTextSchema('what is worth knowing later, for everybody'),
    tags: z.array(lineSchema('a tag')).max(20).default([]).describe('words to find it by'),
    key: nonEmptyTextSchema(
      'its name: a later text of the same key takes its place, the earlier ones are kept',
      200,
    ).optional(),
  }),
  recall: z.strictObject({
    query: textSchema(
      'words to look for; what holds more of them comes first',
      COORDINATION_LIMITS.line_bytes,
    ).optional(),
    tags: z.array(lineSchema('a tag')).max(20).default([]).describe('only what has all of these'),
    key: nonEmptyTextSchema('only what was remembered under this key, with its earlier texts', 200).optional(),
    limit: z.int().min(1).max(50).default(10).describe('at most so many, the best first'),
  }),
  write_handoff: z.strictObject({
    to: z
      .union([z.literal('*'), nameSchema('an agent')])
      .describe('name of the agent who is to read it, or "*" for all others'),
    summary: nonEmptyTextSchema('where things stand'),
    done: lineListSchema('what is finished', 'something finished'),
    todo: lineListSchema('what is left', 'something left'),
    files: lineListSchema('files that matter', 'a path'),
    notes: nonEmptyTextSchema('anything else').optional(),
  }),
  read_handoff: z.strictObject({
    from: nameSchema('only those of this agent').optional(),
    unread_only: z.boolean().default(false).describe('only those that were not read before'),
  }),
  run_command: z.strictObject({
    command: nonEmptyTextSchema('shell command, run in the workspace', COORDINATION_LIMITS.command_bytes).refine(
      hasNoNul,
      'must not hold a NUL character',
    ),
    timeout_ms: spanSchema('wall-clock ceiling in milliseconds', 2 ** 31 - 1).optional(),
  }),
  edit_file: z
    .strictObject({
      path: workspacePathSchema('file in the workspace, relative'),
      content: textSchema('the whole new content', COORDINATION_LIMITS.content_bytes).optional(),
      executable: z.boolean().optional().describe('with content: whether the file can be run'),
      replace: nonEmptyTextSchema(
        'text that the file holds exactly once',
        COORDINATION_LIMITS.content_bytes,
      ).optional(),
      with: textSchema('what takes its place', COORDINATION_LIMITS.content_bytes).optional(),
      delete: z.literal(true).optional().describe('remove the file'),
    })
    .refine(
      ({ content, executable, replace, with: by, delete: gone }) =>
        [content, replace, gone].filter((how) => how !== undefined).length === 1 &&
        (replace === undefined) === (by === undefined) &&
        (executable === undefined || content !== undefined),
      'say one of: content (with executable or without), replace and with, delete',
    ),
} as const satisfies Record<Operation, z.ZodType>;

/** Parsed arguments of each operation. */
export type OperationArguments = { [O in Operation]: z.output<(typeof operationArgumentSchemas)[O]> };

/** Converts arguments to an edit request. */
export function toEditRequest({
  path,
  content,
  executable,
  replace,
  with: by,
}: OperationArguments['edit_file']): EditRequest {
  if (content !== undefined) return { path, content, ...omitUndefined({ executable }) };
  if (replace !== undefined && by !== undefined) return { path, replace, with: by };
  return { path, delete: true };
}
