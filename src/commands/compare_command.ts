import { type Command, InvalidArgumentError } from 'commander';
import type { CompareOrderInput } from './compare_order.js';
import type { RunOutput } from './orders.js';
import { verbs } from './verbs.js';

/** Adds the verb `compare` to the command line; `done` is told the exit code. */
export function addCompare(
  program: Command,
  out: RunOutput,
  around: { cwd: string },
  { collect }: { collect: (value: string, before?: string[]) => string[] },
  done: (code: number) => void,
): void {
  program
    .command('compare')
    .description('head against base, paired by task: regression, no regression, or undecided')
    .argument('<base>', 'output folder of `run` or `report`, or its results.jsonl: what was before')
    .argument('<head>', 'the same of what is judged')
    .option('--arm <id>', 'arm that both have; may be repeated (default: agents with everything on)', collect)
    .option('--base-arm <id>', 'arm of base, where it is called otherwise than that of head')
    .option('--head-arm <id>', 'arm of head')
    .option('--history <file>', 'history of the base: contracts that are stable in it alone may turn the gate')
    .option('--minimum-effect <share>', 'difference that would matter (default: as the plan says, else 0.1)', number)
    .option(
      '--confidence <share>',
      'of the intervals of the paired comparison (default: as the plan says, else 0.95)',
      number,
    )
    .option(
      '--alpha <share>',
      'largest chance of a false alarm of the gate (default: as the plan says, else 0.005)',
      number,
    )
    .option(
      '--tolerance <share>',
      'share of the rarer outcome in the history of a stable contract (default: as the plan says, else 0.05)',
      number,
    )
    .option(
      '--minimum-history <runs>',
      'decided runs that a history must have of a contract (default: as the plan says, else 5)',
      number,
    )
    .option(
      '--coverage-floor <share>',
      'share of runs of head that must be decided (default: as the plan says, else 1)',
      number,
    )
    .option('-o, --out <dir>', 'folder for comparison.json and comparison.md')
    .option('--json', 'print the comparison as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench compare before/ after/ --history history.jsonl\nExit codes: 0 no regression · 1 regression · 2 your mistake · 3 undecided',
    )
    .action(async (base: string, head: string, options: Record<string, unknown>) => {
      const input: CompareOrderInput = {
        base,
        head,
        arms: options.arm as string[] | undefined,
        base_arm: options.baseArm as string | undefined,
        head_arm: options.headArm as string | undefined,
        history: options.history as string | undefined,
        minimum_effect: options.minimumEffect as number | undefined,
        confidence: options.confidence as number | undefined,
        alpha: options.alpha as number | undefined,
        tolerance: options.tolerance as number | undefined,
        minimum_history: options.minimumHistory as number | undefined,
        coverage_floor: options.coverageFloor as number | undefined,
        out: options.out as string | undefined,
        json: options.json as boolean,
      };
      const { compare, compareOrderSchema } = await verbs.compare();
      const parsed = compareOrderSchema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
      }
      done(compare(parsed.data, out, around.cwd).exit_code);
    });
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('must be a number, such as 0.1');
  return value;
}
