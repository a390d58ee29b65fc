// Needs: sandbox
import { join } from 'node:path';
import { planErasure } from '../../../src/commands/erase/plan_erasure.js';
import type { Event } from '../../../src/record/events/event.js';
import { createSecretMatcher } from '../../../src/record/redaction/mask.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenLeakyOutput, SECRET, verify } from '../retain/given_reduced.js';

afterAll(cleanUp);

it('takes the files that only a removed event names: nothing would prove them', async () => {
  const { out, name, head } = await givenLeakyOutput(givenRoom());
  const path = join(out, name);
  const matcher = createSecretMatcher(new Map([['secret', SECRET]]));
  const { events } = verify(path, head);
  const leaky = events.map((event) =>
    event.type === 'workspace_mutation' ? ({ ...event, [SECRET]: 1 } as unknown as Event) : event,
  );
  const plan = (given: readonly Event[]) => {
    const planned = planErasure(path, given, matcher);
    if ('refused' in planned) throw new Error(planned.refused);
    return planned.files.map(({ file }) => file);
  };
  expect(plan(events)).not.toContain('patch.diff');
  expect(plan(leaky)).toContain('patch.diff');
});
