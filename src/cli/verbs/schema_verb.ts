import { InvalidArgumentError } from 'commander';
import { OPTION_TABLE } from '../../commands/options/option_table.js';
import { verbs } from '../../engine/verbs.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import type { Verb } from '../options/verb.js';

const { kind: FORMATS, help: NAME_HELP } = OPTION_TABLE.schema;

/** Verb that prints formats. */
export const schemaVerb: Verb = {
  name: 'schema',
  help: `print the JSON Schema of a format: ${FORMATS.choices.join(', ')}; or rubric, the rubric as a form (CSV)`,
  args: [
    ['<name>', NAME_HELP],
    ['[form]', 'of rubric: a form that was filled in, whose sanity is reported'],
  ],
  more:
    'Example:\n  gatebench schema contract > contract.schema.json\n  gatebench schema rubric > rubric.csv\n' +
    'Exit codes: 0 printed, or a sane form · 1 not sane · 2 your mistake',
  async run({ name, form }: { name: string; form?: string }, { out, shell }) {
    const { createJsonSchema, createRubricTemplate, checkRubricFile } = await verbs.schema();
    if (name !== 'rubric' && form !== undefined) throw new InvalidArgumentError(`only rubric has a form, not ${name}`);
    if (form !== undefined) return checkRubricFile(form, out, shell.cwd);
    const text = name === 'rubric' ? createRubricTemplate().trimEnd() : formatInertJson(createJsonSchema(name), 2);
    text.split(/\r?\n/).forEach(out.log);
    return 0;
  },
};
