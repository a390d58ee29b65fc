import type { SyntaxNode } from '@lezer/common';
import { listParts } from '../../../../language/syntax/visit_nodes.js';
import type { TestContext } from './straight_assertion.js';
import { selectElement, selectProperty, type TableVariable } from './table_variable.js';

/** Row of a table that is a test of its own. */
interface LabelledRow {
  variable: TableVariable;
  row: SyntaxNode;
  index: number;
}

/** Creates the label of a test from its titles, with the cells of its row where the title shows them. */
export function createTestLabel(context: TestContext, text: string, labelled?: LabelledRow): string | undefined {
  if (!context.body) return undefined;
  const plain = context.titles.map((title) => readTitle(title, text)).join(' > ');
  if (!labelled) return plain;
  const shown = context.titles.map((title) => renderTitle(title, context, labelled, text)).join(' > ');
  return shown === plain ? `${plain} [${labelled.index}]` : shown;
}

/** Reads a title without its quotes. */
function readTitle(title: SyntaxNode, text: string): string {
  const source = text.slice(title.from, title.to);
  return /^(String|TemplateString)$/.test(title.name) ? source.slice(1, -1).replace(/\\(?=['"`])/g, '') : source;
}

function renderTitle(title: SyntaxNode, context: TestContext, labelled: LabelledRow, text: string): string {
  const { table } = labelled.variable;
  const render = (expression: string): string | undefined => {
    const [, name = '', key] = /^(\w+)(?:[.[](\w+)\]?)?$/.exec(expression.trim()) ?? [];
    const variable = context.variables.find(
      ({ definition, table: theirs }) => theirs === table && text.slice(definition.from, definition.to) === name,
    );
    const cell = variable?.select(labelled.row);
    if (!cell || key === undefined) return cell && renderCell(cell, text);
    const member = /^\d+$/.test(key) ? selectElement(cell, Number(key)) : selectProperty(cell, key, text);
    return member && renderCell(member, text);
  };
  const source = readTitle(title, text);
  if (title.name === 'TemplateString')
    return source.replace(/\$\{([^{}]*)\}/g, (whole, expression: string) => render(expression) ?? whole);
  if (title.name !== 'String') return render(source) ?? source;
  const cells = labelled.row.name === 'ArrayExpression' ? listParts(labelled.row) : [labelled.row];
  let next = 0;
  return source
    .replace(/%[sdifjop#]/g, (code) =>
      code === '%#' ? String(labelled.index) : cells[next] ? renderCell(cells[next++]!, text) : code,
    )
    .replace(/\$(\w+)/g, (whole, key: string) => {
      const cell = selectProperty(labelled.row, key, text);
      return cell ? renderCell(cell, text) : whole;
    });
}

const renderCell = (cell: SyntaxNode, text: string): string => {
  const source = text.slice(cell.from, cell.to);
  return cell.name === 'String' ? source.slice(1, -1) : source;
};
