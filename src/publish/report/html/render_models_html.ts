import { formatPercent } from '../../text/format_quantity.js';
import { type HtmlText, html, joinHtml } from '../../text/html_text.js';
import { createColumns } from '../create_columns.js';
import { formatFirstByte, formatModelNames, type ModelRow } from '../view/model_summary.js';
import type { Transcript, TranscriptTurn } from '../view/transcript.js';
import { renderTableHtml } from './render_section_html.js';

/** Renders what each agent asked of models; empty if no model was asked. */
export function renderModelsHtml(models: readonly ModelRow[]): HtmlText {
  if (models.length === 0) return html``;
  const some = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const table = renderTableHtml({
    kind: 'table',
    caption: '',
    columns: createColumns(
      'Agent',
      'Models',
      ['Requests', 'Conversations', 'Tool calls', 'Tokens in', 'Tokens out'],
      'Of these',
      'Times, claims, steering',
    ),
    rows: models.map((row) => [
      row.agent,
      [formatModelNames(row), ...row.other_models.map((other) => `OTHER MODEL: ${other}`)].join(' · '),
      String(row.requests),
      String(row.conversations),
      String(row.tool_calls),
      `${row.input_tokens}${row.cached === null || row.cached === 0 ? '' : ` (${formatPercent(row.cached)} cached)`}`,
      `${row.output_tokens}${row.reasoning_tokens === 0 ? '' : ` (${row.reasoning_tokens} reasoning)`}`,
      [
        ...some(row.refused, 'refused'),
        ...some(row.incomplete, 'incomplete'),
        ...some(row.estimated, 'estimated'),
        ...some(row.clamped, 'clamped'),
      ].join(', '),
      [formatFirstByte(row), row.claims, row.steering].filter((text) => text !== '').join('; '),
    ]),
  });
  return html`<section aria-labelledby="models"><h2 id="models">Models</h2>
${table}</section>`;
}

/** Renders a transcript, folded; empty without turns. */
export function renderTranscriptHtml({ turns, left_out }: Transcript): HtmlText {
  if (turns.length === 0) return html``;
  const shown = turns.map(renderTurn);
  if (left_out.count > 0)
    shown.splice(left_out.after, 0, html`<li class="quiet">… ${left_out.count} more, all in events.jsonl</li>`);
  return html`<details class="transcript"><summary>Conversation with models</summary><ol>${shown}</ol></details>`;
}

function renderTurn({ seq, conversation, who, note, text }: TranscriptTurn): HtmlText {
  const place = conversation > 1 ? `, conversation ${conversation}` : '';
  const said = text === '' ? '' : html`<pre>${joinHtml(text.split('\n'), '\n')}</pre>`;
  const why = note === '' ? '' : html` <span class="doubt">${note}</span>`;
  return html`<li><strong>${who}</strong> <span class="quiet">event ${seq}${place}</span>${why}${said}</li>`;
}
