import type { LoadedContract } from '../../contract/loaded_contract.js';
import {
  listPatchPolicyFindings,
  type PatchPolicyCondition,
  type PatchPolicyFinding,
  patchPolicyConditions,
} from '../../contract/policy/patch_policy_finding.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { Layer } from '../../workspace/layer.js';
import type { PatchApplication } from '../../workspace/patch/apply_patch.js';
import type { RunnerContext } from '../attempt/runner_context.js';
import { askOperator } from '../escalation/ask_operator.js';
import { findPatchSuspicions } from '../oracle/find_patch_suspicions.js';
import { readPatchFacts } from '../patch_analysis/read_patch_facts.js';

const QUESTIONS: Record<PatchPolicyCondition, string> = {
  dependencies: 'May the patch change these dependencies',
  'install-scripts': 'May the patch change what runs at installation',
  ci: 'May the patch change automation of the repository',
};

/** Most items that a question names; the record has all. */
const MAX_NAMED_ITEMS = 10;

/**
 * Records the facts of an applied patch, and asks a person where the policy says so (requirements K6, R12).
 *
 * It is called before any code of the patch runs. It decides nothing: answers are events, which the judge reads.
 */
export async function reviewPatch(
  loaded: LoadedContract,
  application: Extract<PatchApplication, { outcome: 'applied' }>,
  patch: Uint8Array,
  layer: Layer,
  run: RunDirectory,
  rooms: Pick<RunnerContext, 'operators' | 'outside' | 'signal'>,
): Promise<void> {
  const { policy } = loaded.contract;
  const suspicions = findPatchSuspicions(
    Buffer.from(patch).toString('utf8'),
    loaded.oracle_files.map(({ path }) => path),
  );
  const observed = await rememberPatchFacts(application, patch, layer);
  const names_places = observed.registries.length > 0 || observed.dependencies.some(({ source }) => source !== null);
  const default_registries = names_places ? (await rooms.outside.registries()).by_ecosystem : undefined;
  const payload = default_registries === undefined ? observed : { ...observed, default_registries };
  const facts = run.log.append('patch_facts', 'harness', { ...payload, suspicions });
  const open = listPatchPolicyFindings(policy, facts.payload).filter(({ handling }) => handling === 'escalate');
  for (const condition of patchPolicyConditions) {
    const items = open.filter((item) => item.condition === condition);
    if (items.length === 0) continue;
    await askOperator(
      {
        condition,
        question: `${QUESTIONS[condition]}: ${formatItems(items)}?`,
        evidence_seq: facts.seq,
        timeout_ms: policy.escalate.timeout,
      },
      { run, operators: rooms.operators, signal: rooms.signal },
    );
  }
}

/** Facts by the list of files of an application, which trials of the same patch share. */
const knownFacts = new WeakMap<object, ReturnType<typeof readPatchFacts>>();

/** Reads the facts of an application once. */
function rememberPatchFacts(...given: Parameters<typeof readPatchFacts>): ReturnType<typeof readPatchFacts> {
  const { files } = given[0];
  const facts = knownFacts.get(files) ?? readPatchFacts(...given);
  knownFacts.set(files, facts);
  facts.catch(() => knownFacts.delete(files));
  return facts;
}

/** Formats items in quotes, since their words come from the patch. */
function formatItems(items: readonly PatchPolicyFinding[]): string {
  const shown = items
    .slice(0, MAX_NAMED_ITEMS)
    .map(
      ({ message, file, line }) =>
        `${JSON.stringify(message.slice(0, 200))} ` +
        `(${JSON.stringify(file.slice(0, 200))}${line === null ? '' : `, line ${line}`})`,
    );
  return shown.join('; ') + (items.length > MAX_NAMED_ITEMS ? `; and ${items.length - MAX_NAMED_ITEMS} more` : '');
}
