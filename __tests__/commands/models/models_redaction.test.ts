import { statSync } from 'node:fs';
import { join } from 'node:path';
import { modelOptionsSchema } from '../../../src/commands/models/model_options.js';
import { openModels } from '../../../src/commands/models/open_models.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

function opened(order: Record<string, unknown>, files: GivenFiles = {}) {
  const cwd = write(givenRoom(), files);
  return {
    cwd,
    models: openModels(modelOptionsSchema.parse({ upstreams: ['ollama'], ...order }), {
      cwd,
      out: 'out',
      way_out: {},
      now: () => new Date(0),
    }),
  };
}

describe('R14: redaction and the store of an order', () => {
  it('the shipped rules hold where nothing is said, and nothing is kept', async () => {
    const { models } = (await opened({}).models) ?? {};
    expect(models?.redaction.text('ada@engine.org').value).toBe('[redacted:email#1]');
    expect(models).toBeDefined();
    expect(models?.store).toBeUndefined();
  });

  it('a file of rules and a folder are taken', async () => {
    const { cwd, models } = opened({ redaction: 'r.yml', restricted_store: 'kept' }, { 'r.yml': 'off: [email]\n' });
    const open = (await models)?.models;
    expect(open?.redaction.text('ada@engine.org').value).toBe('ada@engine.org');
    open!.store!('attempt').keep(sha256('x'), 'x');
    expect(statSync(join(cwd, 'kept/attempt', sha256('x'))).mode & 0o777).toBe(0o600);
  });

  it.each<[Record<string, unknown>, GivenFiles, string]>([
    [{ redaction: 'r.yml' }, { 'r.yml': 'of: [email]\n' }, 'r.yml:1:1  unknown key "of"'],
    [{ restricted_store: 'out/kept' }, {}, 'the restricted store out/kept lies in out'],
    [{ restricted_store: 'kept' }, { '.git/HEAD': '' }, 'the restricted store kept lies in'],
  ])('%j is a mistake', async (order, files, what) => {
    await expect(opened(order, files).models).rejects.toThrow(what);
  });
});
