import { existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { judgeCounterfactual } from '../../judge/counterfactual/judge_counterfactual.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { renderSectionMarkdown } from '../../publish/report/markdown/render_markdown_report.js';
import {
  createCounterfactualSection,
  formatCounterfactualLimits,
  listUnseenLimits,
  PROVISIONAL_REMARK,
} from '../../publish/report/sections/create_counterfactual_section.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import {
  COUNTERFACTUAL_FILE,
  type Counterfactual,
  type CounterfactualLimits,
} from '../../record/verdict/attempt_result.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns, type RunReference } from '../io/find_runs.js';

/**
 * Scores recorded attempts under other caps or weights (`score` with terms; requirement S7).
 *
 * Nothing is written beside results, and every line states that it is counterfactual.
 *
 * @returns 0 if all were scored, 3 if a record cannot be judged
 * @throws {UserError} if the output folder holds results
 */
export function scoreCounterfactual(
  names: readonly string[],
  terms: CounterfactualLimits,
  options: { json: boolean; out?: string | undefined },
  out: CommandContext,
  cwd: string,
): 0 | 3 {
  const folder = options.out === undefined ? undefined : resolve(cwd, options.out);
  if (folder !== undefined && existsSync(join(folder, 'results.jsonl')))
    throw new UserError(
      `${options.out} holds results, and what would have been is none`,
      'Name another folder with --out, so that nobody takes one for the other.',
    );
  const lines: Counterfactual[] = [];
  let unjudged = 0;
  if (!options.json) {
    out.log(safe(`counterfactual: as if ${formatCounterfactualLimits(terms)}. ${PROVISIONAL_REMARK}`));
    for (const text of listUnseenLimits(terms)) out.log(safe(`counterfactual: ${text}`));
  }
  for (const run of findRuns(names, cwd)) {
    const line = scoreRunCounterfactually(run, terms);
    if (typeof line === 'string') {
      unjudged += 1;
      out.log(
        options.json
          ? formatInertJson({ counterfactual: terms, run: run.shown, unjudged: line })
          : safe(`counterfactual  ${run.shown}  cannot be judged: ${line}`),
      );
      continue;
    }
    lines.push(line);
    if (options.json) out.log(formatInertJson(line));
    else out.log(safe(`counterfactual  ${run.shown}  ${line.status} (sealed: ${line.sealed.status})  ${line.because}`));
  }
  if (folder !== undefined) writeCounterfactuals(folder, lines, terms, unjudged);
  if (folder !== undefined && !options.json)
    out.log(safe(`counterfactual  ${lines.length} written to ${relative(cwd, join(folder, COUNTERFACTUAL_FILE))}`));
  return unjudged > 0 ? 3 : 0;
}

/** Scores one attempt; returns the reason if it cannot be judged. */
function scoreRunCounterfactually(
  { path, shown, published }: RunReference,
  terms: CounterfactualLimits,
): Counterfactual | string {
  const { standing, faults, made_by, manifest, events, report } = verifyRun(path, published, RUBRIC_VERSION);
  if (standing === 'reduced') return 'content was removed from it';
  if (!manifest || standing === 'tampered') return faults[0]?.what ?? made_by ?? 'there is no manifest';
  if (!report) return 'it was never sealed';
  const { contract, agent, ablation, trial, attempt_id } = manifest;
  return {
    counterfactual: terms,
    run: shown,
    attempt_id,
    contract: { id: contract.id, version: contract.version },
    agent: agent.name,
    ablation,
    trial,
    // The sealed verdict was made before the seal was in the log.
    ...judgeCounterfactual({ manifest, events: events.filter((event) => event.type !== 'sealed') }, terms),
  };
}

function writeCounterfactuals(
  folder: string,
  lines: readonly Counterfactual[],
  terms: CounterfactualLimits,
  unjudged: number,
): void {
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, COUNTERFACTUAL_FILE), lines.map((line) => `${toCanonicalJson(line)}\n`).join(''));
  writeAtomically(
    join(folder, 'counterfactual.md'),
    `${renderSectionMarkdown(createCounterfactualSection(lines, terms, unjudged))}\n`,
  );
}
