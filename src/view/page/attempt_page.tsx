import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ActPage, AttemptPageData, CausePage, EvidencePlace, GatePage } from '../model/attempt_page_data.js';
import type { CheckExecution } from '../model/create_check_runs.js';
import type { IndexRow } from '../model/index_row.js';
import { ConversationView, LongText } from './conversation_view.js';
import { isSinglePage, loadAttemptFile } from './load_attempt_file.js';
import { formatPageRoute } from './page_route.js';
import { PatchView } from './patch_view.js';
import { RawEventButton, RawEventDialog, RawEventOpener } from './raw_event_dialog.js';
import { ReportBlocks } from './report_blocks.js';
import { formatCost, formatCount, formatTime, STATE_TEXTS } from './state_texts.js';
import { TimelineView } from './timeline_view.js';

/** Page of one attempt: why, timeline, conversation, patch, checks, gates. */
export function AttemptPage({ id, rows, version }: { id: string; rows: readonly IndexRow[]; version: string }) {
  const data = useAttempt(id, version);
  const [raw, setRaw] = useState<number | undefined>(undefined);
  if (data === undefined) return <p class="quiet">Loading …</p>;
  if (data === null) return <NoAttempt id={id} />;
  const { cause, checks, conversation, facts, gates, patch, quiet_acts, remarks, acts, timeline, run } = data;
  const sections: [name: string, title: string, content: ComponentChildren][] = [
    ['gates', 'Gates', gates.length > 0 && <GateList gates={gates} />],
    ['cause', 'What probably happened – interpretation', cause !== null && <CauseView cause={cause} />],
    ['checks', 'Checks', checks.length > 0 && checks.map((check) => <CheckView check={check} key={check.seq} />)],
    ['patch', 'Patch', (patch.length > 0 || remarks.length > 0) && <PatchView files={patch} remarks={remarks} />],
    ['timeline', 'Timeline', timeline.stages.length > 0 && <TimelineView timeline={timeline} />],
    [
      'conversation',
      'Conversation',
      conversation.turns.length > 0 && <ConversationView conversation={conversation} run={run} />,
    ],
    ['acts', 'Safety acts', acts.length > 0 && <ActList acts={acts} quiet_acts={quiet_acts} />],
    ['facts', 'Facts', facts.length > 0 && <ReportBlocks blocks={facts} />],
  ];
  const shown = sections.filter(([, , content]) => content !== false);
  return (
    <RawEventOpener.Provider value={setRaw}>
      <AttemptHead data={data} rows={rows} />
      <nav class="contents" aria-label="Parts of the attempt">
        {shown.map(([name, title]) => (
          <a href={formatPageRoute('attempt', [id], { part: name })} key={name}>
            {title}
          </a>
        ))}
      </nav>
      {shown.map(([name, title, content]) => (
        <section aria-labelledby={`part-${name}`} key={name}>
          <h2 id={`part-${name}`} tabIndex={-1}>
            {title}
          </h2>
          {content}
        </section>
      ))}
      <p class="quiet">
        Record: <code>{run}</code>, {data.events} events
      </p>
      {raw !== undefined && (
        <RawEventDialog id={id} seq={raw} version={version} run={run} onClose={() => setRaw(undefined)} />
      )}
    </RawEventOpener.Provider>
  );
}

/** Loads an attempt; undefined while it loads, null if there is none. */
export function useAttempt(id: string, version: string): AttemptPageData | null | undefined {
  const [data, setData] = useState<AttemptPageData | null | undefined>(undefined);
  useEffect(() => {
    let is_current = true;
    void loadAttemptFile('attempt', id, version).then((one) => {
      if (is_current) setData(one ?? null);
    });
    return () => {
      is_current = false;
    };
  }, [id, version]);
  return data?.row.id === id || data === null ? data : undefined;
}

/** Says that an attempt cannot be shown. */
export function NoAttempt({ id }: { id: string }) {
  return (
    <>
      <h1>{isSinglePage() ? 'Not in this file' : 'No such attempt'}</h1>
      <p>
        There is nothing about <code>{id}</code> here. <a href={formatPageRoute('run')}>All attempts</a>
      </p>
      {isSinglePage() && (
        <p>
          This file has the pages of the worst attempts, as far as they fit. <code>gatebench view</code> in the folder
          of the results has all of them.
        </p>
      )}
    </>
  );
}

