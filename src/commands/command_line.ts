import { Command, InvalidArgumentError, Option } from 'commander';
import { VERSION } from '../record/version.js';
import { addAgents } from './agents_command.js';
import { addCompare } from './compare_command.js';
import { addExport } from './export_command.js';
import { addGateway } from './gateway_command.js';
import { addGuard } from './guard_command.js';
import type { ClientStreams } from './mcp.js';
import { addMcp } from './mcp_command.js';
import { addModelOptions, modelsInput } from './models_options.js';
import type { RunOrderInput, RunOutput } from './orders.js';
import { addReport } from './report_command.js';
import { addReveal } from './reveal_command.js';
import { schemaNames } from './schema_names.js';
import { addValidate } from './validate_command.js';
import { verbs } from './verbs.js';
import type { WayOutOrder } from './way_out.js';

/** What the shell knows of the machine and the caller. */
export interface Surroundings {
  cwd: string;
  search_path: string;
  way_out?: WayOutOrder | undefined;
  /** Headers for a collector of telemetry, as OTEL_EXPORTER_OTLP_HEADERS has them. */
  otlp_headers?: string | undefined;
  /** A collector of telemetry, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  otlp_endpoint?: string | undefined;
  /** Name of the user, for what they decide. */
  user: string;
  /** Standard input and output, for verbs that answer a client. */
  client?: ClientStreams | undefined;
}

/**
 * The command line: verbs, options, help. Returns the exit code; output and interruption are the shell's.
 *
 * @throws {UserError} for wrong use that commander does not catch itself
 */
