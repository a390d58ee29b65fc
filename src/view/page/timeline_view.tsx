import { useState } from 'preact/hooks';
import type { Timeline, TimelineEntry, TimelineKind } from '../model/create_timeline.js';
import { RawEventButton } from './raw_event_dialog.js';
import { formatCost, formatCount, formatTime } from './state_texts.js';

const KINDS: Record<TimelineKind, string> = {
  model: 'models',
  call: 'calls',
  command: 'commands',
  check: 'checks',
  alert: 'alerts',
  network: 'network',
  end: 'end',
};
const STEP = 80;

/** Timeline of an attempt: its stages as one bar, then everything that took time or happened. */
export function TimelineView({ timeline: { stages, entries, end_ms, left_out } }: { timeline: Timeline }) {
  const [hidden, setHidden] = useState<ReadonlySet<TimelineKind>>(new Set());
  const [shown, setShown] = useState(STEP);
  const kinds = (Object.keys(KINDS) as TimelineKind[]).filter((kind) => entries.some((entry) => entry.kind === kind));
  const chosen = entries.filter(({ kind }) => !hidden.has(kind));
  const scale = Math.max(end_ms, 1);
  const toggle = (kind: TimelineKind) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  return (
    <>
      <ol class="stages" aria-label="Stages">
        {stages.map(({ stage, from_ms, to_ms }, i) => (
          <li class={`s${i % 4}`} style={{ flexGrow: Math.max(to_ms - from_ms, scale / 60) }} key={i}>
            <span>{stage}</span> <span class="quiet">{formatTime(to_ms - from_ms)}</span>
          </li>
        ))}
      </ol>
      {kinds.length > 1 && (
        <fieldset class="kinds">
          <legend class="hidden">What the timeline shows</legend>
          {kinds.map((kind) => (
            <label key={kind}>
              <input type="checkbox" checked={!hidden.has(kind)} onChange={() => toggle(kind)} /> {KINDS[kind]}
            </label>
          ))}
        </fieldset>
      )}
      <ol class="timeline">
        {chosen.slice(0, shown).map((entry, i) => (
          <EntryLine entry={entry} scale={scale} key={`${entry.seq} ${i}`} />
        ))}
      </ol>
      {chosen.length > shown && (
        <button type="button" onClick={() => setShown(shown + 5 * STEP)}>
          Show more: {chosen.length - shown} entries
        </button>
      )}
      {left_out > 0 && <p class="quiet">{left_out} later entries are in the record.</p>}
    </>
  );
}

function EntryLine({ entry, scale }: { entry: TimelineEntry; scale: number }) {
  const { kind, from_ms, to_ms, label, outcome, tone, tokens, usd, seq } = entry;
  const place = { left: `${(from_ms / scale) * 100}%`, width: `${((to_ms - from_ms) / scale) * 100}%` };
  return (
    <li class="entry">
      <span class="quiet when">{formatTime(from_ms)}</span>
      <span class="track" aria-hidden="true">
        <i class={kind} style={place} />
      </span>
      <span class="what">
        <span class="kind">{kind}</span> {label} {outcome !== '' && <strong class={tone}>{outcome}</strong>}
      </span>
      <span class="quiet cost">
        {to_ms > from_ms && formatTime(to_ms - from_ms)}
        {tokens != null && ` · ${formatCount(tokens)} tok`}
        {usd != null && ` · ${formatCost(usd)}`}
      </span>
      <RawEventButton seq={seq} label={`#${seq}`} />
    </li>
  );
}
