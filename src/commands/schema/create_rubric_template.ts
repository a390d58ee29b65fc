import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import {
  checkRubricTemplate,
  createRubricTemplateRows,
  RUBRIC_TEMPLATE_COLUMNS,
  type RubricTemplateReport,
  type RubricTemplateRow,
} from '../../judge/rubric/scores/check_rubric_template.js';
import { readCsvCells } from '../../system/read_csv_cells.js';
import type { CommandContext } from '../io/command_context.js';
import { formatCsv } from '../io/format_csv.js';

/** Maximum size of a rubric in bytes: larger than one with a note in every cell. */
const SIZE_LIMIT = 2 ** 20;

/** Creates the rubric as a form to fill in (`schema/eval_rubric_template.csv`). */
export function createRubricTemplate(): string {
  return formatCsv(
    RUBRIC_TEMPLATE_COLUMNS,
    createRubricTemplateRows().map((row) => RUBRIC_TEMPLATE_COLUMNS.map((name) => row[name])),
  );
}

/** Checks the text of a rubric form. @throws {UserError} with file:line:column for text that is no table */
export function checkTemplateText(text: string, shown: string): RubricTemplateReport {
  const { header, rows } = readCsvCells(text, shown);
  const names = header.map((cell) => cell.text);
  return checkRubricTemplate(
    names,
    rows.map(
      (cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]?.text ?? ''])) as Partial<RubricTemplateRow>,
    ),
  );
}

/**
 * Checks a rubric form, and prints the report of its sanity (`schema rubric FORM`).
 *
 * @returns exit code: 0 sane, 1 not
 * @throws {UserError} for a file that cannot be read or is no table
 */
export function checkRubricFile(file: string, out: CommandContext, cwd: string): 0 | 1 {
  const sanity = checkTemplateText(readRubricText(file, cwd), file);
  for (const { id, verdict, detail } of sanity.checks) out.log(`${verdict.padEnd(5)}  ${id}: ${detail}`);
  out.log(`${file}: ${sanity.verdict}`);
  return sanity.verdict === 'sane' ? 0 : 1;
}

function readRubricText(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > SIZE_LIMIT) throw Object.assign(new Error(), { code: 'not a table' });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a CSV file, as `schema rubric` writes it.',
    );
  }
}
