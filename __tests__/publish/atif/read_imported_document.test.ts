import { readImportedDocument } from '../../../src/publish/atif/read_imported_document.js';
import type { Event } from '../../../src/record/events/event.js';
import { nameSubagent } from '../../../src/record/trajectory/name_subagent.js';

const json = (claimed: unknown) => ({ sha256: '0'.repeat(64), bytes: 1, claimed });

it('gives each subagent its own steps, also where ids are long and begin alike', () => {
  const ids = ['short', `${'x'.repeat(250)}1`, `${'x'.repeat(250)}2`];
  const agent = { name: 'a', version: '1' };
  const subagents = ids.map((trajectory_id) => ({ schema_version: 'ATIF-v1.7', trajectory_id, agent }));
  const root = { schema_version: 'ATIF-v1.7', agent, subagent_trajectories: subagents };
  const step = (message: string) => ({ step_id: 1, source: 'agent', message });
  const events = [
    { type: 'imported_trajectory', payload: { document: json(root) } },
    { type: 'imported_step', payload: { subagent: null, document: json(step('root')) } },
    ...ids.map((id, at) => ({
      type: 'imported_step',
      payload: {
        subagent: nameSubagent(
          null,
          ids.map((trajectory_id) => ({ trajectory_id })),
          at,
        ),
        document: json(step(id)),
      },
    })),
  ] as unknown as Event[];
  const document = readImportedDocument(events, { readArtifact: () => undefined })!;
  expect(document.steps.map(({ message }) => message)).toEqual(['root']);
  expect(document.subagent_trajectories!.map(({ steps }) => steps.map(({ message }) => message))).toEqual(
    ids.map((id) => [id]),
  );
});
