import { createConsoleWriter } from '../../../src/cli/terminal/create_console_writer.js';
import { parseBaseUrl } from '../../../src/commands/models/base_url.js';
import { probeUpstreams } from '../../../src/commands/models/probe_upstreams.js';
import type { Upstream } from '../../../src/gateway/upstreams/upstream.js';
import { givenUpstream, KEY } from '../../gateway/given.js';
import { givenStrictProvider, type StrictEndpoint, type StrictProvider } from './given_strict_provider.js';

const open: StrictProvider[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const bearer = { header: 'authorization', value: `Bearer ${KEY}` };

/** Probes a strict server under a base URL. */
async function probed(path: string, endpoint: Partial<StrictEndpoint>, more: Partial<Upstream> = {}) {
  const strict = await givenStrictProvider({ target: '/v1/chat/completions', ...bearer, ...endpoint });
  open.push(strict);
  const place = parseBaseUrl(`${strict.origin}${path}`);
  if ('problem' in place) throw new Error(place.problem);
  const upstream = givenUpstream({ name: 'lab', dialects: ['chat'], ...place, ...more });
  const warnings = await probeUpstreams([upstream], {}, new AbortController().signal);
  return { warnings: warnings.map((text) => text.replaceAll(strict.origin, 'ORIGIN')), asked: strict.asked };
}

// Holds A2
describe('before a run the list of models of each upstream is asked for, and nothing that costs', () => {
  it('is silent where there is one', async () => {
    const { warnings, asked } = await probed('/v1', { list: '/v1/models' });
    expect([warnings, asked]).toEqual([[], ['GET /v1/models 200']]);
  });

  it('says which address was tried, where requests will go, and what to write', async () => {
    const { warnings, asked } = await probed('/llm', {});
    expect(asked).toEqual(['GET /llm/v1/models 404', 'GET /llm/models 404']);
    expect(warnings).toEqual([
      'upstream lab: GET ORIGIN/llm/v1/models is answered with status 404, and requests will go to ORIGIN/llm/v1/chat/completions',
      expect.stringMatching(/^ {2}If .*`base: exact`/),
    ]);
    expect(warnings.join()).not.toContain(KEY);
  });

  it('finds the list under the other reading of the address, and names the one to write', async () => {
    const { warnings } = await probed('/llm', { list: '/llm/models' });
    expect(warnings[1]).toContain(
      'ORIGIN/llm/models has one: write the address with its endpoint, --upstream ORIGIN/llm/chat/completions.',
    );
  });

  it('is shown in whole lines', async () => {
    const { warnings } = await probed('/llm', {});
    const parts: string[] = [];
    const stream = { write: (part: string) => void parts.push(part) };
    const { error } = createConsoleWriter({ stdout: stream, stderr: stream, colour: false, watched: false });
    warnings.forEach(error);
    expect(parts.join('')).toMatch(/^upstream lab: .*completions\n {2}If that .*\n$/);
  });

  it('passes over an upstream that refuses, that cannot be reached, or that is known to have none', async () => {
    expect((await probed('/v1', { list: '/v1/models' }, { key: undefined })).warnings).toEqual([]);
    expect((await probed('/v1', {}, { url: new URL('http://127.0.0.1:1') })).warnings).toEqual([]);
    const none = await probed('/inference', {}, { lists_models: false });
    expect([none.warnings, none.asked]).toEqual([[], []]);
  });
});
