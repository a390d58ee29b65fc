import { z } from 'zod';
import { type ContractCheck, formatContractCheckLines } from '../../publish/report/view/contract_check.js';
import { escapeText, formatInertJson } from '../../publish/text/escape_text.js';
import type { CommandContext } from '../io/command_context.js';
import { runStudy } from '../run/run_study.js';
import { runOptionsSchema } from '../study/run_options.js';

const { contracts, out, earlier, cache, way_out, search_path, concurrency, sandbox, unsafe, repos, json } =
  runOptionsSchema.shape;

/** Options of `check`. */
export const checkOptionsSchema = z.strictObject({
  contracts: contracts.unwrap().min(1),
  ...{ out, earlier, cache, way_out, search_path, concurrency, sandbox, unsafe, repos, json },
});
export type CheckOptions = z.output<typeof checkOptionsSchema>;

/** Outcome of `check`. Exit codes: 0 all contracts work, 1 any does not, 3 any undecided, 130 interrupted. */
export interface ContractCheckOutcome {
  exit_code: 0 | 1 | 2 | 3 | 130;
  conclusion: 'success' | 'failure' | 'indecisive' | 'interrupted';
  contracts: readonly ContractCheck[];
}

/**
 * Checks contracts (`checkContracts`): runs golden and noop once each, as `run` does. Golden must pass, and noop must
 * fail.
 *
 * Prints one line per contract, for one that does not work with the reason and the next step, and a last line over
 * several.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function checkContracts(
  options: CheckOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<ContractCheckOutcome> {
  const run_options = runOptionsSchema.parse({ ...options, agents: ['golden', 'noop'], fail_on: 'gates', ask: false });
  // The table of a run says less about a contract than one line.
  const quiet: CommandContext = { ...out, log: () => {}, styled: undefined };
  const { exit_code, conclusion, view, html_path } = await runStudy({ ...run_options, json: false }, quiet, cwd);
  const outcome: ContractCheckOutcome = { exit_code, conclusion, contracts: view.contract_checks };
  if (options.json) {
    out.log(formatInertJson(outcome));
    return outcome;
  }
  const [first, ...more] = view.contract_checks;
  const listed = more.length > 0 || first?.state !== 'works' ? view.contract_checks : [];
  for (const line of listed.flatMap(formatContractCheckLines)) out.log(escapeText(line));
  if (conclusion !== 'success') out.log(`records: ${escapeText(html_path)}`);
  // Of one contract that does not work its own line has said it.
  if (conclusion === 'interrupted') out.log(`interrupted: ${view.headline}`);
  else if (listed.length !== 1) out.log(view.headline);
  return outcome;
}
