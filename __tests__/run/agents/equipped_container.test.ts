// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cleanUp, givenRoom, write } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';
import { inEngines } from '../../sandbox/container/given.js';

afterAll(cleanUp);

inEngines('an agent in a contract that pins an image of %s', (_, { engine, image }) => {
  where('root')('has its installation, its home and its model as elsewhere', async () => {
    const room = givenRoom();
    write(join(room, 'cache/agents/tool-1.0.0'), {
      'node_modules/.bin/tool': {
        content:
          '#!/bin/sh\ncat "$HOME/.tool/settings"\ncurl -s --noproxy "*" -H "authorization: Bearer $GATEBENCH_MODEL_TOKEN" "$(cat "$HOME/.tool/url")/v1/models"\necho right > value\n',
        executable: true,
      },
    });
    const agent = {
      name: 'tooled',
      install: { npm: 'tool@1.0.0' },
      program: 'tool',
      models: 'needed',
      files: { '.tool/settings': '{{model}} in {{workspace}}\n', '.tool/url': '{{model_url}}' },
      run: 'tool; touch "$(dirname "$(command -v tool)")/written" 2>/dev/null || echo read-only',
    };
    writeFileSync(join(room, 'tooled.yml'), stringify(agent));
    writeFileSync(join(room, 'upstream.yml'), stringify({ turns: [{ say: 'Hello.' }] }));
    const { attempts } = await ran(room, {
      contracts: [await givenShellTask(room, 'pinned', { contract: { environment: { image } } })],
      agents: ['agent:tooled.yml'],
      models: { name: 'scripted', upstreams: ['script:upstream.yml'] },
    });
    const [seen] = attempts;
    const printed = seen!.of('tool_invocation').flatMap(({ payload }) => payload.execution?.stdout.head ?? []);
    expect(printed[0]).toMatch(/^scripted in \/work\n\{.*"id": ?"scripted".*\}\s*read-only\n$/s);
    expect([seen!.status, seen!.result.sandbox.backend]).toEqual(['success', engine]);
  });
});
