import { z } from 'zod';
import { operations } from '../../contract/operations.js';
import { argumentsOf } from '../coordination/arguments.js';

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
    const read = argumentsOf[use].safeParse(given);
    for (const issue of read.success ? [] : read.error.issues)
      ctx.addIssue({
        code: 'custom',
        path: ['with', ...issue.path],
        message: `${issue.message} (arguments of ${use}; say expect: failed if that is meant)`,
      });
  });

/** A fixed list of operations: for baselines, tests and safety tasks (A1). */
export const scriptSchema = z
  .strictObject({
    name: z.string().min(1).max(80).optional(),
    inspect: z.array(commandSchema).default([]).describe('commands of the inspect stage: the workspace is read-only'),
    operations: z
      .array(
        z.union([
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
        ]),
      )
      .min(1),
    via: z
      .enum(['api', 'mcp'])
      .default('api')
      .describe('how operations reach the coordination layer; mcp: through its server, with the token of the agent'),
    test: z
      .array(commandSchema)
      .default([])
      .describe('commands of the test stage, after the operations; what they change does not travel'),
  })
  .superRefine(({ operations }, ctx) => {
    const names = keptNames({ operations });
    for (const { one, path } of placedUses(operations))
      for (const field of ['when', 'unless'] as const)
        if (one[field] !== undefined && !names.has(one[field]))
          ctx.addIssue({ code: 'custom', path: [...path, field], message: `no operation keeps "${one[field]}"` });
  });
export type Script = z.output<typeof scriptSchema>;
export type ScriptOperation = Script['operations'][number];
export type ScriptCommand = z.output<typeof operationCommandSchema>;
export type Use = z.output<typeof useSchema>;

/** Names that its operations keep. */
export const keptNames = (script: Pick<Script, 'operations'>): ReadonlySet<string> =>
  new Set(usesOf(script).flatMap(({ keep = {} }) => Object.keys(keep)));

/** Every operation of the coordination layer that a script asks for. */
export const usesOf = ({ operations }: Pick<Script, 'operations'>): Use[] =>
  placedUses(operations).map(({ one }) => one);

/** The same, with where each stands in the script. */
export function placedUses(operations: Script['operations']): { one: Use; path: (string | number)[] }[] {
  return operations.flatMap((operation, i) => {
    if ('use' in operation) return [{ one: operation, path: ['operations', i] }];
    if (!('together' in operation)) return [];
    const lists = operation.together.map((list, j) =>
      list.map((one, k) => ({ one, path: ['operations', i, 'together', j, k] })),
    );
    return lists.flat();
  });
}