export async function commandLine(argv: readonly string[], out: RunOutput, around: Surroundings): Promise<number> {
  let code = 0;
  const program = new Command('gatebench')
    .description('Judges coding agents on real repositories with executable contracts.')
    .version(VERSION)
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.log(text.trimEnd()),
      writeErr: (text) => out.error(text.trimEnd()),
      getOutHelpWidth: () => out.terminal.columns,
      getErrHelpWidth: () => out.terminal.columns,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 indecisive · 130 interrupted',
    );

  const running = program
    .command('run')
    .description('make attempts: agent in a sandbox → patch → fresh snapshot → four gates → record and report')
    .argument('<contracts...>', 'contract files, folders with a contract.yml, or patterns')
    .option(
      '-a, --agent <agent>',
      'noop, golden, pull-request, loop, patch:FILE, script:FILE, agent:FILE, command:"…" or a name of `agents list`; may be repeated',
      collect,
    )
    .option('--install', 'install agents that come from npm and are not there, as `agents install` does', false)
    .option('-o, --out <dir>', 'folder for records and reports', 'gatebench-out')
    .option('-k, --trials <n>', 'attempts per contract and agent', whole, 1)
    .option('-j, --concurrency <n>', 'attempts side by side', whole, 1)
    .option(
      '--ablate <mechanisms>',
      'switch mechanisms of coordination and safety off: "none", "all" or names with ","; may be repeated, once per configuration',
      collect,
    )
    .option('--seed <n>', 'seed of the attempts; another than 20260307 is a protocol deviation', whole, 20260307)
    .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
    .option(
      '--reuse <dir>',
      'take decided attempts with the same key over from an earlier run in that folder; may be repeated',
      collect,
      [],
    )
    .option('--retries <n>', 'further tries where the machine or the network failed; every try is kept', whole, 0)
    .option('--shard <i/n>', 'only the i-th of n parts')
    .addOption(
      new Option('--fail-on <when>', 'what makes the exit code 1; regression has no baseline in this version')
        .choices(['gates', 'regression', 'never'])
        .default('gates'),
    )
    .option('--require-proof', 'refuse contracts without a contract.lock that holds (see validate)', false)
    .option(
      '--record-stubs',
      'reach the allowed hosts of contracts with policy.network.stubs, and write that file anew',
      false,
    )
    .option('--coordination-rules <file>', 'further guardrail rules (YAML) for all attempts, beside those of contracts')
    .option('--dry-run', 'say what would run, run nothing', false)
    .option(
      '--repos <dir>',
      'folder with local mirrors "owner+name", used instead of the network; may be repeated',
      collect,
      [],
    )
    .option('--base <sha>', 'base commit, for contracts with base: pull-request')
    .option('--head <sha>', 'head commit, for contracts with base: pull-request')
    .option(
      '--cache <dir>',
      'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
    )
    .addOption(
      new Option('--sandbox <name>', 'isolation')
        .choices(['auto', 'bubblewrap', 'docker', 'podman', 'none'])
        .default('auto'),
    )
    .option(
      '--unsafe-no-sandbox',
      'allow --sandbox none: nothing is held back, and no attempt passes the safety gate',
      false,
    )
    .option('--no-ask', 'deny at once whatever the policy would ask a person')
    .option('--json', 'print results as JSON', false);
  addModelOptions(running, collect)
    .addHelpText('after', '\nExample:\n  gatebench run tasks/*/contract.yml --agent golden --agent noop')
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      // Not commander's own check, which comes before that of mistyped options.
      if (!options.agent)
        throw new InvalidArgumentError(
          "required option '-a, --agent <agent>' not specified (add --help for what there is)",
        );
      const input: RunOrderInput = {
        contracts,
        agents: options.agent as string[],
        install_agents: options.install as boolean,
        ablations: options.ablate as string[] | undefined,
        coordination_rules: options.coordinationRules as string | undefined,
        trials: options.trials as number,
        out: options.out as string,
        cache: options.cache as string | undefined,
        search_path: around.search_path,
        way_out: around.way_out,
        record_stubs: options.recordStubs as boolean,
        resume: options.resume as boolean,
        reuse: options.reuse as string[],
        retries: options.retries as number,
        fail_on: options.failOn as 'gates',
        dry_run: options.dryRun as boolean,
        require_proof: options.requireProof as boolean,
        models: modelsInput(options),
        sandbox: options.unsafeNoSandbox && options.sandbox === 'auto' ? 'none' : (options.sandbox as 'auto'),
        unsafe: options.unsafeNoSandbox as boolean,
        concurrency: options.concurrency as number,
        shard: options.shard as string | undefined,
        seed: options.seed as number,
        repos: options.repos as string[],
        ask: options.ask as boolean,
        json: options.json as boolean,
        ...(options.base || options.head
          ? { pull_request: { base_sha: String(options.base), head_sha: String(options.head), workspace: around.cwd } }
          : {}),
      };
      const { run, runOrderSchema } = await verbs.run();
      const parsed = runOrderSchema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
      }
      code = (await run(parsed.data, out, around.cwd)).exit_code;
    });

  addValidate(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addReport(program, out, around, (exit_code) => {
    code = exit_code;
  });

  addCompare(program, out, around, { collect }, (exit_code) => {
    code = exit_code;
  });

  addMcp(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addGateway(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addAgents(program, out, around, (exit_code) => {
    code = exit_code;
  });

  program
    .command('verify')
    .description('check that records are whole and unchanged')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--head <hash>', 'head that was published for the run')
    .option('--json', 'one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench verify gatebench-out\nExit codes: 0 sealed · 1 changed after it was written · 3 unfinished',
    )
    .action(async (runs: string[], options: { head?: string; json: boolean }) => {
      const { verify } = await verbs.verify();
      code = verify(runs, options, out, around.cwd);
    });

  program
    .command('score')
    .description('judge recorded attempts again and compare with the sealed verdict')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--json', 'one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench score gatebench-out\nExit codes: 0 the same · 1 differs · 3 cannot be judged',
    )
    .action(async (runs: string[], options: { json: boolean }) => {
      const { score } = await verbs.score();
      code = score(runs, options, out, around.cwd);
    });

  program
    .command('decide')
    .description('answer a question that a run asks, or list what is asked')
    .argument('<run>', 'run directory, or output folder')
    .argument('[id]', 'which question; may be left out when there is one')
    .addOption(new Option('--allow', 'what was asked about may go on').conflicts('deny'))
    .option('--deny', 'it may not')
    .option('--because <reason>', 'why; stands in the record')
    .option('--by <name>', 'who decides', around.user)
    .option('--json', 'one JSON object per line', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench decide gatebench-out\n  gatebench decide gatebench-out 3f9a0c11de --deny --because "nobody ordered this dependency"\nExit codes: 0 answered or listed · 2 your mistake',
    )
    .action(async (run: string, id: string | undefined, options: Record<string, unknown>) => {
      const { decide } = await verbs.decide();
      code = await decide(
        [run],
        {
          id,
          decision: options.allow ? 'allow' : options.deny ? 'deny' : undefined,
          because: options.because as string | undefined,
          by: options.by as string,
          json: options.json as boolean,
        },
        out,
        around.cwd,
      );
    });

  addExport(program, out, around, (exit_code) => {
    code = exit_code;
  });

  addGuard(program, out, around, { collect }, (exit_code) => {
    code = exit_code;
  });

  addReveal(program, out, around, (exit_code) => {
    code = exit_code;
  });

  program
    .command('schema')
    .description(`print the JSON Schema of a format: ${schemaNames.join(', ')}`)
    .argument('<name>', 'which')
    .addHelpText('after', '\nExample:\n  gatebench schema contract > contract.schema.json')
    .action(async (name: string) => {
      const { jsonSchema } = await verbs.schema();
      out.log(JSON.stringify(jsonSchema(name), null, 2));
    });

  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    if (error.exitCode !== 0 && error instanceof InvalidArgumentError) out.error(`error: ${error.message}`);
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}

const collect = (value: string, before: string[] = []) => [...before, value];

function whole(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('must be a whole number');
  return value;
}

function isCommanderError(error: unknown): error is { exitCode: number; code: string; message: string } {
  return (
    error instanceof Error && 'exitCode' in error && String((error as { code?: unknown }).code).startsWith('commander.')
  );
}
