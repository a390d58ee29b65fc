import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type KeptDraft, openDraftStore } from '../../../../src/commands/init/drafts/open_draft_store.js';
import { restoreDraft } from '../../../../src/commands/init/drafts/read_draft.js';
import { computeDigest } from '../../../../src/record/json/compute_digest.js';
import { readContract } from '../../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { givenShellTask } from '../../../given_task.js';

afterAll(cleanUp);

/** A store with a draft, and a function that asks for it with the tools and the commands of another day. */
async function givenDraft() {
  const room = givenRoom();
  const contract = dirname(await givenShellTask(room, 'draft'));
  const place = { git_folder: room, tasks: room, records: room };
  const restore = async (tools: Record<string, string>, commands: { test?: string } = {}) => {
    const drafts = openDraftStore(join(room, 'cache'), { ...place, commands });
    const session = {
      ...{ cwd: room, drafts },
      computeBasis: ({ version }: { version: string }) => Promise.resolve(computeDigest({ version, tools })),
    };
    const stage = mkdtempSync(join(room, '.init-'));
    return { kept: await restoreDraft('a', stage, session), files: readdirSync(stage), session };
  };
  const { session } = await restore({ node: '20' });
  const basis = await session.computeBasis(readContract(join(contract, 'contract.yml'), room));
  const facts: KeptDraft = {
    ...{ basis, notes: [], summary: 'one', unwritten: false },
    tests: { fail_to_pass: 1, pass_to_pass: 0, flaky: 0 },
  };
  const stage = mkdtempSync(join(room, '.init-'));
  cpSync(contract, stage, { recursive: true });
  session.drafts.keep('a', stage, facts);
  return { facts, restore, drafts: session.drafts, stage };
}

it('a draft is restored where its tests would be selected by the same version, tools and commands', async () => {
  const { facts, restore } = await givenDraft();
  const { kept, files } = await restore({ node: '20' });
  expect(kept).toEqual(facts);
  expect(files).toContain('contract.yml');
});

it.each<[string, Record<string, string>, { test?: string }]>([
  ['tools', { node: '22' }, {}],
  ['commands of the caller', { node: '20' }, { test: 'make test' }],
])('it is made anew under other %s, and nothing of it stays', async (_, tools, commands) => {
  const { restore } = await givenDraft();
  const { kept, files } = await restore(tools, commands);
  expect([kept, files]).toEqual([undefined, []]);
});

it('it is made anew where its contract has another version today, or none', async () => {
  const { facts, restore, drafts, stage } = await givenDraft();
  drafts.keep('a', stage, { ...facts, basis: 'b' });
  expect(await restore({ node: '20' })).toMatchObject({ kept: undefined, files: [] });
  writeFileSync(join(stage, 'contract.yml'), 'schema: 999\n');
  drafts.keep('a', stage, facts);
  expect(await restore({ node: '20' })).toMatchObject({ kept: undefined, files: [] });
});
