import { useState } from 'preact/hooks';
import type { AttemptConversation, Turn, TurnPart } from '../model/create_conversation.js';
import { RawEventButton } from './raw_event_dialog.js';
import { formatCost, formatCount, formatTime } from './state_texts.js';

const ROLES: Record<Turn['role'], string> = { system: 'System', user: 'User', assistant: 'Model', tool: 'Tool' };
/** Turns that are there at once; more come when a reader asks for them. */
const STEP = 60;
const SHORT_LINES = 14;

/** Conversation of an agent with its models, as a person reads it. */
export function ConversationView({
  conversation: { turns, left_out },
  run,
}: {
  conversation: AttemptConversation;
  run: string;
}) {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <ol class="turns">
        {turns.slice(0, shown).map((turn, i) => (
          <>
            {left_out.count > 0 && i === left_out.after && (
              <li class="quiet" key="gap">
                … {left_out.count} turns are in {run}/events.jsonl
              </li>
            )}
            <TurnView turn={turn} key={`${turn.seq} ${i}`} />
          </>
        ))}
      </ol>
      {turns.length > shown && (
        <button type="button" onClick={() => setShown(shown + 5 * STEP)}>
          Show more: {turns.length - shown} turns
        </button>
      )}
    </>
  );
}

/** Turn of a conversation. */
export function TurnView({ turn }: { turn: Turn }) {
  const { role, parts, answer, note, seq, conversation, at_ms } = turn;
  const is_folded = role === 'system';
  const body = parts.map((part, i) => <PartView part={part} key={i} />);
  return (
    <li class={`turn ${role}`}>
      <p class="turn-head">
        <strong>{ROLES[role]}</strong>
        <span class="quiet">
          {formatTime(at_ms)}
          {conversation > 1 && ` · side conversation ${conversation}`}
          {answer !== undefined && formatAnswer(answer)}
        </span>
        {note !== '' && <span class="doubt">{note}</span>}
        <RawEventButton seq={seq} />
      </p>
      {is_folded ? (
        <details>
          <summary>Instructions</summary>
          {body}
        </details>
      ) : (
        body
      )}
      {parts.length === 0 && note === '' && <p class="quiet">nothing was said</p>}
    </li>
  );
}

function formatAnswer({ model, input, output, usd, wall_ms }: NonNullable<Turn['answer']>): string {
  const tokens = input === null ? '' : ` · ${formatCount(input)} in, ${formatCount(output)} out`;
  return ` · ${model} · ${formatTime(wall_ms)}${tokens}${usd === null ? '' : ` · ${formatCost(usd)}`}`;
}

function PartView({ part }: { part: TurnPart }) {
  const { kind, text, name = '', cut, failed } = part;
  const rest = cut === undefined ? null : <p class="quiet">… {cut} more characters are in the record</p>;
  switch (kind) {
    case 'text':
      return (
        <>
          <div class="said">{text}</div>
          {rest}
        </>
      );
    case 'thinking':
      return (
        <details class="thinking">
          <summary>Thinking</summary>
          <div class="said">{text}</div>
          {rest}
        </details>
      );
    case 'call':
      return (
        <div class="call">
          <p>
            <span aria-hidden="true">▸ </span>
            <code>{name || 'call'}</code>
          </p>
          <LongText text={text} />
          {rest}
        </div>
      );
    case 'result':
      return (
        <div class={failed ? 'result bad' : 'result'}>
          <p class="quiet">
            {failed ? 'failed: ' : ''}result{name === '' ? '' : ` of ${name}`}
          </p>
          <LongText text={text} />
          {rest}
        </div>
      );
    default:
      return (
        <details>
          <summary>{name || 'other content'}</summary>
          <pre class="wrap">{text}</pre>
          {rest}
        </details>
      );
  }
}

/** Text of several lines, of which the first are shown until a reader opens it. */
export function LongText({ text }: { text: string }) {
  const lines = text.split('\n');
  if (text === '') return null;
  if (lines.length <= SHORT_LINES && text.length < 2_000) return <pre class="wrap">{text}</pre>;
  const beginning = lines
    .slice(0, SHORT_LINES - 4)
    .join('\n')
    .slice(0, 1_200);
  return (
    <details class="long">
      <summary>
        <pre class="wrap">{beginning}</pre>
        <span class="quiet">{lines.length} lines</span>
      </summary>
      <pre class="wrap">{text}</pre>
    </details>
  );
}
