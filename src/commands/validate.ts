import { join, resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { EnhancedABCValidator } from '../judge/analysis/abc.js';
import type { BenchmarkData } from '../judge/analysis/benchmark_data.js';
import { benchmarkOf, type ProvenContract } from '../judge/proof/benchmark.js';
import { renderBenchmark, renderProof } from '../publish/report/proof.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import type { Result } from '../record/result.js';
import { findContracts } from '../run/contracts/find.js';
import { prepareContract } from '../run/contracts/prepare.js';
import { readContract } from '../run/contracts/read.js';
import { lockFolder } from '../run/suite/folder_lock.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import { openRooms } from './open_rooms.js';
import { type RunOutput, runOrderSchema } from './orders.js';
import { type ProofPlan, type Proving, prove } from './prove.js';
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
  const contracts = findContracts(order.contracts, cwd).map((path) => readContract(path, cwd));
  const cache = await openCache(order.cache ?? defaultCache());
  const { out: folder, search_path } = order;
  const asRun = runOrderSchema.parse({
    contracts: order.contracts,
    agents: ['golden'],
    out: folder,
    search_path,
    ask: false,
  });
  const opened = await openRooms(asRun, contracts, cache, cwd, out);
  const unlock = lockFolder(resolve(cwd, folder));
  const proofs: ContractProof[] = [];
  const proven: ProvenContract[] = [];
  const results: Result[] = [];
  try {
    for (const loaded of contracts) {
      if (out.signal.aborted) break;
      const { repos } = order;
      const rooms = { ...opened.of(loaded), entrypoint: 'validate' };
      const prepared = await prepareContract(loaded, cache, rooms.toolchain, { repos, signal: out.signal });
      const { plan, end } = planOf(loaded, order, out);
      const proving = await prove(loaded, prepared, plan, rooms).finally(end);
      const one: ProvenContract = {
        contract: loaded.contract,
        observations: proving.evidence.observations,
        tool_problems: prepared.tool_problems,
        sandbox: rooms.probe,
        seed: order.seed,
        with_cost: proving.results.filter(({ cost }) => cost.total_usd !== null || cost.execution_minutes > 0).length,
      };
      const proof = findings(proving, benchmark(benchmarkOf([one])).results, order.seed);
      const verdict = out.signal.aborted ? 'undecided' : proving.result.verdict;
      const lock = writeLock(loaded, proof, verdict, prepared, order.lock, rooms);
      proofs.push({ ...summaryOf(loaded, proving, plan), verdict, proof, lock });
      proven.push(one);
      results.push(...proving.results);
      if (!order.json) out.log(renderProof(proofs.at(-1)!, proving.times, out.terminal));
    }
    const outcome: ValidateOutcome = {
      exit_code: exitCode(proofs, contracts.length, out.signal.aborted),
      proofs,
      benchmark: benchmark(benchmarkOf(proven)),
    };
    writeAtomically(resolve(cwd, folder, 'results.jsonl'), results.map((result) => `${canonical(result)}\n`).join(''));
    writeAtomically(resolve(cwd, folder, 'proof.json'), `${JSON.stringify(outcome, null, 2)}\n`);
    if (order.json) out.log(JSON.stringify(outcome));
    else out.log(renderBenchmark(outcome.benchmark, proofs, join(folder, 'proof.json'), out.terminal));
    return outcome;
  } catch (error) {
    // An interrupted fetch is an interruption, not a mistake.
    if (out.signal.aborted && error instanceof UserError)
      return { exit_code: 130, proofs, benchmark: benchmark(benchmarkOf(proven)) };
    throw unwritable(error, folder) ?? error;
  } finally {
    unlock();
  }
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
