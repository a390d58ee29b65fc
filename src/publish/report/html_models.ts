import { tableHtml } from './blocks_html.js';
import { html } from './escape.js';
import { firstByteText, type ModelRow, modelNames } from './models.js';
import { percent } from './quantities.js';
import type { Transcript, Turn } from './transcript.js';

/** What was asked of models, by agent. */
export function modelsHtml(models: readonly ModelRow[]): string {
  if (models.length === 0) return '';
  const some = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const table = tableHtml({
    kind: 'table',
    caption: '',
    columns: [
      { head: 'Agent' },
      { head: 'Models' },
      ...['Requests', 'Conversations', 'Tool calls', 'Tokens in', 'Tokens out'].map((head) => ({
        head,
        align: 'right' as const,
      })),
      { head: 'Of these' },
      { head: 'Times, claims, steering' },
    ],
    rows: models.map((row) => [
      row.agent,
      [modelNames(row), ...row.other_models.map((other) => `OTHER MODEL: ${other}`)].join(' · '),
      String(row.requests),
      String(row.conversations),
      String(row.tool_calls),
      `${row.input_tokens}${row.cached === null || row.cached === 0 ? '' : ` (${percent(row.cached)} cached)`}`,
      `${row.output_tokens}${row.reasoning_tokens === 0 ? '' : ` (${row.reasoning_tokens} reasoning)`}`,
      [
        ...some(row.refused, 'refused'),
        ...some(row.incomplete, 'incomplete'),
        ...some(row.estimated, 'estimated'),
        ...some(row.clamped, 'clamped'),
      ].join(', '),
      [firstByteText(row), row.claims, row.steering].filter((text) => text !== '').join('; '),
    ]),
  });
  return `<section aria-labelledby="models"><h2 id="models">Models</h2>\n${table}</section>`;
}

/** What was said, folded. */
export function transcriptHtml({ turns, left_out }: Transcript): string {
  if (turns.length === 0) return '';
  const shown = turns.map(turnHtml);
  if (left_out.count > 0)
    shown.splice(left_out.after, 0, `<li class="quiet">… ${left_out.count} more, all in events.jsonl</li>`);
  return `<details class="transcript"><summary>Conversation with models</summary><ol>${shown.join('')}</ol></details>`;
}

function turnHtml({ seq, conversation, who, note, text }: Turn): string {
  const place = conversation > 1 ? `, conversation ${conversation}` : '';
  const said = text === '' ? '' : `<pre>${text.split('\n').map(html).join('\n')}</pre>`;
  const why = note === '' ? '' : ` <span class="doubt">${html(note)}</span>`;
  return `<li><strong>${html(who)}</strong> <span class="quiet">event ${seq}${place}</span>${why}${said}</li>`;
}
