import type { RedactedOriginal } from '../events/redacted_original.js';
import { sha256 } from '../json/compute_digest.js';
import type { Manifest } from '../manifest/manifest.js';
import type { RecordRedactor } from './redactor.js';

/**
 * Redacts quotations of the contract and the agent in a manifest. The events that repeat a quotation (tests, commands,
 * paths) get the same placeholder, so a verdict over both does not change. Identities stay: the attempt is bound to
 * them.
 *
 * @returns undefined if nothing was replaced
 */
export function redactManifest(
  manifest: Manifest,
  { redactor: redaction, store }: RecordRedactor,
): { manifest: Manifest; original: RedactedOriginal } | undefined {
  const { body } = manifest.contract;
  const { id, snapshot, ...said } = body;
  const { value, found } = redaction.json(
    JSON.parse(
      JSON.stringify({ said, detail: manifest.agent.detail, variables: manifest.environment.variables }),
    ) as unknown,
    'facts',
  );
  if (Object.keys(found).length === 0) return undefined;
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const original = { sha256: sha256(text), bytes: Buffer.byteLength(text), spans: found };
  store?.keep(original.sha256, text);
  const redacted = value as {
    said: Omit<typeof body, 'id' | 'snapshot'>;
    detail: Manifest['agent']['detail'];
    variables: Record<string, string>;
  };
  return {
    manifest: {
      ...manifest,
      contract: { ...manifest.contract, body: { ...body, ...redacted.said, id, snapshot } },
      agent: { ...manifest.agent, detail: redacted.detail },
      environment: { ...manifest.environment, variables: redacted.variables },
    },
    original,
  };
}
