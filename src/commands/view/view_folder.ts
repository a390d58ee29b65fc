import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ANALYSIS_FILE, type Analysis, readAnalysis } from '../../judge/analysis/analysis.js';
import { createAnalysisSections } from '../../publish/report/sections/create_analysis_sections.js';
import { type AttemptRow, toAttemptRow } from '../../publish/report/view/attempt_row.js';
import { findPlannedBaselines } from '../../publish/report/view/contract_check.js';
import {
  COMPARISON_CONCLUSIONS,
  createArmNames,
  findDecidingAttempts,
  type GateConclusion,
} from '../../publish/report/view/gate_conclusion.js';
import { ReportAccumulator } from '../../publish/report/view/report_accumulator.js';
import { createReportView, type ReportView, type ReportViewOptions } from '../../publish/report/view/report_view.js';
import type { Event } from '../../record/events/event.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import type { Plan } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import { listRuns, RUN_FILES } from '../../record/storage/run_directory.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { PARTIAL_RESULTS_FILE } from '../../run/scheduler/open_schedule.js';
import { type AttemptPageData, createAttemptPageData } from '../../view/model/attempt_page_data.js';
import { type IndexRow, toIndexRow } from '../../view/model/index_row.js';
import { createRawEvents, type RawEvent } from '../../view/model/raw_event.js';
import { toReadableLine } from '../../view/model/readable_text.js';
import { createRunPageData, type RunPageData } from '../../view/model/run_page_data.js';
import { REGRESSION_FILE, RESULTS_FILE } from '../io/results_file.js';
import { createResultLineReader } from '../merge/result_line_reader.js';
import {
  computeFileStamp,
  parseRecordJson,
  readEventLines,
  readFileSlice,
  readLastEvent,
  readRecordText,
  readWholeLines,
} from './read_record_text.js';

const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;

/** Attempt with a result: its entry, and where its line and record are. */
interface JudgedAttempt {
  entry: IndexRow;
  run: string;
  /** Where its line is. */
  place: { file: string; offset: number; length: number };
}

/**
 * Output folder of a run or of `report`, as the viewer reads it: whole, or while the run still writes. Whatever cannot
 * be read is shown as such, and never ends the viewer.
 */
export class ViewFolder {
  #plan: Plan | undefined;
  #arms: ReadonlyMap<string, string> = new Map();
  #gathering = new ReportAccumulator();
  #judged = new Map<string, JudgedAttempt>();
  #broken: IndexRow[] = [];
  #pending = new Map<string, { entry: IndexRow; stamp: string }>();
  /** Results that were read so far. */
  #results = { node: '', bytes: 0, text: '', reader: createResultLineReader() };
  #is_finished = false;
  /** Data of the run's page, until something changes. */
  #run_page: RunPageData | undefined;

  constructor(readonly path: string) {
    this.refresh();
  }

