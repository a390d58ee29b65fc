import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseTrajectory } from '../../../src/adapters/trajectories/parse_trajectory.js';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import { createAtifDocument } from '../../../src/publish/atif/create_atif_document.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { type AtifDocument, atifDocumentSchema } from '../../../src/record/trajectory/atif_document.js';
import { recordTrajectory } from '../../../src/run/attempt/agent_stages/record_trajectory.js';
import { createAttemptPorts } from '../../../src/run/create_attempt_ports.js';
import { readSession, sessionFiles } from '../../adapters/trajectories/given_sessions.js';
import {
  atifTrajectory,
  geminiSession,
  miniSweAgentTrajectory,
  openhandsEvents,
  openhandsRow,
  sweAgentTrajectory,
} from '../../adapters/trajectories/given_trajectories.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { ran } from '../../given_run.js';
import { GOLDEN, smallContract } from '../../given_task.js';
import { groupWhere } from '../../machine.js';
import { givenManifest, givenReport } from '../../record/given_record.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
afterAll(cleanUp);

let rooms = 0;
/** Records a trajectory and exports the record. */
function roundTrip(value: unknown): AtifDocument {
  const trajectory = parseTrajectory(typeof value === 'string' ? value : JSON.stringify(value), 'given.json');
  let at = 0;
  const run = RunDirectory.create(join(room, `record-${rooms++}`), givenManifest(), () => ++at * 1000);
  const loaded = { contract: contractSchema.parse(smallContract()) };
  recordTrajectory(trajectory, { loaded, rules: [], run, ablation: new Set() } as never, createAttemptPorts().guard);
  const report = run.seal(givenReport());
  return createAtifDocument({ manifest: run.manifest, events: run.log.events }, report, {
    readArtifact: (digest) => readFileSync(join(run.path, 'artifacts', digest), 'utf8'),
    patch: trajectory.patch ?? Buffer.alloc(0),
    briefing: '',
  });
}

const withoutHead = ({ extra }: AtifDocument) => ({
  ...extra,
  gatebench: { ...(extra!.gatebench as object), head: undefined },
});

describe('a trajectory that is imported and exported again is the same', () => {
  it.each([
    ['ATIF', atifTrajectory],
    ['SWE-agent', sweAgentTrajectory],
    ['mini-swe-agent', miniSweAgentTrajectory],
    ['OpenHands V0', openhandsRow],
    ['OpenHands V1', openhandsEvents],
    ['gemini-cli', geminiSession],
  ])('%s: steps, calls, observations and metrics', (_, value) => {
    const document = roundTrip(value);
    const { extra, ...rest } = document;
    const { extra: before, ...imported } = parseTrajectory(JSON.stringify(value), 'given.json').document;
    expect(rest).toEqual(imported);
    expect(extra).toEqual({ ...before, gatebench: expect.objectContaining({ observed: false }) });
    expect(atifDocumentSchema.safeParse(document).success).toBe(true);
    // Once more, it differs in nothing but the head of its record.
    const again = roundTrip(document);
    expect({ ...again, extra: withoutHead(again) }).toEqual({ ...document, extra: withoutHead(document) });
  });

  it.each(sessionFiles)('the session %s', (name) => {
    const { extra: _, ...document } = roundTrip(readSession(name));
    expect(document).toEqual(parseTrajectory(readSession(name), 'given.json').document);
  });

  it('whatever the texts, the sizes and the numbers are', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('x'.repeat(20_000)));
    const json = fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 8 }).filter((key) => key !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 })),
      { maxKeys: 3 },
    );
    const count = fc.option(fc.nat(), { nil: undefined });
    const agentStep = fc
      .record({
        message: text,
        reasoning_content: text,
        calls: fc.array(json, { maxLength: 3 }),
        prompt_tokens: count,
        cost_usd: fc.double({ min: 0, max: 9, noNaN: true }),
        extra: json,
      })
      .map(({ calls, prompt_tokens, cost_usd, ...rest }) => ({
        ...rest,
        source: 'agent' as const,
        tool_calls: calls.map((args, at) => ({ tool_call_id: `c${at}`, function_name: 'bash', arguments: args })),
        observation: { results: calls.map((_, at) => ({ source_call_id: `c${at}`, content: rest.message })) },
        metrics: { ...(prompt_tokens === undefined ? {} : { prompt_tokens }), cost_usd },
      }));
    const otherStep = fc.record({ source: fc.constantFrom('user' as const, 'system' as const), message: text });
    fc.assert(
      fc.property(fc.array(fc.oneof(agentStep, otherStep), { minLength: 1, maxLength: 5 }), (steps) => {
        const given = {
          schema_version: 'ATIF-v1.7',
          agent: { name: 'a', version: '1' },
          steps: steps.map((step, at) => ({ step_id: at + 1, ...step })),
        };
        const expected = parseTrajectory(JSON.stringify(given), 'given.json').document;
        expect(roundTrip(given).steps).toEqual(expected.steps);
      }),
      { numRuns: 40 },
    );
  });
});

