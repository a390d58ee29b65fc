import { readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../../contract/suggest.js';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import type { Redaction } from '../../record/redaction.js';
import { openRedaction } from './open_redaction.js';
import { MOST_WAYS, waysOf } from './pattern_cost.js';
import { placeholderOf, type RedactionRule } from './rule.js';
import { shippedRules } from './rules/shipped.js';

const shipped = shippedRules.map(({ id }) => id);
const shippedId = z.string().superRefine((id, { addIssue }) => {
  if (!shipped.includes(id))
    addIssue({ code: 'custom', message: `there is no rule "${id}"${didYouMean(id, shipped)}` });
});

/** A file of redaction rules (R14): which of the shipped ones hold, and further ones before them. */
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
            (id) => !shipped.includes(id),
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
type Given = z.infer<typeof redactionFileSchema>['rules'][number];

/**
 * The redaction of a run: shipped rules, or what a file makes of them.
 *
 * @throws {UserError} with file:line:column, also for a pattern that a hostile text could make slow, and one that its own examples refute
 */
export function readRedaction(file: string | undefined, cwd: string): Redaction {
  if (file === undefined) return openRedaction();
  const path = resolve(cwd, file);
  let text: string;
  try {
    // A pipe or a device would keep us waiting.
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a file' });
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`redaction rules ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return redactionOf(text, relative(cwd, path) || path);
}

export function redactionOf(text: string, shown: string): Redaction {
  const { value, lines } = parseYaml(text, shown, redactionFileSchema);
  const ids = new Set<string>();
  const own = value.rules.map((given, i) => {
    const at = (field: keyof Given) => `${shown}:${lines[`rules.${i}.${field}`] ?? 1}:1  ${given.id}:`;
    if (ids.has(given.id)) throw new UserError(`${at('id')} there are two rules of this name`);
    ids.add(given.id);
    return ruleOf(given, at);
  });
  const holds = ({ id, optional }: RedactionRule) => !value.off.includes(id) && (!optional || value.on.includes(id));
  const redaction = openRedaction([...own, ...shippedRules.filter(holds)]);
  for (const [i, rule] of own.entries()) {
    const stands = placeholderOf(rule, 1);
    if (redaction.begin().text(stands).value !== stands)
      throw new UserError(
        `${shown}:${lines[`rules.${i}.id`] ?? 1}:1  ${rule.id}: its placeholder would be redacted itself`,
      );
  }
  return redaction;
}

function ruleOf(given: Given, at: (field: keyof Given) => string): RedactionRule {
  const { id, pattern: source, ignore_case, placeholder, examples } = given;
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, ignore_case ? 'gi' : 'g');
  } catch (error) {
    throw new UserError(`${at('pattern')} ${(error as Error).message}`);
  }
  const ways = waysOf(source);
  if (typeof ways === 'object')
    throw new UserError(`${at('pattern')} a hostile text could make it slow: ${ways.fault}`);
  if (ways > MOST_WAYS)
    throw new UserError(
      `${at('pattern')} a hostile text could make it slow: from one place it can match in more than ${MOST_WAYS} ways`,
      'Repeat less, or fewer parts one after the other.',
    );
  if (pattern.test('')) throw new UserError(`${at('pattern')} it matches where there is nothing`);
  const rule: RedactionRule = { id, pattern, ...(placeholder !== undefined && { placeholder }), examples: {} };
  const alone = openRedaction([rule]);
  const finds = (text: string) => alone.begin().text(text).value !== text;
  const missed = examples.redacts.find((text) => !finds(text));
  if (missed !== undefined)
    throw new UserError(`${at('examples')} finds nothing in its example ${JSON.stringify(missed.slice(0, 100))}`);
  const touched = examples.leaves.find(finds);
  if (touched !== undefined)
    throw new UserError(`${at('examples')} does not leave ${JSON.stringify(touched.slice(0, 100))} as it is`);
  return rule;
}
