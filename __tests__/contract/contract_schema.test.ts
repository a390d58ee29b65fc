import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { contractSchema } from '../../src/contract/contract_schema.js';
import { smallContract } from '../given_task.js';

const tasks = fileURLToPath(new URL('../../tasks/', import.meta.url));
const published = z.toJSONSchema(contractSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  propertyNames?: JsonSchema;
}

const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value;

/** The keywords that the published schema uses, as JSON Schema 2020-12 defines them. An unknown keyword fails the test. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const kind = kindOf(value);
  const known = new Set([
    '$schema',
    'title',
    'description',
    'default',
    'type',
    'const',
    'enum',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'anyOf',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'minLength',
    'maxLength',
    'pattern',
    'propertyNames',
  ]);
  for (const keyword of Object.keys(schema)) if (!known.has(keyword)) throw new Error(`keyword ${keyword}`);
  if (schema.anyOf && !schema.anyOf.some((inner) => fits(inner, value))) return false;
  const types = schema.type === undefined ? [kind] : [schema.type].flat();
  if (!types.includes(kind) && !(kind === 'integer' && types.includes('number'))) return false;
  if ('const' in schema && schema.const !== value) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (typeof value === 'number')
    return (
      value >= (schema.minimum ?? -Infinity) &&
      value <= (schema.maximum ?? Infinity) &&
      value > (schema.exclusiveMinimum ?? -Infinity)
    );
  if (typeof value === 'string')
    return (
      value.length >= (schema.minLength ?? 0) &&
      value.length <= (schema.maxLength ?? Infinity) &&
      (!schema.pattern || new RegExp(schema.pattern, 'u').test(value))
    );
  if (Array.isArray(value))
    return (
      value.length >= (schema.minItems ?? 0) &&
      value.length <= (schema.maxItems ?? Infinity) &&
      value.every((element) => !schema.items || fits(schema.items, element))
    );
  if (kind !== 'object') return true;
  const object = value as Record<string, unknown>;
  if (schema.required?.some((key) => !Object.hasOwn(object, key))) return false;
  return Object.entries(object).every(([key, element]) => {
    if (schema.propertyNames && !fits(schema.propertyNames, key)) return false;
    const own = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (own) return fits(own, element);
    if (schema.additionalProperties === false) return false;
    return typeof schema.additionalProperties !== 'object' || fits(schema.additionalProperties, element);
  });
}

const CHALLENGE = { rounds: 32, strength: 8, share: 0.5 };
const PERTURBATION = { when: 'auto', rename: true, comment: true, directory: false };

describe('defaults', () => {
  it('are the policy of the sources, in the units of the engine', () => {
    expect(contractSchema.parse(smallContract())).toEqual({
      schema: 1,
      id: 'small',
      title: 'A small task',
      description: 'Make the value right.\n',
      metadata: { tier: 1, source: 'curated', registry: false, affected_files: [], strata: {} },
      snapshot: { directory: 'repo', tree: '0'.repeat(40) },
      environment: {
        tools: {},
        variables: {},
        absent: [],
        lockfiles: [],
        seed: 20260307,
        locale: 'C.UTF-8',
        timezone: 'UTC',
        clock: 'real',
      },
      setup: [],
      build: 'none',
      acceptance: [
        {
          id: 'unit',
          run: 'true',
          layer: 'unit',
          mandatory: true,
          report: 'exit-code',
          fail_to_pass: [],
          pass_to_pass: [],
          quarantine: [],
          timeout: 300_000,
          reruns: 0,
          environment: {},
        },
      ],
      oracle: {
        restore: [],
        restore_defaults: true,
        read_only: true,
        perturbation: PERTURBATION,
        challenge: CHALLENGE,
      },
      policy: {
        network: 'deny',
        network_attempts: 'warn',
        evidence: 'counters',
        change: { allow: ['**'], deny: [] },
        commands: { deny: [] },
        dependencies: { add: 'deny', declared: [], registries: [] },
        install_scripts: 'deny',
        ci: 'warn',
        secrets: 'fail',
        trust_level: 2,
        escalate: { conditions: [], timeout: 600_000 },
        breakers: {
          identical_calls: 5,
          reinstalls: 3,
          oscillation: 6,
          no_progress: 50,
          dominance: 0.8,
          suspend_writes: 3,
          calls_per_minute: 120,
        },
        unlisted_regressions: 'warn',
        min_strength: 0,
        guarantees: {},
      },
      budget: {
        wall: 1_800_000,
        usd: 5,
        headroom: 0.05,
        memory: 4 * 2 ** 30,
        processes: 512,
        disk: 2 * 2 ** 30,
        output: 64 * 2 ** 20,
      },
      scoring: { lambda: 1, envelope: { lines: 100, files: 10 }, maintainability: [] },
      flakiness: { reruns: 5, tolerance: 0 },
    });
  });

  it('of nested forms are filled in', () => {
    const { setup, oracle } = contractSchema.parse(
      smallContract({
        setup: [{ run: 'make' }],
        oracle: { canary: { run: 'false' }, files: [{ from: 'a', to: '.' }] },
      }),
    );
    expect(setup).toEqual([{ run: 'make', network: [], timeout: 600_000, environment: {} }]);
    expect(oracle).toEqual({
      canary: { run: 'false', report: 'exit-code', timeout: 60_000, environment: {} },
      files: [{ from: 'a', to: '.' }],
      restore: [],
      restore_defaults: true,
      read_only: true,
      perturbation: PERTURBATION,
      challenge: CHALLENGE,
    });
  });

  it('are read again as they are: a contract from a manifest is a contract', () => {
    const once = contractSchema.parse(smallContract());
    // Durations are milliseconds after reading and seconds when written bare: only they do not survive a second reading.
    const { budget, acceptance, policy, ...rest } = once;
    const again = contractSchema.parse({ ...rest, acceptance: [{ id: 'unit', run: 'true' }] });
    expect(again).toEqual(once);
    expect([budget.wall, acceptance[0]!.timeout, policy.escalate.timeout]).toEqual([1_800_000, 300_000, 600_000]);
  });
});

describe('paths in a contract', () => {
  it.each(['/etc/passwd', '../up', 'a/../../up', 'a/..', '', 'nul\0'])('%j is refused', (directory) => {
    const contract = smallContract({ snapshot: { directory, tree: '0'.repeat(40) } });
    expect(contractSchema.safeParse(contract).success).toBe(false);
  });

  it.each(['repo', 'a/b', '..hidden', 'a..b/c', './repo'])('%j is taken', (directory) => {
    const contract = smallContract({ snapshot: { directory, tree: '0'.repeat(40) } });
    expect(contractSchema.safeParse(contract).success).toBe(true);
  });
});

describe('the published JSON Schema', () => {
  const contracts = readdirSync(tasks, { recursive: true })
    .map(String)
    .filter((path) => /^(safety\/)?[^/]+\/contract\.yml$/.test(path))
    .map((path) => path.replace('/contract.yml', ''))
    .map((name): [string, unknown] => [name, parse(readFileSync(`${tasks}${name}/contract.yml`, 'utf8'))]);

  it.each([['the smallest contract', smallContract()] as [string, unknown], ...contracts])(
    'accepts what the engine accepts: %s',
    (_, contract) => {
      expect([contractSchema.safeParse(contract).success, fits(published, contract)]).toEqual([true, true]);
    },
  );

  it.each<[string, Record<string, unknown>]>([
    ['an unknown key', { acceptence: [] }],
    ['a wrong kind', { build: 'nnoe' }],
    ['an unknown report format', { acceptance: [{ id: 'a', run: 'b', report: 'juint' }] }],
    ['no checks', { acceptance: [] }],
    ['a bad name', { id: 'two words' }],
    ['two forms of a snapshot at once', { snapshot: { directory: 'a', tree: 'a'.repeat(40), base: 'pull-request' } }],
    ['a short commit', { snapshot: { git: 'x', commit: 'abc' } }],
    ['a tier that is none', { metadata: { tier: 9 } }],
    ['a bad variable name', { environment: { variables: { 'A=B': 'x' } } }],
  ])('refuses what the engine refuses: %s', (_, changes) => {
    const contract = { ...smallContract(), ...changes };
    expect([contractSchema.safeParse(contract).success, fits(published, contract)]).toEqual([false, false]);
  });

  // Holds K1
  it('requires what has no default, and describes what it publishes', () => {
    expect(published.required?.sort()).toEqual(
      ['acceptance', 'build', 'description', 'id', 'metadata', 'schema', 'snapshot', 'title'].sort(),
    );
    expect(published.additionalProperties).toBe(false);
  });
});
