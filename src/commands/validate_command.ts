import { type Command, InvalidArgumentError } from 'commander';
import type { RunOutput } from './orders.js';
import { outputOf } from './study_options.js';
import type { ValidateOrderInput } from './validate_order.js';
import { verbs } from './verbs.js';
import type { WayOutOrder } from './way_out.js';

/** Adds the verb `validate` to the command line; `done` is told the exit code. */
export function addValidate(
  program: Command,
  out: RunOutput,
  around: { cwd: string; search_path: string; way_out?: WayOutOrder | undefined },
  parsers: { whole: (text: string) => number; collect: (value: string, before?: string[]) => string[] },
  done: (code: number) => void,
): void {
  program
    .command('validate')
    .description('prove contracts: the reference passes, nothing else does, reruns agree; writes contract.lock')
    .argument('<contracts...>', 'contract files, folders with a contract.yml, or patterns')
    .option(
      '-o, --out <dir>',
      'folder for the records of the proof (default: gatebench-proof; the proof of other contracts there is renamed, gatebench-proof.1)',
    )
    .option('--replace', 'remove the proof of other contracts, or an earlier run, from the folder', false)
    .option('-n, --reruns <n>', "executions beyond the first (default: the contract's flakiness.reruns)", parsers.whole)
    .option('--mutants <n>', 'at most so many mutants of the reference solution', parsers.whole, 24)
    .option('-j, --concurrency <n>', 'attempts side by side', parsers.whole, 2)
    .option('--seed <n>', 'seed of the attempts and of the choice of mutants', parsers.whole, 20260307)
    .option('--update-lock', 'also write contract.lock where one holds already', false)
    .option('--no-lock', 'write no contract.lock')
    .option('--checklist <file>', 'YAML file with what people found for criteria of the benchmark checklist')
    .option(
      '--repos <dir>',
      'folder with local mirrors "owner+name", used instead of the network; may be repeated',
      parsers.collect,
      [],
    )
    .option(
      '--cache <dir>',
      'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
    )
    .option('--json', 'print findings as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench validate tasks/*/contract.yml --reruns 29\nExit codes: 0 proven · 1 refuted · 2 your mistake · 3 undecided · 130 interrupted',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const input: ValidateOrderInput = {
        contracts,
        ...outputOf(options, 'gatebench-proof'),
        cache: options.cache as string | undefined,
        search_path: around.search_path,
        way_out: around.way_out,
        concurrency: options.concurrency as number,
        seed: options.seed as number,
        repos: options.repos as string[],
        json: options.json as boolean,
        reruns: options.reruns as number | undefined,
        mutants: options.mutants as number,
        checklist: options.checklist as string | undefined,
        lock: options.lock === false ? 'never' : options.updateLock ? 'renew' : 'write',
      };
      const { validate, validateOrderSchema } = await verbs.validate();
      const parsed = validateOrderSchema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
      }
      done((await validate(parsed.data, out, around.cwd)).exit_code);
    });
}