groupWhere('sandbox')('gatebench export atif', () => {
  it('exports an imported attempt with its patch, which can be judged again', async () => {
    await givenRecorded('imported', room);
    expect(await typeCommand(room, ['export', 'atif', 'out', '--out', 'atif'])).toMatchObject({ code: 0 });
    const [name] = readdirSync(join(room, 'atif'));
    const document = JSON.parse(readFileSync(join(room, 'atif', name!), 'utf8'));
    expect(document.extra.gatebench).toMatchObject({
      status: 'success',
      patch: GOLDEN,
      observed: false,
      task: 'task',
    });
    const { attempts } = await ran(room, {
      contracts: ['task'],
      agents: [`trajectory:atif/${name}`],
      out: join(room, 'again'),
    });
    expect(attempts[0]).toMatchObject({ status: 'success' });
    expect(attempts[0]!.of('imported_trajectory')[0]!.payload.totals).toMatchObject({ cost_usd: 0.02, requests: 3 });
  });

  it('exports an observed attempt: a step per call behind the briefing', async () => {
    await givenRecorded('commanded', room, 'obs');
    expect(await typeCommand(room, ['export', 'atif', 'obs', '--out', 'atif-obs'])).toMatchObject({ code: 0 });
    const [name] = readdirSync(join(room, 'atif-obs'));
    const document = JSON.parse(readFileSync(join(room, 'atif-obs', name!), 'utf8'));
    expect(document.steps.map(({ source }: { source: string }) => source)).toEqual(['user', 'agent']);
    expect(document.steps[1].observation.results[0]).toMatchObject({ content: 'said\n', extra: { exit_code: 0 } });
    expect(document.extra.gatebench).toMatchObject({ observed: true, status: 'success' });
  });

  it('writes one document for each attempt, and says which record is there twice', async () => {
    cpSync(join(room, 'obs'), join(room, 'obs-copy'), { recursive: true });
    const { code, error } = await typeCommand(room, ['export', 'atif', 'obs', 'obs-copy', '--out', 'atif-two']);
    expect([code, error]).toEqual([
      3,
      expect.stringMatching(/^obs-copy.*is that of another record of the same attempt$/),
    ]);
    expect(readdirSync(join(room, 'atif-two'))).toHaveLength(1);
  });

  it('refuses a folder that is not empty, and says which records it leaves out', async () => {
    expect(await typeCommand(room, ['export', 'atif', 'out', '--out', 'atif'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('atif is not empty'),
    });
    cpSync(join(room, 'out'), join(room, 'changed'), { recursive: true });
    const [run] = readdirSync(join(room, 'changed', 'runs'));
    writeFileSync(join(room, 'changed', 'runs', run!, 'patch.diff'), 'other');
    expect(await typeCommand(room, ['export', 'atif', 'changed', '--out', 'atif-2'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('patch.diff was edited'),
    });
  });
});
