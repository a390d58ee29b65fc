import { z } from 'zod';
import { operations } from '../../contract/operations.js';
import { argumentsOf } from '../coordination/arguments.js';
import { filledIn } from './known.js';

const path = z
  .string()
  .min(1)
  .refine(
    (p) => !p.startsWith('/') && !p.split('/').some((part) => part === '..' || part === '.git' || part === ''),
    'must be a path inside the repository',
  );

const commandSchema = z.strictObject({
  run: z.string().min(1).describe('shell command, in the sandbox'),
  timeout: z.number().positive().default(60).describe('seconds'),
});

const operationCommandSchema = commandSchema.extend({
  cycle: z.boolean().optional().describe('a build or test cycle: its exit status says whether it passed'),
});

const outcome = z.enum(['done', 'denied', 'failed']);

/** An operation of the coordination layer (A4), as one of the contract's agents. */
const useSchema = z
  .strictObject({
    use: z.enum(operations).describe('operation of the coordination layer'),
    with: z.record(z.string(), z.unknown()).default({}).describe('its arguments'),
    as: z.string().min(1).optional().describe('agent of the contract; default: its first'),
    expect: outcome.optional().describe('what should come of it; a surprise is noted in the record and judged nowhere'),
    stop_if: z
      .union([outcome.transform((one) => [one]), z.array(outcome)])
      .default([])
      .describe('the script ends after this operation where that came of it'),
    keep: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a name of small letters, digits and "_"'),
        z.string().regex(/^[^.]+(\.[^.]+)*$/, 'must be a way into the result, such as found.0.text'),
      )
      .optional()
      .describe('what of the result is kept under which name, for {{name}} in arguments of later operations'),
    when: z.string().optional().describe('done only where this name is known'),
    unless: z.string().optional().describe('done only where this name is not known'),
  })
  .superRefine(({ use, with: given, expect }, ctx) => {
    // What is meant to be refused may be anything.
    if (expect === 'denied' || expect === 'failed') return;
    // What is not known yet stands in as its name.
    const read = argumentsOf[use].safeParse(filledIn(given, (_, name) => name));
    for (const issue of read.success ? [] : read.error.issues)
      ctx.addIssue({
        code: 'custom',
        path: ['with', ...issue.path],
        message: `${issue.message} (arguments of ${use}; say expect: failed if that is meant)`,
      });
  });

const operationSchema = z.union([
  z.strictObject({
    write: path.describe('file to create or overwrite'),
    content: z.string(),
    executable: z.boolean().default(false),
  }),
  z.strictObject({
    replace: path.describe('file to edit'),
    from: z.string().min(1).describe('text that must be there exactly once'),
    to: z.string(),
  }),
  z.strictObject({ delete: path.describe('file or folder to remove') }),
  operationCommandSchema,
  useSchema,
  z.strictObject({
    together: z
      .array(z.array(useSchema).min(1))
      .min(2)
      .max(64)
      .describe('lists of operations of the coordination layer that are done side by side'),
  }),
]);

/** A fixed list of operations: for baselines, tests and safety tasks (A1). */
export const scriptSchema = z
  .strictObject({
    name: z.string().min(1).max(80).optional(),
    inspect: z.array(commandSchema).default([]).describe('commands of the inspect stage: the workspace is read-only'),
    operations: z
      .array(operationSchema)
      .default([])
      .describe('what it does, in order; of a task that is worked at as one'),
    subtasks: z
      .record(z.string(), z.array(operationSchema))
      .optional()
      .describe(
        'what it does for each part of a contract with coordination.subtasks, by the id of the part; instead of `operations`',
      ),
    via: z
      .enum(['api', 'mcp'])
      .default('api')
      .describe('how operations reach the coordination layer; mcp: through its server, with the token of the agent'),
    test: z
      .array(commandSchema)
      .default([])
      .describe('commands of the test stage, after the operations; what they change does not travel'),
  })
  .superRefine((script, ctx) => {
    const { operations, subtasks } = script;
    const issue = (path: Place, message: string) => ctx.addIssue({ code: 'custom', path, message });
    if (operations.length === 0 && !subtasks) issue(['operations'], 'must have at least 1 entry');
    if (operations.length > 0 && subtasks) issue(['subtasks'], 'stands instead of operations, not beside them');
    for (const { list, path } of listsOf(script)) {
      const names = keptNames(list);
      for (const { one, at } of usesOf(list))
        for (const field of ['when', 'unless'] as const)
          if (one[field] !== undefined && !names.has(one[field]))
            issue([...path, ...at, field], `no operation keeps "${one[field]}"`);
    }
  });
export type Script = z.output<typeof scriptSchema>;
export type ScriptOperation = Script['operations'][number];
export type ScriptCommand = z.output<typeof operationCommandSchema>;
export type Use = z.output<typeof useSchema>;

/** Where something stands in a script. */
export type Place = (string | number)[];

/** The lists of operations of a script: one, or one for each part of the task. */
export const listsOf = ({ operations, subtasks }: Pick<Script, 'operations' | 'subtasks'>) => [
  { list: operations, path: ['operations'] as Place },
  ...Object.entries(subtasks ?? {}).map(([id, list]) => ({ list, path: ['subtasks', id] as Place })),
];

/** Names that operations keep. */
export const keptNames = (list: readonly ScriptOperation[]): ReadonlySet<string> =>
  new Set(usesOf(list).flatMap(({ one: { keep = {} } }) => Object.keys(keep)));

/** Every operation of the coordination layer that a script asks for, with where it stands. */
export const placedUses = (script: Pick<Script, 'operations' | 'subtasks'>): { one: Use; path: Place }[] =>
  listsOf(script).flatMap(({ list, path }) => usesOf(list).map(({ one, at }) => ({ one, path: [...path, ...at] })));

function usesOf(list: readonly ScriptOperation[]): { one: Use; at: Place }[] {
  return list.flatMap((operation, i) => {
    if ('use' in operation) return [{ one: operation, at: [i] }];
    if (!('together' in operation)) return [];
    return operation.together.flatMap((uses, j) => uses.map((one, k) => ({ one, at: [i, 'together', j, k] })));
  });
}
