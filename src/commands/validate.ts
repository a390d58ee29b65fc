import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Checklist } from '../contract/checklist.js';
import type { LoadedContract } from '../contract/loaded.js';
import { expiredQuarantines } from '../contract/quarantine.js';
import { spelling } from '../contract/spelling.js';
import { UserError } from '../contract/user_error.js';
import { EnhancedABCValidator } from '../judge/analysis/abc.js';
import type { BenchmarkData } from '../judge/analysis/benchmark_data.js';
import { benchmarkOf, type ProvenContract } from '../judge/proof/benchmark.js';
import { jsonText } from '../publish/report/escape.js';
import { proofLines, renderBenchmark } from '../publish/report/proof.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import type { Result } from '../record/result.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { prepareContract } from '../run/contracts/prepare.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import { printLines, printStyled } from './console_writer.js';
import { openRooms } from './open_rooms.js';
import { type RunOutput, runOrderSchema } from './orders.js';
import { refuseEarlierResults, takeOutputFolder } from './output_folder.js';
import { type ProofPlan, type Proving, prove } from './prove.js';
import { readChecklist } from './read_checklist.js';
import { readContracts } from './read_contracts.js';
import type { ContractProof, ValidateOrder, ValidateOutcome } from './validate_order.js';
import { EVERY_MS } from './waiting.js';
import { findings, writeLock } from './write_lock.js';
import { unwritable } from './write_reports.js';

