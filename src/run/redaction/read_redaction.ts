import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { Redactor } from '../../record/redaction/redactor.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import { countMatchWays, MAX_MATCH_WAYS } from './count_match_ways.js';
import { createRedaction } from './create_redaction.js';
import { formatPlaceholder, type RedactionRule } from './rules/redaction_rule.js';
import { shippedRedactionRules } from './rules/shipped_redaction_rules.js';

const shippedIds = shippedRedactionRules.map(({ id }) => id);
const shippedId = z.string().superRefine((id, { addIssue }) => {
  if (!shippedIds.includes(id))
    addIssue({ code: 'custom', message: `there is no rule "${id}"${suggestName(id, shippedIds)}` });
});

/**
 * Schema of a file of redaction rules: the selection of shipped rules, and further rules before them (requirement R14).
 */
export const redactionFileSchema = z.strictObject({
  on: z.array(shippedId).default([]).describe('optional rules that hold'),
  off: z.array(shippedId).default([]).describe('rules that do not hold'),
  rules: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-z][a-z0-9-]{0,40}$/, 'must be a short name of lower-case letters, digits and -')
          .refine(
            (id) => !shippedIds.includes(id),
            'is the name of a shipped rule: switch that off, and take another name',
          ),
        pattern: z
          .string()
          .min(1)
          .max(2000)
          .describe('regular expression; its first group, else all of it, is replaced'),
        ignore_case: z.boolean().default(false),
        placeholder: z
          .string()
          .regex(
            /^[\w #.:;<>{}()[\]-]{1,60}$/,
            'must be 1 to 60 letters, digits, spaces and signs of # . : ; < > { } ( ) [ ] - _',
          )
          .optional()
          .describe('what stands there instead; {n} is the number of the span'),
        examples: z
          .strictObject({ redacts: z.array(z.string()).min(1), leaves: z.array(z.string()).default([]) })
          .describe('texts in which it must find something, and in which it must not'),
      }),
    )
    .max(100)
    .default([]),
});
type RuleSpec = z.infer<typeof redactionFileSchema>['rules'][number];

/**
 * Reads the redaction of a run: the shipped rules, or those of a file.
 *
 * @throws {UserError} with file:line:column, also for a pattern that a hostile text could make slow, or that fails on
 *   its own examples
 */
export function readRedaction(file: string | undefined, cwd: string): Redactor {
  if (file === undefined) return createRedaction();
  const path = resolve(cwd, file);
  let text: string;
  try {
    text = readRegularFile(path).toString('utf8');
  } catch (error) {
    throw new UserError(`redaction rules ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseRedaction(text, relative(cwd, path) || path);
}

function parseRedaction(text: string, shown: string): Redactor {
  const { value, lines } = parseYaml(text, shown, redactionFileSchema);
  const ids = new Set<string>();
  const rules = value.rules.map((spec, i) => {
    const locate = (field: keyof RuleSpec) => `${shown}:${lines[`rules.${i}.${field}`] ?? 1}:1  ${spec.id}:`;
    if (ids.has(spec.id)) throw new UserError(`${locate('id')} there are two rules of this name`);
    ids.add(spec.id);
    return compileRule(spec, locate);
  });
  const holds = ({ id, optional }: RedactionRule) => !value.off.includes(id) && (!optional || value.on.includes(id));
  const redaction = createRedaction([...rules, ...shippedRedactionRules.filter(holds)]);
  for (const [i, rule] of rules.entries()) {
    const placeholder = formatPlaceholder(rule, 1);
    if (redaction.begin().text(placeholder).value !== placeholder)
      throw new UserError(
        `${shown}:${lines[`rules.${i}.id`] ?? 1}:1  ${rule.id}: its placeholder would be redacted itself`,
      );
  }
  return redaction;
}

function compileRule(spec: RuleSpec, at: (field: keyof RuleSpec) => string): RedactionRule {
  const { id, pattern: source, ignore_case, placeholder, examples } = spec;
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, ignore_case ? 'gi' : 'g');
  } catch (error) {
    throw new UserError(`${at('pattern')} ${(error as Error).message}`);
  }
  const ways = countMatchWays(source);
  if (typeof ways === 'object')
    throw new UserError(`${at('pattern')} some texts would make it very slow: ${ways.fault}`);
  if (ways > MAX_MATCH_WAYS)
    throw new UserError(
      `${at('pattern')} some texts would make it very slow: from one place it can match in more than ` +
        `${MAX_MATCH_WAYS} ways`,
      'Repeat less, or fewer parts one after the other.',
    );
  if (pattern.test('')) throw new UserError(`${at('pattern')} it matches the empty text`);
  const rule: RedactionRule = { id, pattern, ...omitUndefined({ placeholder }), examples: {} };
  const alone = createRedaction([rule]);
  const finds = (text: string) => alone.begin().text(text).value !== text;
  const missed = examples.redacts.find((text) => !finds(text));
  if (missed !== undefined)
    throw new UserError(`${at('examples')} finds nothing in its example ${JSON.stringify(missed.slice(0, 100))}`);
  const touched = examples.leaves.find(finds);
  if (touched !== undefined)
    throw new UserError(`${at('examples')} does not leave ${JSON.stringify(touched.slice(0, 100))} as it is`);
  return rule;
}
