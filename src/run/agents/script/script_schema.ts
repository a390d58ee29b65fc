import { z } from 'zod';
import { operations } from '../../../contract/coordination/mechanism.js';
import { operationArgumentSchemas } from '../../coordination/operations/operation_arguments.js';
import { interpolateVariables } from './script_variables.js';

const repositoryPathSchema = z
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

const outcomeSchema = z.enum(['done', 'denied', 'failed']);

/** Schema of an operation of the coordination layer (requirement A4), made as one of the contract's agents. */
const operationStepSchema = z
  .strictObject({
    use: z.enum(operations).describe('operation of the coordination layer'),
    with: z.record(z.string(), z.unknown()).default({}).describe('its arguments'),
    as: z.string().min(1).optional().describe('agent of the contract; default: its first'),
    expect: outcomeSchema
      .optional()
      .describe('what should come of it; a surprise is noted in the record and judged nowhere'),
    stop_if: z
      .union([outcomeSchema.transform((one) => [one]), z.array(outcomeSchema)])
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
    // Operations that are meant to be refused may have any arguments.
    if (expect === 'denied' || expect === 'failed') return;
    // Variables are not known yet; their names stand in for them.
    const read = operationArgumentSchemas[use].safeParse(interpolateVariables(given, (_, name) => name));
    for (const issue of read.success ? [] : read.error.issues)
      ctx.addIssue({
        code: 'custom',
        path: ['with', ...issue.path],
        message: `${issue.message} (arguments of ${use}; say expect: failed if that is meant)`,
      });
  });

const operationSchema = z.union([
  z.strictObject({
    write: repositoryPathSchema.describe('file to create or overwrite'),
    content: z.string(),
    executable: z.boolean().default(false),
  }),
  z.strictObject({
    replace: repositoryPathSchema.describe('file to edit'),
    from: z.string().min(1).describe('text that must be there exactly once'),
    to: z.string(),
  }),
  z.strictObject({ delete: repositoryPathSchema.describe('file or folder to remove') }),
  operationCommandSchema,
  operationStepSchema,
  z.strictObject({
    together: z
      .array(z.array(operationStepSchema).min(1))
      .min(2)
      .max(64)
      .describe('lists of operations of the coordination layer that are done side by side'),
  }),
]);

/** Schema of a script: a fixed list of operations for baselines, tests and safety tasks (requirement A1). */
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
        'what it does for each part of a contract with coordination.subtasks, by the id of the part; ' +
          'instead of `operations`',
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
    const issue = (path: FieldPath, message: string) => ctx.addIssue({ code: 'custom', path, message });
    if (operations.length === 0 && !subtasks) issue(['operations'], 'must have at least 1 entry');
    if (operations.length > 0 && subtasks) issue(['subtasks'], 'stands instead of operations, not beside them');
    for (const { list, path } of listOperationLists(script)) {
      const names = collectVariableNames(list);
      for (const { one, at: place } of findOperationSteps(list))
        for (const field of ['when', 'unless'] as const)
          if (one[field] !== undefined && !names.has(one[field]))
            issue([...path, ...place, field], `no operation keeps "${one[field]}"`);
    }
  });
export type Script = z.output<typeof scriptSchema>;
export type ScriptOperation = Script['operations'][number];
export type ScriptCommand = z.output<typeof operationCommandSchema>;
export type OperationStep = z.output<typeof operationStepSchema>;

/** Path of a field in a script. */
export type FieldPath = (string | number)[];

/** Lists the operation lists of a script: one, or one per subtask. */
export const listOperationLists = ({ operations, subtasks }: Pick<Script, 'operations' | 'subtasks'>) => [
  { list: operations, path: ['operations'] as FieldPath },
  ...Object.entries(subtasks ?? {}).map(([id, list]) => ({ list, path: ['subtasks', id] as FieldPath })),
];

/** Collects the names of variables that operations capture. */
export const collectVariableNames = (list: readonly ScriptOperation[]): ReadonlySet<string> =>
  new Set(findOperationSteps(list).flatMap(({ one: { keep = {} } }) => Object.keys(keep)));

/** Lists every operation of the coordination layer in a script, with its path. */
export const listOperationSteps = (
  script: Pick<Script, 'operations' | 'subtasks'>,
): { one: OperationStep; path: FieldPath }[] =>
  listOperationLists(script).flatMap(({ list, path }) =>
    findOperationSteps(list).map(({ one, at }) => ({ one, path: [...path, ...at] })),
  );

function findOperationSteps(list: readonly ScriptOperation[]): { one: OperationStep; at: FieldPath }[] {
  return list.flatMap((operation, i) => {
    if ('use' in operation) return [{ one: operation, at: [i] }];
    if (!('together' in operation)) return [];
    return operation.together.flatMap((uses, j) => uses.map((one, k) => ({ one, at: [i, 'together', j, k] })));
  });
}
