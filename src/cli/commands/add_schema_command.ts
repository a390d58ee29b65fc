import type { Command } from 'commander';
import { printLines } from '../../commands/io/print_lines.js';
import { schemaNames } from '../../commands/schema/schema_names.js';
import { verbs } from '../../engine/verbs.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `schema` to the command line. */
export function addSchemaCommand(program: Command, { out }: CliContext): void {
  program
    .command('schema')
    .description(`print the JSON Schema of a format: ${schemaNames.join(', ')}`)
    .argument('<name>', 'which')
    .addHelpText('after', '\nExample:\n  gatebench schema contract > contract.schema.json')
    .action(async (name: string) => {
      const { createJsonSchema } = await verbs.schema();
      printLines(out.log, formatInertJson(createJsonSchema(name), 2).split('\n'));
    });
}
