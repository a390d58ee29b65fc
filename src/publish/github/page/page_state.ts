import { z } from 'zod';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { createNameList, listIf, prose, trustText } from '../../report/parts/prose.js';
import type { TextPiece } from '../../report/report_block.js';
import type { ReportView } from '../../report/view/report_view.js';
import { shortenText } from '../../text/escape_text.js';
import { formatDuration, formatUsd } from '../../text/format_quantity.js';

/** Failing tests and checks with their names, and all of them by digest. */
const failingSchema = z.array(z.tuple([z.string().max(16), z.string().max(200)])).max(60);
const pageStateSchema = z.object({
  passed: z.boolean(),
  failing: failingSchema,
  /** Number of what fails beyond `failing`. */
  more: z.int().min(0),
  cost_usd: z.number().nullable(),
  wall_ms: z.number(),
});
const keptStateSchema = pageStateSchema.extend({ head: z.string().regex(/^[0-9a-f]{40,64}$/) });
const keptStatesSchema = z.object({ last: keptStateSchema, before: keptStateSchema.optional() });

/** State of the attempts of a page, by which the next page tells what changed. */
export type PageState = z.infer<typeof pageStateSchema>;

/** States that a comment keeps: that of its own commit, and that of the commit before. */
type KeptStates = z.infer<typeof keptStatesSchema>;

/** Failing tests and checks that a state names. */
const NAMED = 60;

/** Creates the state of a report. */
export function createPageState({ rows, total, conclusion }: ReportView): PageState {
  const failing = new Map<string, string>();
  for (const { task, agent, result } of rows) {
    for (const { check, mandatory, reached, outcome, failing: tests } of result.verdict.checks) {
      if (!mandatory || !reached || outcome !== 'fail') continue;
      for (const name of tests.length > 0 ? tests : [check])
        failing.set(sha256(JSON.stringify([task, agent, check, name])).slice(0, 12), shortenText(name, 100));
    }
  }
  return {
    passed: conclusion === 'success',
    failing: [...failing].slice(0, NAMED),
    more: Math.max(0, failing.size - NAMED),
    cost_usd: total.unknown_costs > 0 ? null : total.known_usd,
    wall_ms: Math.round(total.wall_ms),
  };
}

/** Returns the states that the comment of a commit keeps. The same commit judged again keeps what was before it. */
export function keepStates(state: PageState, head: string, kept: KeptStates | undefined): KeptStates {
  const earlier = kept === undefined || kept.last.head === head ? kept?.before : kept.last;
  return { last: { ...state, head }, ...omitUndefined({ before: earlier }) };
}

const MARK = '<!-- gatebench:state ';

/** Characters of the hidden line. */
const HIDDEN = 12_000;

/** Formats states as a line that no reader sees; what does not fit is counted alone. */
export function formatStates(states: KeptStates): string {
  for (let names = NAMED; ; names >>= 1) {
    const cut = <S extends PageState>(state: S): S => ({
      ...state,
      failing: state.failing.slice(0, names),
      more: state.more + Math.max(0, state.failing.length - names),
    });
    const shortened = { last: cut(states.last), before: states.before && cut(states.before) };
    const code = Buffer.from(JSON.stringify(shortened)).toString('base64url');
    if (code.length <= HIDDEN || names === 0) return `${MARK}${code} -->`;
  }
}

/** Reads the states of a comment of ours; undefined = it has none. */
export function readStates(body: string): KeptStates | undefined {
  const start = body.lastIndexOf(MARK);
  if (start < 0) return undefined;
  const code = /^[\w-]+/.exec(body.slice(start + MARK.length))?.[0] ?? '';
  try {
    return keptStatesSchema.parse(JSON.parse(Buffer.from(code, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Creates what changed since the push before, and what the same commit gave otherwise; nothing without either. */
export function createChangeLine(state: PageState, head: string, kept: KeptStates | undefined): TextPiece[] {
  if (kept === undefined) return [];
  const again = kept.last.head === head ? compareStates(kept.last, state) : undefined;
  const unsteady = again?.countable ? [...again.fixed, ...again.broken] : [];
  const earlier = kept.last.head === head ? kept.before : kept.last;
  const parts: TextPiece[][] = [
    ...listIf(unsteady.length > 0, prose`⚠️ other than before on the same commit: ${createNameList(unsteady)}`),
  ];
  if (earlier !== undefined) {
    const { broken, fixed, still, countable } = compareStates(earlier, state);
    const where = trustText(`since ${earlier.head.slice(0, 7)}`);
    const changes = [
      ...listIf(broken.length > 0, prose`❌ ${broken.length} newly failing: ${createNameList(broken.slice(0, 5))}`),
      ...listIf(fixed.length > 0, prose`✅ ${fixed.length} fixed: ${createNameList(fixed.slice(0, 5))}`),
      ...listIf(still > 0, [trustText(`${still} still failing`)]),
    ];
    const size = trustText(formatSizes(earlier, state));
    const shown = countable ? changes : [prose`${countFailing(earlier)} failing before, ${countFailing(state)} now`];
    parts.push([where, trustText(': '), ...joinParts(shown.length > 0 ? [...shown, [size]] : [[size]])]);
  }
  return joinParts(parts);
}

const joinParts = (parts: readonly TextPiece[][]): TextPiece[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [trustText(' · '), ...part]));

const countFailing = ({ failing, more }: PageState): number => failing.length + more;

/** Compares what failed. Names that are cut off cannot be compared. */
function compareStates(earlier: PageState, now: PageState) {
  const [old, fresh] = [new Map(earlier.failing), new Map(now.failing)];
  return {
    broken: [...fresh].filter(([key]) => !old.has(key)).map(([, name]) => name),
    fixed: [...old].filter(([key]) => !fresh.has(key)).map(([, name]) => name),
    still: [...fresh].filter(([key]) => old.has(key)).length,
    countable: earlier.more === 0 && now.more === 0,
  };
}

/** Formats time and, where both are known and not 0, cost as differences with a sign. */
function formatSizes(earlier: PageState, now: PageState): string {
  const wall = now.wall_ms - earlier.wall_ms;
  const time = `${wall < 0 ? '−' : '+'}${formatDuration(Math.abs(wall))}`;
  if (earlier.cost_usd === null || now.cost_usd === null || earlier.cost_usd + now.cost_usd === 0) return time;
  const cost = now.cost_usd - earlier.cost_usd;
  return `${time} · ${cost < 0 ? '−' : '+'}${formatUsd(Math.abs(cost))}`;
}
