import { existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { counterfactual } from '../judge/rubric/counterfactual.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { sectionMarkdown } from '../publish/report/blocks_markdown.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { counterfactualSection, PROVISIONAL, termsText, unseen } from '../publish/report/sections/counterfactual.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import { COUNTERFACTUAL_FILE, type Counterfactual, type Terms } from '../record/counterfactual.js';
import { verifyRun } from '../record/verify.js';
import type { RunOutput } from './orders.js';
import { findRuns, type NamedRun } from './records.js';

/**
 * `score` under other terms: what attempts would have been judged under other caps or weights (S7). Nothing of it is written where results
 * are, and every line says what it is. 0 all scored · 3 a record that cannot be judged.
 *
 * @throws {UserError} when the folder to write to holds results
 */
export function rescore(
  names: readonly string[],
  terms: Terms,
  options: { json: boolean; out?: string | undefined },
  out: RunOutput,
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
    out.log(safe(`counterfactual: as if ${termsText(terms)}. ${PROVISIONAL}`));
    for (const text of unseen(terms)) out.log(safe(`counterfactual: ${text}`));
  }
  for (const named of findRuns(names, cwd)) {
    const line = rescored(named, terms);
    if (typeof line === 'string') {
      unjudged += 1;
      out.log(
        options.json
          ? jsonText({ counterfactual: terms, run: named.shown, unjudged: line })
          : safe(`counterfactual  ${named.shown}  cannot be judged: ${line}`),
      );
      continue;
    }
    lines.push(line);
    if (options.json) out.log(jsonText(line));
    else
      out.log(safe(`counterfactual  ${named.shown}  ${line.status} (sealed: ${line.sealed.status})  ${line.because}`));
  }
  if (folder !== undefined) write(folder, lines, terms, unjudged);
  if (folder !== undefined && !options.json)
    out.log(safe(`counterfactual  ${lines.length} written to ${relative(cwd, join(folder, COUNTERFACTUAL_FILE))}`));
  return unjudged > 0 ? 3 : 0;
}

/** The line of one attempt, or why there is none. */
function rescored({ path, shown, published }: NamedRun, terms: Terms): Counterfactual | string {
  const { standing, faults, made_by, manifest, events, report } = verifyRun(path, published, RUBRIC_VERSION);
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
    ...counterfactual({ manifest, events: events.filter((event) => event.type !== 'sealed') }, terms),
  };
}

function write(folder: string, lines: readonly Counterfactual[], terms: Terms, unjudged: number): void {
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, COUNTERFACTUAL_FILE), lines.map((line) => `${canonical(line)}\n`).join(''));
  writeAtomically(
    join(folder, 'counterfactual.md'),
    `${sectionMarkdown(counterfactualSection(lines, terms, unjudged))}\n`,
  );
}
