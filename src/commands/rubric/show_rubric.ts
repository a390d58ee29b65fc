import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import {
  checkRubricTemplate,
  createRubricTemplateRows,
  RUBRIC_TEMPLATE_COLUMNS,
  type RubricTemplateReport,
  type RubricTemplateRow,
} from '../../judge/rubric/scores/check_rubric_template.js';
import { createPublishedRubric } from '../../judge/rubric/scores/default_weights.js';
import { renderSectionsPage } from '../../publish/report/html/render_sections_page.js';
import { createRubricSection } from '../../publish/report/sections/create_rubric_section.js';
import { renderSectionLines } from '../../publish/report/terminal/render_section_lines.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
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

/** Prints gates and weights in force, and writes the figure to the file `html` (`rubric show`). */
export function showRubric(
  { json, html }: { json: boolean; html?: string | undefined },
  out: CommandContext,
  cwd: string,
) {
  const section = createRubricSection(RUBRIC_VERSION);
  if (html !== undefined) writeTextFile(html, renderSectionsPage(section.title, [section]), cwd);
  if (json) out.log(formatInertJson(createPublishedRubric(RUBRIC_VERSION)));
  else renderSectionLines(section, out.terminal.columns).forEach(out.log);
}

/** Writes or prints the form (`rubric template`). */
export function writeRubricTemplate(file: string | undefined, out: CommandContext, cwd: string): void {
  if (file === undefined) createRubricTemplate().trimEnd().split('\r\n').forEach(out.log);
  else writeTextFile(file, createRubricTemplate(), cwd);
}

/**
 * Checks a rubric form (`rubric check`).
 *
 * @returns exit code: 0 sane, 1 not
 * @throws {UserError} for a file that cannot be read or is no table
 */
export function checkRubricFile(file: string, json: boolean, out: CommandContext, cwd: string): 0 | 1 {
  const sanity = checkTemplateText(readRubricText(file, cwd), file);
  if (json) out.log(formatInertJson(sanity));
  else {
    for (const { id, verdict, detail } of sanity.checks) out.log(`${verdict.padEnd(5)}  ${id}: ${detail}`);
    out.log(`${file}: ${sanity.verdict}`);
  }
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
      'Name a CSV file, as `rubric template` writes it.',
    );
  }
}

function writeTextFile(file: string, text: string, cwd: string): void {
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (error) {
    throw new UserError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, 'Name another file.');
  }
}