  /** Reads what was written since the last time. @returns ids of the attempts that changed; undefined = nothing did */
  refresh(): string[] | undefined {
    if (this.#plan === undefined) this.#readPlan();
    const [was_finished, earlier_text] = [this.#is_finished, this.#results.text];
    const changed = [...this.#refreshResults(), ...this.#refreshPending()];
    const is_same = was_finished === this.#is_finished && earlier_text === this.#results.text;
    if (is_same && changed.length === 0) return undefined;
    this.#run_page = undefined;
    return changed;
  }

  /** Ids of all attempts. */
  get ids(): string[] {
    return [...this.#judged.keys(), ...this.#pending.keys()];
  }

  /** Entries of all attempts: those of the list. */
  listRows(): IndexRow[] {
    const judged = [...this.#judged.values()].map(({ entry }) => entry);
    return [...judged, ...this.#broken, ...[...this.#pending.values()].map(({ entry }) => entry)];
  }

  /** Creates the data of the run's page. @param view view of a report that knows more than the folder */
  createRunPage(view?: ReportView): RunPageData {
    const rows = this.listRows();
    const planned = this.#plan?.attempts.length ?? rows.length;
    this.#run_page ??= createRunPageData(view ?? this.#createView(), rows, {
      planned: Math.max(planned, rows.length),
      live: !this.#is_finished,
    });
    return this.#run_page;
  }

  /** Creates the data of an attempt's page; undefined for an id that is not in the folder. */
  createAttemptPage(id: string): AttemptPageData | undefined {
    const judged = this.#judged.get(id);
    const pending = judged?.entry ?? this.#pending.get(id)?.entry;
    if (pending === undefined) return undefined;
    const run = judged?.run ?? `runs/${id}`;
    const folder = resolve(this.path, run);
    const events = readEventLines(folder).flatMap((line) => (parseRecordJson(line) as Event | undefined) ?? []);
    return createAttemptPageData({
      pending,
      judged: judged && this.#readRow(judged),
      events,
      patch: readRecordText(join(folder, RUN_FILES.patch)) ?? '',
      run,
      readArtifact: (digest) =>
        /^[0-9a-f]{64}$/.test(digest)
          ? readRecordText(join(folder, RUN_FILES.artifacts, digest), MAX_ARTIFACT_BYTES)
          : undefined,
    });
  }

  /** Creates the raw events of an attempt; undefined for an id that is not in the folder. */
  createEvents(id: string): RawEvent[] | undefined {
    const run = this.#judged.get(id)?.run ?? (this.#pending.has(id) ? `runs/${id}` : undefined);
    return run === undefined ? undefined : createRawEvents(readEventLines(resolve(this.path, run)));
  }

  /** Returns the bytes of an attempt's log; 0 where there is none. */
  measureLog(id: string): number {
    const run = this.#judged.get(id)?.run ?? `runs/${id}`;
    return computeFileStamp(join(resolve(this.path, run), RUN_FILES.events)).bytes;
  }

  #createView(): ReportView {
    const plan = this.#plan;
    const analysis = parseRecordJson(readRecordText(join(this.path, ANALYSIS_FILE))) as Analysis | undefined;
    return createReportView(this.#gathering, {
      missing: this.#is_finished
        ? (plan?.attempts.map(({ attempt_id }) => attempt_id) ?? []).filter((id) => !this.#judged.has(id))
        : [],
      ...this.#concludeRegression(),
      min_strength: plan?.gate.min_strength,
      decides: plan && findDecidingAttempts(plan),
      baselines: plan && findPlannedBaselines(plan),
      suite: plan?.suite == null ? undefined : plan.name,
      replicates: plan?.replication !== undefined,
      harness: { version: ENGINE_VERSION },
      sections: analysis === undefined ? [] : createAnalysisSections(readAnalysis(analysis)),
    });
  }

  /** Returns the gate of the plan. What a regression gate came to is said by its comparison, once it is made. */
  #concludeRegression(): Pick<ReportViewOptions, 'fail_on' | 'concluded'> {
    const fail_on = this.#plan?.gate.fail_on ?? 'never';
    if (fail_on !== 'regression') return { fail_on };
    const text = readRecordText(join(this.path, REGRESSION_FILE));
    const { verdict = '' } = (parseRecordJson(text) as Partial<Record<'verdict', string>> | null | undefined) ?? {};
    const conclusions: Partial<Record<string, GateConclusion>> = COMPARISON_CONCLUSIONS;
    const concluded = conclusions[verdict];
    return concluded === undefined ? { fail_on: 'never' } : { fail_on, concluded };
  }

  #readPlan(): void {
    const plan = parseRecordJson(readRecordText(join(this.path, PLAN_FILE))) as Plan | undefined;
    if (!Array.isArray(plan?.attempts)) return;
    this.#plan = plan;
    this.#arms = createArmNames(plan);
  }

  /** Reads the results again if their file changed: the partial one grows, and the whole one takes its place. */
  #refreshResults(): string[] {
    const whole = join(this.path, RESULTS_FILE);
    this.#is_finished = existsSync(whole);
    const file = this.#is_finished ? whole : join(this.path, PARTIAL_RESULTS_FILE);
    const read = computeFileStamp(file);
    // The partial results may become the whole ones by another name.
    const stamp = { ...read, node: `${read.node} ${file}`, text: `${read.text} ${file}` };
    if (stamp.text === this.#results.text) return [];
    const grows = stamp.node === this.#results.node && stamp.bytes >= this.#results.bytes;
    const earlier_ids = grows ? new Set(this.#judged.keys()) : new Set<string>();
    if (!grows) {
      this.#gathering = new ReportAccumulator();
      this.#judged = new Map();
      this.#broken = [];
      this.#results = { ...this.#results, bytes: 0 };
    }
    this.#results = { ...this.#results, ...stamp, bytes: this.#readResults(file, this.#results.bytes) };
    return [...this.#judged.keys()].filter((id) => !earlier_ids.has(id));
  }

  /** Reads the lines of a results file from an offset on. @returns the offset behind the last whole line */
  #readResults(file: string, begin: number): number {
    let end = begin;
    for (const line of existsSync(file) ? readWholeLines(file, begin) : []) {
      const { offset, length } = line;
      end = offset + length + 1;
      try {
        const result = this.#results.reader.read(line, basename(file));
        const arm = this.#arms.get(result.attempt_id);
        this.#gathering.add(result, arm);
        const entry = toIndexRow(this.#toRow(result));
        this.#judged.set(result.attempt_id, { entry, run: toRunPath(result), place: { file, offset, length } });
      } catch (error) {
        const number = this.#judged.size + this.#broken.length + 1;
        this.#broken.push(createBrokenRow(`line ${number}`, String((error as Error).message)));
      }
    }
    return end;
  }

  #toRow(result: AttemptResult): AttemptRow {
    return toAttemptRow(result, false, this.#plan?.gate.min_strength ?? 0, this.#arms.get(result.attempt_id));
  }

  /** Looks for records without a result: attempts that are under way, or whose run was broken off. */
  #refreshPending(): string[] {
    const earlier = this.#pending;
    this.#pending = new Map();
    if (this.#is_finished) return [...earlier.keys()];
    const changed: string[] = [];
    for (const run of listRuns(join(this.path, 'runs'))) {
      const id = basename(run);
      if (this.#judged.has(id)) continue;
      const stamp = computeFileStamp(join(run, RUN_FILES.events)).text;
      const one = earlier.get(id);
      const entry = one?.stamp === stamp ? one.entry : this.#createPendingRow(id, run);
      if (one?.stamp !== stamp) changed.push(id);
      this.#pending.set(id, { entry, stamp });
    }
    return changed;
  }

  #createPendingRow(id: string, run: string): IndexRow {
    const planned = this.#plan?.attempts.find(({ attempt_id }) => attempt_id === id);
    const last = readLastEvent(run);
    return {
      id,
      task: toReadableLine(planned?.task ?? id, 120),
      agent: toReadableLine(this.#arms.get(id) ?? planned?.arm ?? '', 120),
      trial: planned?.trial ?? 1,
      state: 'running',
      gates: '----',
      why: toReadableLine(last?.stage ?? ''),
      wall_ms: last === undefined ? null : Math.round(last.t / 1e6),
      usd: null,
      tokens: null,
    };
  }

  /** Reads the row of a judged attempt again, from its line of the results. */
  #readRow({ place: { file, offset, length } }: JudgedAttempt): AttemptRow | undefined {
    const result = parseRecordJson(readFileSlice(file, offset, length));
    return result === undefined ? undefined : this.#toRow(result as AttemptResult);
  }
}

/** Returns the place of a record below or beside the results; a name of another form is not followed. */
const toRunPath = ({ run, attempt_id }: AttemptResult): string =>
  /^(?:[^\0]*\/)?runs\/[\w.-]*\w[\w.-]*$/.test(run) ? run : `runs/${attempt_id}`;

const createBrokenRow = (id: string, why: string): IndexRow => ({
  id,
  task: '?',
  agent: '?',
  trial: 0,
  state: 'broken',
  gates: '----',
  why: toReadableLine(why),
  wall_ms: null,
  usd: null,
  tokens: null,
});
