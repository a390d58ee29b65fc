import { html } from './escape.js';
import { firstByteText, type ModelRow } from './models.js';
import { percent } from './quantities.js';
import type { Transcript, Turn } from './transcript.js';

const HEADS = [
  'Requests',
  'Refused',
  'Incomplete',
  'Conversations',
  'Tool calls',
  'Tokens in',
  'Cached',
  'Tokens out',
  'Reasoning',
  'Clamped',
];

/** What was asked of models, by agent. */
export function modelsHtml(models: readonly ModelRow[]): string {
  if (models.length === 0) return '';
  const rows = models.map((row) => {
    const numbers = [
      `${row.requests}${row.estimated === 0 ? '' : ` (${row.estimated} estimated)`}`,
      row.refused,
      row.incomplete,
      row.conversations,
      row.tool_calls,
      row.input_tokens,
      row.cached === null ? '' : percent(row.cached),
      row.output_tokens,
      row.reasoning_tokens,
      row.clamped,
    ];
    const cells = numbers.map((number) => `<td class="number">${number}</td>`).join('');
    const words = [firstByteText(row), row.claims, row.steering].filter((text) => text !== '').map(html);
    return `<tr><th scope="row"><code>${html(row.agent)}</code></th><td>${row.models.map((model) => `<code>${html(model)}</code>`).join(', ')}</td>${cells}<td>${words.join('; ')}</td></tr>`;
  });
  const heads = HEADS.map((head) => `<th scope="col" class="number">${head}</th>`).join('');
  return `<section aria-labelledby="models"><h2 id="models">Models</h2>
<div class="scroll"><table><thead><tr><th scope="col">Agent</th><th scope="col">Models</th>${heads}<th scope="col">Times, claims, steering</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
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
