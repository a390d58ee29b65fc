import { z } from 'zod';
import type { Operation } from '../../contract/operations.js';
import type { EditOrder } from './answer.js';
import { BOUNDS, line, list, path, plainJson, text, words } from './bounds.js';

const name = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be a name of at most 64 letters, digits, "_", "." and "-"')
    .describe(what);

const span = (what: string, most: number) => z.int().min(1).max(most).describe(what);

const noNul = (given: string) => !given.includes('\0');

/** What each operation may be told: read by the dispatcher, offered as the input of MCP tools, written in scripts. */
export const argumentsOf = {
  acquire_lock: z.strictObject({
    path: path('file or folder in the workspace, relative; a folder covers all that is below it; "." is everything'),
    wait_ms: z
      .int()
      .min(0)
      .max(BOUNDS.wait_ms)
      .default(0)
      .describe('how long to wait, in milliseconds, while somebody else holds it; 0 = answer at once'),
    ttl_ms: span(
      'end the lock after so many milliseconds unless it is acquired again; at most what the task allows',
      2 ** 31 - 1,
    ).optional(),
    reason: words('what it is for; told to those who meet the lock', 300).optional(),
  }),
  release_lock: z.strictObject({
    path: path('as it was acquired; a lock acquired twice is released twice'),
  }),
  check_locks: z.strictObject({
    path: path('only locks on this path, above it and below it').optional(),
  }),
  submit_work: z.strictObject({
    id: name('its name, for depends_on and complete_work; absent = one is given').optional(),
    title: line('what is to be done, in a line'),
    description: text('all that whoever takes it has to know').default(''),
    priority: z.int().min(0).max(9).default(5).describe('9 is taken first; within a priority, first come first served'),
    depends_on: z
      .array(name('id of work that must be done before'))
      .max(BOUNDS.list)
      .default([])
      .describe('ids of work submitted earlier'),
    data: plainJson('anything else, as JSON').optional(),
  }),
  get_work: z.strictObject({}),
  complete_work: z.strictObject({
    id: name('of the work that was taken'),
    outcome: z.enum(['done', 'failed']).describe('work that depends on failed work is never handed out'),
    result: plainJson('what came of it, as JSON; told to whoever takes work that depends on it').optional(),
  }),
  remember: z.strictObject({
    text: words('what is worth knowing later, for everybody'),
    tags: z.array(line('a tag')).max(20).default([]).describe('words to find it by'),
    key: words('its name: a later text of the same key takes its place, the earlier ones are kept', 200).optional(),
  }),
  recall: z.strictObject({
    query: text('words to look for; what holds more of them comes first', BOUNDS.line_bytes).optional(),
    tags: z.array(line('a tag')).max(20).default([]).describe('only what has all of these'),
    key: words('only what was remembered under this key, with its earlier texts', 200).optional(),
    limit: z.int().min(1).max(50).default(10).describe('at most so many, the best first'),
  }),
  write_handoff: z.strictObject({
    to: z
      .union([z.literal('*'), name('an agent')])
      .describe('name of the agent who is to read it, or "*" for all others'),
    summary: words('where things stand'),
    done: list('what is finished', 'something finished'),
    todo: list('what is left', 'something left'),
    files: list('files that matter', 'a path'),
    notes: words('anything else').optional(),
  }),
  read_handoff: z.strictObject({
    from: name('only those of this agent').optional(),
    unread_only: z.boolean().default(false).describe('only those that were not read before'),
  }),
  run_command: z.strictObject({
    command: words('shell command, run in the workspace', BOUNDS.command_bytes).refine(
      noNul,
      'must not hold a NUL character',
    ),
    timeout_ms: span('wall-clock ceiling in milliseconds', 2 ** 31 - 1).optional(),
  }),
  edit_file: z
    .strictObject({
      path: path('file in the workspace, relative'),
      content: text('the whole new content', BOUNDS.content_bytes).optional(),
      executable: z.boolean().optional().describe('with content: whether the file can be run'),
      replace: words('text that the file holds exactly once', BOUNDS.content_bytes).optional(),
      with: text('what takes its place', BOUNDS.content_bytes).optional(),
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

/** Arguments of each operation, read. */
export type Arguments = { [O in Operation]: z.output<(typeof argumentsOf)[O]> };

/** The edit that arguments ask for. */
export function editOrder({ path, content, executable, replace, with: by }: Arguments['edit_file']): EditOrder {
  if (content !== undefined) return { path, content, ...(executable === undefined ? {} : { executable }) };
  if (replace !== undefined && by !== undefined) return { path, replace, with: by };
  return { path, delete: true };
}