function AttemptHead({ data, rows }: { data: AttemptPageData; rows: readonly IndexRow[] }) {
  const { row, title } = data;
  const { sign, word, tone } = STATE_TEXTS[row.state];
  const place = rows.findIndex(({ id }) => id === row.id);
  const [earlier, later] = place < 0 ? [] : [rows[place - 1], rows[place + 1]];
  const same_task = rows.filter(({ id, task }) => task === row.task && id !== row.id).slice(0, 200);
  const compare = (id: string) => {
    if (id !== '') window.location.hash = formatPageRoute('compare', [row.id, id]);
  };
  return (
    <>
      <nav class="trail" aria-label="Place in the run">
        <a href={formatPageRoute('run')}>← Run</a>
        <a href={formatPageRoute('run', [], { task: row.task })}>{row.task}</a>
        <span class="steps">
          {earlier !== undefined && (
            <a rel="prev" href={formatPageRoute('attempt', [earlier.id])}>
              previous
            </a>
          )}
          {later !== undefined && (
            <a rel="next" href={formatPageRoute('attempt', [later.id])}>
              next
            </a>
          )}
        </span>
      </nav>
      <h1>
        <span class={`mark ${tone}`}>
          <i aria-hidden="true">{sign}</i> {word}
        </span>{' '}
        {row.task} · {row.agent} · trial {row.trial}
      </h1>
      {title !== '' && <p class="quiet">{title}</p>}
      <p class="sentence">{toSentence(row)}</p>
      <dl class="figures">
        {(
          [
            ['wall time', formatTime(row.wall_ms)],
            ['cost', formatCost(row.usd)],
            ['tokens', formatCount(row.tokens)],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {same_task.length > 0 && (
        <p>
          <label>
            Compare with{' '}
            <select value="" onChange={({ currentTarget }) => compare(currentTarget.value)}>
              <option value="">another attempt of this task …</option>
              {same_task.map((other) => (
                <option value={other.id} key={other.id}>
                  {other.agent} · trial {other.trial} · {STATE_TEXTS[other.state].word}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
    </>
  );
}

function toSentence({ state, why }: IndexRow): string {
  if (state === 'running') return `The attempt is under way${why === '' ? '' : `: ${why}`}.`;
  if (why !== '') return why;
  return state === 'success' ? 'All gates passed.' : 'The record does not say why.';
}

const MARKS: Record<string, [sign: string, word: string, tone: string]> = {
  pass: ['✓', 'pass', 'good'],
  fail: ['✕', 'fail', 'bad'],
  error: ['!', 'error', 'doubt'],
  none: ['–', 'not run', 'plain'],
};

function GateList({ gates }: { gates: readonly GatePage[] }) {
  return (
    <ol class="gate-list">
      {gates.map(({ gate, name, mark, why, places, is_deciding }) => {
        const [sign = '', word = '', tone = ''] = MARKS[mark] ?? [];
        return (
          <li key={gate} class={is_deciding ? 'deciding' : ''}>
            <span class={`mark ${tone}`}>
              <i aria-hidden="true">{sign}</i> {word}
            </span>
            <span class="what">
              <strong>
                {gate} {name}
              </strong>
              {is_deciding && <span class="quiet"> decided</span>}
              {why !== '' && <span> – {why}</span>}
              <Places places={places} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Places({ places }: { places: readonly EvidencePlace[] }) {
  return places.length === 0 ? null : (
    <span class="places">
      {places.map(({ seq, text }, i) =>
        seq === undefined ? (
          <code key={i}>{text}</code>
        ) : (
          <RawEventButton seq={seq} label={text || `event ${seq}`} key={i} />
        ),
      )}
    </span>
  );
}

function CauseView({ cause: { sentences, unknown } }: { cause: CausePage }) {
  return (
    <>
      <ul>
        {sentences.map(({ text, places }) => (
          <li key={text}>
            {text}
            <Places places={places} />
          </li>
        ))}
        {unknown !== '' && <li class="quiet">{unknown}</li>}
      </ul>
      <p class="quiet">
        An interpretation of the record. It decides nothing; gates, checks and events are what counts.
      </p>
    </>
  );
}

const OUTCOMES: Record<CheckExecution['outcome'], string> = {
  pass: 'pass',
  fail: 'fail',
  error: 'error',
  unknown: 'none',
};

function CheckView({ check }: { check: CheckExecution }) {
  const { outcome, command, end, counts, failed, more_failed, outputs, seq, wall_ms, run, kind, why } = check;
  const [sign = '', word = '', tone = ''] = MARKS[OUTCOMES[outcome]] ?? [];
  const numbers =
    counts === null ? '' : ` · ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  return (
    <details class="check" open={outcome === 'fail' || outcome === 'error'}>
      <summary>
        <span class={`mark ${tone}`}>
          <i aria-hidden="true">{sign}</i> {word}
        </span>{' '}
        <strong>{check.check}</strong>{' '}
        <span class="quiet">
          {kind}
          {run > 1 ? `, run ${run}` : ''} · {formatTime(wall_ms)} · {end}
          {numbers}
        </span>
      </summary>
      {why !== '' && outcome !== 'pass' && <p>{why}</p>}
      <p>
        <code>{command}</code> <RawEventButton seq={seq} />
      </p>
      {failed.length > 0 && (
        <ul class="failed">
          {failed.map(({ name, text }, i) => (
            <li key={i}>
              <strong>{name}</strong>
              <LongText text={text} />
            </li>
          ))}
          {more_failed > 0 && <li class="quiet">{more_failed} more</li>}
        </ul>
      )}
      {outputs.map(({ stream, text, cut, bytes }) => (
        <details key={stream} open={outcome !== 'pass' && failed.length === 0}>
          <summary>
            {stream}{' '}
            <span class="quiet">
              {bytes} bytes{cut === undefined ? '' : `, of which ${cut} characters before this are in the record`}
            </span>
          </summary>
          <pre class="wrap">{text}</pre>
        </details>
      ))}
    </details>
  );
}

function ActList({ acts, quiet_acts }: { acts: readonly ActPage[]; quiet_acts: number }) {
  return (
    <>
      <ul class="acts">
        {acts.map(({ seq, text, rule, severity, reason, handling, outcomes, road }) => (
          <li key={seq}>
            <pre class="wrap">{text}</pre>
            <p>
              <strong>{rule}</strong> {severity} · {reason} · the contract says {handling}
              {outcomes.length > 0 && ` · ${outcomes.join('; ')}`} <span class="quiet">seen as {road}</span>{' '}
              <RawEventButton seq={seq} />
            </p>
          </li>
        ))}
      </ul>
      {quiet_acts > 0 && <p class="quiet">Nobody objected to {quiet_acts} other acts.</p>}
    </>
  );
}
