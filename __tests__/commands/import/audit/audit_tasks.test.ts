import type { AuditedTask, AuditTools } from '../../../../src/commands/import/audit/audit_contract.js';
import { auditTasks } from '../../../../src/commands/import/audit/audit_tasks.js';
import type { CommandContext } from '../../../../src/commands/io/command_context.js';
import type { ProgressChange } from '../../../../src/commands/io/progress_state.js';

const ORDER = { again: false, budget: undefined, json: false };

/** Audits tasks with the ids given; a proof takes nothing, and its verdict is that of the id. */
async function audit(
  ids: readonly string[],
  earlier: readonly AuditedTask[],
  { version = '1', stop_at = Infinity, ...order }: Partial<typeof ORDER> & { version?: string; stop_at?: number } = {},
) {
  const controller = new AbortController();
  const proven: string[] = [];
  const lines: string[] = [];
  const counts: unknown[] = [];
  const verdict = (id: string) => (id.startsWith('odd') ? 'undecided' : 'proven');
  const tools: AuditTools = {
    prove: async (_, id) => {
      proven.push(id);
      if (proven.length >= stop_at) controller.abort();
      const proof = { steps: [], mutants: { killed: 0, survived: [] }, reference: { strength: 4, because: '' } };
      return { ...{ verdict: verdict(id), wall_ms: 1 }, proof } as unknown as ReturnType<AuditTools['prove']>;
    },
    observe: async () => undefined,
    now: () => new Date(0),
    findBasis: (path) => `${path} ${version}`,
  };
  const found: AuditedTask[] = [];
  let writes = 0;
  const out = {
    ...{ signal: controller.signal, log: (line: string) => lines.push(line) },
    progress: { update: ({ done, of }: ProgressChange) => counts.push([done, of]) },
  } as unknown as CommandContext;
  const tasks = ids.map((id) => ({ place: id, id, state: 'written' as const, path: `tasks/${id}`, notes: [] }));
  await auditTasks({ ...ORDER, ...order }, '/f', tasks, { tools, earlier, audit: found, write: () => writes++ }, out);
  return { proven, found, lines, counts, writes };
}

// Holds G11
it('goes on where an audit was interrupted, and writes after each proof', async () => {
  const first = await audit(['a', 'b', 'c'], [], { stop_at: 2 });
  expect([first.proven, first.writes]).toEqual([['a', 'b'], 2]);
  const second = await audit(['a', 'b', 'c'], first.found);
  expect([second.proven, second.found.map(({ id }) => id)]).toEqual([['c'], ['a', 'b', 'c']]);
  expect(second.lines[0]).toBe('2 contracts proven before, and unchanged since (--again proves them again)');
});

it.each<[what: string, order: Parameters<typeof audit>[2], ids: string[], proven: string[]]>([
  ['nothing has changed', {}, ['a'], []],
  ['the contract, the harness or the settings have changed', { version: '2' }, ['a'], ['a']],
  ['it is asked for', { again: true }, ['a'], ['a']],
  ['it came to no decision', {}, ['odd'], ['odd']],
])('proves again, or not, where %s', async (_, order, ids, proven) => {
  const { found } = await audit(ids, []);
  expect((await audit(ids, found, order)).proven).toEqual(proven);
});

it('proves again what an earlier version of the audit has proven', async () => {
  const { found } = await audit(['a'], []);
  expect((await audit(['a'], [{ ...found[0]!, basis: undefined! }])).proven).toEqual(['a']);
});

it('tells how many proofs are made', async () => {
  expect((await audit(['a', 'b'], [])).counts).toEqual([
    [0, 2],
    [1, 2],
  ]);
});
