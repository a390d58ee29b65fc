import { type Condition, conditions, type OpenItem, openItems } from '../../contract/dependency_policy.js';
import type { LoadedContract } from '../../contract/loaded.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Rooms } from '../attempt/rooms.js';
import { askOperator } from '../escalation/ask.js';
import { suspicionsIn } from '../oracle/suspicion.js';
import type { Application } from '../workspace/apply.js';
import type { Layer } from '../workspace/layer.js';
import { readPatchFacts } from './facts.js';

const QUESTIONS: Record<Condition, string> = {
  dependencies: 'May the patch change these dependencies',
  'install-scripts': 'May the patch change what runs at installation',
  ci: 'May the patch change automation of the repository',
};

/** Items that a question names; the record has all of them. */
const NAMED = 10;

/**
 * Records what an applied patch holds, and asks a person about what the policy wants asked (K6, R12), before anything of the
 * patch runs. Nothing is decided here: the answers are events, and the judge reads them.
 */
export async function settlePatch(
  loaded: LoadedContract,
  application: Extract<Application, { outcome: 'applied' }>,
  patch: Uint8Array,
  layer: Layer,
  run: RunDirectory,
  rooms: Pick<Rooms, 'operators' | 'outside' | 'signal'>,
): Promise<void> {
  const { policy } = loaded.contract;
  const suspicions = suspicionsIn(
    Buffer.from(patch).toString('utf8'),
    loaded.oracle_files.map(({ path }) => path),
  );
  const found = await readPatchFacts(application, patch, layer);
  const names_places = found.registries.length > 0 || found.dependencies.some(({ source }) => source !== null);
  const default_registries = names_places ? (await rooms.outside.registries()).by_ecosystem : undefined;
  const said = default_registries === undefined ? found : { ...found, default_registries };
  const facts = run.log.append('patch_facts', 'harness', { ...said, suspicions });
  const open = openItems(policy, facts.payload).filter(({ handling }) => handling === 'escalate');
  for (const condition of conditions) {
    const items = open.filter((item) => item.condition === condition);
    if (items.length === 0) continue;
    await askOperator(
      {
        condition,
        question: `${QUESTIONS[condition]}: ${named(items)}?`,
        evidence_seq: facts.seq,
        timeout_ms: policy.escalate.timeout,
      },
      { run, operators: rooms.operators, signal: rooms.signal },
    );
  }
}

/** Items in quotes, since their words come from the patch. */
function named(items: readonly OpenItem[]): string {
  const shown = items
    .slice(0, NAMED)
    .map(
      ({ message, file, line }) =>
        `${JSON.stringify(message.slice(0, 200))} (${JSON.stringify(file.slice(0, 200))}${line === null ? '' : `, line ${line}`})`,
    );
  return shown.join('; ') + (items.length > NAMED ? `; and ${items.length - NAMED} more` : '');
}
