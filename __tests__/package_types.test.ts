import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { cleanUp, givenRoom } from './given.js';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

afterAll(cleanUp);

/** A project that depends on nothing but the package, as npm packs it. */
async function givenProject(files: Record<string, string>): Promise<string> {
  const room = givenRoom();
  const packed = await execa('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', room], {
    cwd: root,
    env: { npm_config_cache: join(room, 'cache'), npm_config_update_notifier: 'false' },
  });
  await execa('tar', ['-xzf', join(room, packed.stdout.trim().split('\n').at(-1)!), '-C', room]);
  mkdirSync(join(room, 'project', 'node_modules'), { recursive: true });
  cpSync(join(room, 'package'), join(room, 'project', 'node_modules', 'gatebench'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(room, 'project', name), text);
  return join(room, 'project');
}

const GOOD = `import {
  type ABCValidationResult, EnhancedABCValidator, GuardrailSuite, HALOrchestrator, MetricsProvider,
  type SteeringConfig, SteeringVectorAdapter, wilson,
} from 'gatebench/analysis';
import { createShippedGuard, type GuardRequest, type GuardVerdict } from 'gatebench/guard';
const request: GuardRequest = { command: 'git push --force' };
export const verdict: GuardVerdict = createShippedGuard().judge(request, { trust: 2 });
const low: number = wilson(0.5, 10).low;
const results: ABCValidationResult[] = new EnhancedABCValidator().validate_all({ test_cases: { a: [1] } });
const row: SteeringConfig = { hookpoint: 'layers.12', action: 'add', coefficient: 1.5, feature_index: 7, source: 'manual' };
const adapter = new SteeringVectorAdapter();
adapter.load_manual([row]);
const guardrails = new GuardrailSuite({ trust: 1 });
const provider = new MetricsProvider([]);
const hal = new HALOrchestrator({ k: 4, guardrails });
export const report = hal.evaluate_consistency('agent', [{ id: 'a', prompt: 'p' }], {
  inference: async () => ({ accuracy: 1, completion: 1, acts: [{ command: 'git push --force' }] }),
});
export const seen = [low, results[0]?.evidence, guardrails.check_all([{ text: 'hello' }]).guardrail_blocks, provider];
`;

describe('types of the library in the package', () => {
  it('need no other package, and tell right calls from wrong ones', async () => {
    const wrong = [
      "new EnhancedABCValidator().validate_all('data');",
      'new HALOrchestrator().evaluate_consistency("agent", "tasks");',
      'new SteeringVectorAdapter().load_manual([{ hookpoint: "a" }]);',
      'new GuardrailSuite().check_all([{ shell: "ls" }]);',
      'createShippedGuard().judge({ shell: "ls" }, { trust: 2 });',
    ];
    const cwd = await givenProject({
      'package.json': '{"type":"module"}',
      'good.ts': GOOD,
      'wrong.ts': `import { EnhancedABCValidator, GuardrailSuite, HALOrchestrator, SteeringVectorAdapter } from 'gatebench/analysis'; import { createShippedGuard } from 'gatebench/guard';\n${wrong.join('\n')}\n`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{ module: 'nodenext', target: 'es2023', strict: true, noEmit: true, skipLibCheck: false, types: [] },
        },
        include: ['*.ts'],
      }),
    });
    const { exitCode, stdout } = await execa(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd,
      reject: false,
    });
    const faults = stdout
      .split('\n')
      .flatMap((line) => /^(\S+)\((\d+),\d+\): error/.exec(line)?.slice(1, 3).join(':') ?? []);
    expect([exitCode === 0, [...new Set(faults)]]).toEqual([
      false,
      ['wrong.ts:2', 'wrong.ts:3', 'wrong.ts:4', 'wrong.ts:5', 'wrong.ts:6'],
    ]);
  });
});