/**
 * `validate`: proves contracts (K9), one after the other, by attempts whose records stay in the output folder, and checks the whole as a
 * benchmark (G8). Writes a lock beside each proven contract.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function validate(order: ValidateOrder, out: RunOutput, cwd = process.cwd()): Promise<ValidateOutcome> {
  const contracts = readContracts(order.contracts, cwd);
  refuseExpired(contracts, new Date().toISOString());
  const found = order.checklist === undefined ? {} : readChecklist(order.checklist, cwd);
  const cache = await openCache(order.cache ?? defaultCache());
  const { out: folder, search_path, way_out } = order;
  const asRun = runOrderSchema.parse({
    contracts: order.contracts,
    agents: ['golden'],
    out: folder,
    search_path,
    way_out,
    ask: false,
  });
  const earlier = holdsProofOf(resolve(cwd, folder), contracts) ? 'resume' : order.earlier;
  refuseEarlierResults(folder, cwd, earlier);
  const opened = await openRooms(asRun, contracts, cache, cwd, out);
  const taken = takeOutputFolder(folder, cwd, earlier, out.error);
  const proven: Proven[] = [];
  try {
    for (const loaded of contracts) {
      if (out.signal.aborted) break;
      const rooms = { ...opened.of(loaded), entrypoint: 'validate' };
      const one = await proveOne(loaded, order, found, rooms, out);
      if (!one) break;
      proven.push(one);
      if (!order.json) printStyled(out, [...proofLines(one.proof, one.times, out.terminal.columns), []]);
    }
    const proofs = proven.map(({ proof }) => proof);
    const outcome: ValidateOutcome = {
      exit_code: exitCode(proofs, contracts.length, out.signal.aborted),
      proofs,
      benchmark: benchmark({ ...benchmarkOf(proven.map(({ benched }) => benched)), ...found }),
    };
    const lines = proven.flatMap(({ results }) => results.map((result) => `${canonical(result)}\n`));
    writeAtomically(resolve(cwd, folder, 'results.jsonl'), lines.join(''));
    writeAtomically(resolve(cwd, folder, 'proof.json'), `${JSON.stringify(outcome, null, 2)}\n`);
    if (order.json) out.log(jsonText(outcome));
    else
      printLines(
        out.log,
        renderBenchmark(outcome.benchmark, proofs, join(folder, 'proof.json'), out.terminal).split('\n'),
      );
    return outcome;
  } catch (error) {
    throw unwritable(error, folder) ?? error;
  } finally {
    taken.release();
  }
}

/** Tells whether a folder holds the proof of no other contracts than these: then it is made anew in place. */
function holdsProofOf(folder: string, contracts: readonly LoadedContract[]): boolean {
  try {
    const read = provenPathsSchema.parse(JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8')));
    return read.proofs.every(({ path }) => contracts.some(({ shown }) => shown === path));
  } catch {
    return false;
  }
}

const provenPathsSchema = z.object({ proofs: z.array(z.object({ path: z.string() })) });

/** @throws {UserError} when a quarantine of a contract has run out: a proof of it would hold on to a test that nobody repairs */
function refuseExpired(contracts: readonly LoadedContract[], now: string): void {
  for (const { contract, shown, lines } of contracts) {
    const [first] = expiredQuarantines(contract, now);
    if (first)
      throw new UserError(
        `${shown}:${lines[first.contract_path] ?? 1}  the quarantine of "${spelling(first.test)}" ended on ${first.expires} (owner: ${spelling(first.owner)})`,
        'Take the test out of quarantine, or out of the required tests; or give the quarantine a new day.',
      );
  }
}

interface Proven {
  proof: ContractProof;
  benched: ProvenContract;
  results: Result[];
  times: Proving['times'];
}

/** One contract: looked at, proven, its lock written. Undefined when it was interrupted before there was anything to say. */
async function proveOne(
  loaded: LoadedContract,
  order: ValidateOrder,
  checklist: Partial<Checklist>,
  rooms: Rooms,
  out: RunOutput,
): Promise<Proven | undefined> {
  const { repos } = order;
  const prepared = await prepareContract(loaded, rooms.cache, rooms.toolchain, { repos, signal: out.signal }).catch(
    (error: unknown) => {
      // An interrupted fetch is an interruption, not a mistake.
      if (out.signal.aborted && error instanceof UserError) return undefined;
      throw error;
    },
  );
  if (!prepared) return undefined;
  const { plan, end } = planOf(loaded, order, out);
  const proving = await prove(loaded, prepared, plan, rooms).finally(end);
  const { results, times, evidence } = proving;
  const benched: ProvenContract = {
    contract: loaded.contract,
    observations: evidence.observations,
    tool_problems: prepared.tool_problems,
    sandbox: rooms.probe,
    seed: order.seed,
    with_cost: results.filter(({ cost }) => cost.total_usd !== null || cost.execution_minutes > 0).length,
  };
  const criteria = benchmark({ ...benchmarkOf([benched]), ...checklist }).results;
  const found = findings(proving, criteria, order.seed);
  const verdict = out.signal.aborted ? 'undecided' : proving.result.verdict;
  const lock = writeLock(loaded, found, verdict, prepared, order.lock, rooms);
  return { proof: { ...summaryOf(loaded, proving, plan), verdict, proof: found, lock }, benched, results, times };
}

/** The plan of one proof, with a line of progress now and then for people who wait. */
function planOf(loaded: LoadedContract, order: ValidateOrder, out: RunOutput): { plan: ProofPlan; end: () => void } {
  const { id, flakiness } = loaded.contract;
  let now = '';
  const reminder = setInterval(() => now !== '' && out.error(`… ${id} · ${now}`), EVERY_MS);
  return {
    plan: {
      reruns: order.reruns ?? flakiness.reruns,
      mutants: order.mutants,
      seed: order.seed,
      concurrency: order.concurrency,
      progress: (step, done, of) => {
        now = `${step} ${done} of ${of}`;
      },
    },
    end: () => clearInterval(reminder),
  };
}

function summaryOf(
  { contract, shown, version }: LoadedContract,
  { results, wall_ms }: Proving,
  { reruns }: ProofPlan,
): Pick<ContractProof, 'contract' | 'path' | 'version' | 'wall_ms' | 'attempts' | 'reruns'> {
  return {
    contract: contract.id,
    path: shown,
    version,
    wall_ms: Math.round(wall_ms),
    attempts: results.length,
    reruns,
  };
}

function benchmark(data: BenchmarkData): ValidateOutcome['benchmark'] {
  const validator = new EnhancedABCValidator();
  const results = validator.validate_all(data);
  return { results, estimated_overestimation: validator.estimated_overestimation(results) };
}

/** Refuted outweighs undecided: it is a fact. */
function exitCode(
  proofs: readonly ContractProof[],
  planned: number,
  interrupted: boolean,
): ValidateOutcome['exit_code'] {
  if (interrupted) return 130;
  if (proofs.some(({ verdict }) => verdict === 'refuted')) return 1;
  return proofs.length === planned && proofs.every(({ verdict }) => verdict === 'proven') ? 0 : 3;
}
