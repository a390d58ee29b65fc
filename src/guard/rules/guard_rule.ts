import { z } from 'zod';
import { guardLevels } from '../guard.js';
import { codeLanguages } from '../invocation.js';
import { pathClasses } from '../vocabulary/vocabulary.js';

/** Returns a part that may be absent, with its description in the schema of rule files. */
const optional = <Schema extends z.ZodType>(schema: Schema, text: string) => schema.optional().describe(text);

const words = z.array(z.string().max(200)).min(1);
const pattern = 'exact, or with "*" for any characters ("\\\\*" for a star)';
const places = z.array(z.enum(pathClasses)).min(1);
const level = optional(
  z.enum(guardLevels),
  '"strict": holds only where whatever cannot be undone is refused, as on a person\'s machine',
);
const flagList = z.array(z.string().regex(/^--?[^\s=]+$/, 'must be an option like "-f" or "--force"')).min(1);
const flags = z.strictObject({ any: flagList.optional(), all: flagList.optional(), none: flagList.optional() });
const choice = z.strictObject({ any: words.optional(), none: words.optional() });
const count = z.int().min(0);
const values = z.record(z.string(), words);

const sourceSchema = z.strictObject({
  program: words.describe(`any of these programs feeds it through a pipe; ${pattern}`),
  without: optional(words, 'and none of these is in the pipe'),
  reads: optional(places, 'and reads one of these'),
  operands_at_most: optional(count, 'and has no more operands'),
});

const conditionSchema = z
  .strictObject({
    program: optional(words, `name of the program, without its folder; ${pattern}`),
    subcommand: optional(
      words,
      `first operands, such as "push" or "stash drop"; options before them do not count; ${pattern}`,
    ),
    flags: optional(flags, 'options; bundled letters, "--flag=value" and abbreviations are understood'),
    options: optional(values, `options with a value; all of them, each with any of these values; ${pattern}`),
    args: optional(
      choice.extend({ at_least: count.optional(), at_most: count.optional() }),
      `operands after the subcommand; ${pattern}`,
    ),
    reads: optional(places, 'it reads a file of such a place: as operand, option, or redirection'),
    writes: optional(places, 'it writes one, or names it as its goal'),
    deletes: optional(places, 'it deletes one'),
    moves: optional(places, 'it moves one away'),
    changes: optional(places, 'it changes owner, rights, or attributes of one'),
    names: optional(places, 'any operand, whatever becomes of it, is such a place'),
    recursive: optional(z.boolean(), 'it goes down into folders, or not'),
    redirected: optional(z.boolean(), 'its output goes into a file of `writes` by redirection'),
    from: optional(sourceSchema, 'its input comes from these through a pipe'),
    line: optional(choice, `other commands of the same line, as program and words; ${pattern}`),
    unknown: optional(z.literal(true), 'a word of it, or a part of one, is not known before the line runs'),
    to: optional(z.enum(['local', 'remote', 'drop']), 'host that an operand names; drop = a place for leaks'),
    downloaded: optional(z.literal(true), 'it runs a file or text that was downloaded before'),
    root: optional(z.boolean(), 'it runs as root through sudo and the like'),
    via: optional(words, 'a wrapper that was taken off: "nsenter" of `nsenter -t 1 sh`'),
    environment: optional(values, `variables set for it, all of them, each with any of these values; ${pattern}`),
    service_verb: optional(
      z.literal('destroys'),
      'it is a client of a remote service, and its subcommand destroys what the service keeps',
    ),
    level,
    language: optional(z.array(z.enum(codeLanguages)).min(1), 'the code that it stands in'),
  })
  .refine(
    (condition) => Object.keys(condition).some((key) => key !== 'level'),
    'a condition that says nothing would match everything',
  );
export type RuleCondition = z.output<typeof conditionSchema>;

const phraseSchema = z.strictObject({
  verbs: words.describe('lemmas, lower-case: "delete" finds "deleting"'),
  objects: words.describe('words after the verb, lower-case; "*" at the end of a word for any ending'),
  with: optional(words, 'one of these must stand in the clause too'),
  without: optional(words, 'where one of these stands, nothing is meant'),
});

const exampleSchema = z.union([
  z.string().min(1).describe('a command line'),
  z.strictObject({ text: z.string().min(1) }).describe('words that say what somebody is about to do'),
  z.strictObject({ write: z.string().min(1), content: z.string().optional() }).describe('an edit of a file'),
]);

const guardRuleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be small letters, digits and "-"')
      .max(64),
    category: z.string().regex(/^[a-z][a-z_-]{1,31}$/, 'must be a word of small letters'),
    severity: z.enum(['catastrophic', 'severe', 'risky']),
    code: z
      .enum(['destructive_operation_blocked', 'credential_file_protected'])
      .default('destructive_operation_blocked')
      .describe('what the agent is told by machine'),
    trust: optional(
      z.int().min(1).max(4),
      'trust level from which it is allowed; absent = at none. Never for catastrophic or credential rules',
    ),
    level,
    spares: optional(
      z.array(z.enum(['own-data', 'own-act'])),
      'own-data: it spares services of this machine and data of tests; own-act: what the same line made itself under ' +
        'a name for what is thrown away, and repositories in folders for temporary files',
    ),
    explanation: z.string().min(10).max(300).describe('what is wrong, and what to do instead; one line'),
    match: optional(z.array(conditionSchema).min(1), 'any of these conditions'),
    phrases: optional(z.array(phraseSchema).min(1), 'any of these in plans in natural language'),
    examples: z
      .strictObject({ matches: z.array(exampleSchema).min(1), passes: z.array(exampleSchema).min(1) })
      .describe('questions that this rule must answer, and that it must not; tried when the rules are read'),
  })
  .superRefine((rule, ctx) => {
    const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (!rule.match && !rule.phrases) issue('match', 'a rule needs "match" or "phrases"');
    if (rule.trust === undefined) return;
    if (rule.severity === 'catastrophic') issue('trust', 'a catastrophic rule holds at every trust level');
    if (rule.code === 'credential_file_protected') issue('trust', 'credentials are protected at every trust level');
  });
export type GuardRule = z.output<typeof guardRuleSchema>;

type GivenPhrase = NonNullable<GuardRule['phrases']>[number];
/** Phrase that announces something dangerous; from the trust level on, if it has one, it may be announced. */
export type Phrase = { readonly [Key in keyof GivenPhrase]: Readonly<GivenPhrase[Key]> } & { trust?: number };

/** Phrases with one verdict. */
export interface PhraseRule extends Pick<GuardRule, 'id' | 'category' | 'severity' | 'code' | 'explanation'> {
  phrases: readonly Phrase[];
}

/** Format of a rule file, as contracts and suites bring it. */
export const guardRuleFileSchema = z.strictObject({
  schema: z.literal(1),
  rules: z.array(guardRuleSchema).min(1).max(200),
});
