import type { AttemptPageData } from '../model/attempt_page_data.js';
import type { Turn } from '../model/create_conversation.js';
import type { PatchFile } from '../model/parse_patch_files.js';
import { NoAttempt, useAttempt } from './attempt_page.js';
import { TurnView } from './conversation_view.js';
import { formatPageRoute } from './page_route.js';
import { PatchFileView } from './patch_view.js';
import { formatCost, formatCount, formatTime, STATE_TEXTS } from './state_texts.js';

/** Turns that are shown of each side, from where they part. */
const TURNS_SHOWN = 30;

/** Page that compares two attempts: where the conversations part, and patch against patch. */
export function ComparePage({ ids: [left = '', right = ''], version }: { ids: readonly string[]; version: string }) {
  const sides = [useAttempt(left, version), useAttempt(right, version)] as const;
  const [a, b] = sides;
  if (a === null) return <NoAttempt id={left} />;
  if (b === null) return <NoAttempt id={right} />;
  if (a === undefined || b === undefined) return <p class="quiet">Loading …</p>;
  const same = countCommonTurns(a.conversation.turns, b.conversation.turns);
  const silent = [a, b].filter(({ conversation }) => conversation.turns.length === 0);
  return (
    <>
      <p>
        <a href={formatPageRoute('run', [], { task: a.row.task })}>← {a.row.task}</a>
      </p>
      <h1>Two attempts of {a.row.task}</h1>
      <div class="pair">
        <SideHead data={a} />
        <SideHead data={b} />
      </div>
      {silent.length === 1 && (
        <p class="quiet">{silent.map(({ row }) => row.agent)} had no conversation with a model.</p>
      )}
      {silent.length === 0 && (
        <section aria-labelledby="turns">
          <h2 id="turns">Conversations</h2>
          <p>
            {same === 0 ? 'They part with the first turn.' : `The first ${same} turns are the same; then they part.`}
          </p>
          <FirstDifference left={a.conversation.turns[same]} right={b.conversation.turns[same]} />
          <div class="pair">
            <SideTurns data={a} begin={same} />
            <SideTurns data={b} begin={same} />
          </div>
        </section>
      )}
      <section aria-labelledby="patches">
        <h2 id="patches">Patches</h2>
        <PatchPair left={a} right={b} />
      </section>
    </>
  );
}

/** Counts the turns from the first that say the same. Times, ids and usage do not matter. */
function countCommonTurns(left: readonly Turn[], right: readonly Turn[]): number {
  const toKey = ({ role, parts }: Turn) =>
    JSON.stringify([role, parts.map(({ kind, name, text }) => [kind, name, text])]);
  const most = Math.min(left.length, right.length);
  for (let i = 0; i < most; i++) {
    const [a, b] = [left[i], right[i]];
    if (a === undefined || b === undefined || toKey(a) !== toKey(b)) return i;
  }
  return most;
}

/** First line in which two turns differ. */
function FirstDifference({ left, right }: { left: Turn | undefined; right: Turn | undefined }) {
  if (left === undefined || right === undefined) return null;
  const [a, b] = [left, right].map(({ parts }) => parts.flatMap(({ text }) => text.split('\n')));
  const place = a?.findIndex((line, i) => line !== b?.[i]) ?? -1;
  const lines = [a?.[place] ?? '', b?.[place] ?? ''];
  if (place < 0) return null;
  return (
    <div class="pair">
      {lines.map((line, i) => (
        <pre class="wrap" key={i}>
          {line.slice(0, 500) || ' '}
        </pre>
      ))}
    </div>
  );
}

function SideHead({ data: { row, gates } }: { data: AttemptPageData }) {
  const { sign, word, tone } = STATE_TEXTS[row.state];
  const deciding = gates.find(({ is_deciding }) => is_deciding);
  return (
    <div>
      <p>
        <span class={`mark ${tone}`}>
          <i aria-hidden="true">{sign}</i> {word}
        </span>{' '}
        <a href={formatPageRoute('attempt', [row.id])}>
          {row.agent} · trial {row.trial}
        </a>
      </p>
      <p>
        {deciding === undefined ? row.why || 'All gates passed.' : `${deciding.gate} ${deciding.name}: ${deciding.why}`}
      </p>
      <p class="quiet">
        {formatTime(row.wall_ms)} · {formatCost(row.usd)} · {formatCount(row.tokens)} tokens
      </p>
    </div>
  );
}

function SideTurns({ data: { conversation, row }, begin }: { data: AttemptPageData; begin: number }) {
  const turns = conversation.turns.slice(begin, begin + TURNS_SHOWN);
  const more = conversation.turns.length - begin - turns.length;
  return (
    <div>
      <h3>
        {row.agent} · trial {row.trial}
      </h3>
      {turns.length === 0 && <p class="quiet">It ends here.</p>}
      <ol class="turns">
        {turns.map((turn, i) => (
          <TurnView turn={turn} key={i} />
        ))}
      </ol>
      {more > 0 && (
        <p>
          <a href={formatPageRoute('attempt', [row.id], { part: 'conversation' })}>{more} more turns</a>
        </p>
      )}
    </div>
  );
}

function PatchPair({ left, right }: { left: AttemptPageData; right: AttemptPageData }) {
  const paths = [...new Set([...left.patch, ...right.patch].map(({ path }) => path))].sort();
  if (paths.length === 0) return <p class="quiet">Neither attempt changed a file.</p>;
  return (
    <>
      {paths.map((path) => {
        const files = [left, right].map(({ patch }) => patch.find((file) => file.path === path));
        const is_same = toChange(files[0]) === toChange(files[1]);
        return (
          <div key={path}>
            <h3>
              <code>{path}</code> {is_same && <span class="quiet">the same change in both</span>}
            </h3>
            <div class={is_same ? '' : 'pair'}>
              {files.slice(0, is_same ? 1 : 2).map((file, i) => (
                <div key={i}>
                  {file === undefined ? (
                    <p class="quiet">not changed</p>
                  ) : (
                    <PatchFileView file={file} remarks={i === 0 ? left.remarks : right.remarks} />
                  )}
                </div>
              ))}
            </div>
          </div>
        );
      })}
    </>
  );
}

const toChange = (file: PatchFile | undefined): string =>
  file === undefined ? '' : file.lines.map(({ kind, text }) => (kind === '@' ? '' : `${kind}${text}`)).join('\n');
