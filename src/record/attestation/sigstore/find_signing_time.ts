import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { sha256, toCanonicalJson } from '../../json/compute_digest.js';
import { computeIncludedRoot, hashMerkleLeaf } from '../compute_merkle_root.js';
import { isWithin } from './find_certificate_fault.js';
import type { LogEntry, TrustedRoot } from './sigstore_bundle.js';

/** Envelope that an entry of a transparency log must be about. */
interface LoggedEnvelope {
  payload: Buffer;
  signature: Buffer;
  certificate: X509Certificate;
}

/**
 * Finds when an envelope was signed: when a transparency log of the trusted roots took it in. The log's key must have
 * signed that time, and the root of a tree that holds the entry.
 *
 * @returns the first fault if no entry holds
 */
export function findSigningTime(
  entries: readonly LogEntry[],
  roots: readonly TrustedRoot[],
  envelope: LoggedEnvelope,
): { at: Date } | { fault: string } {
  if (entries.length === 0) return { fault: 'the bundle has no entry of a transparency log' };
  const results = entries.map((entry) => verifyLogEntry(entry, roots, envelope));
  return results.find((result) => 'at' in result) ?? results[0]!;
}

function verifyLogEntry(
  entry: LogEntry,
  roots: readonly TrustedRoot[],
  envelope: LoggedEnvelope,
): { at: Date } | { fault: string } {
  const { integratedTime, inclusionPromise, inclusionProof, logId, canonicalizedBody } = entry;
  if (integratedTime === undefined || inclusionPromise === undefined)
    return { fault: 'the entry of the transparency log has no time that the log signed' };
  const at = new Date(integratedTime * 1000);
  const log = roots
    .flatMap(({ tlogs }) => tlogs)
    .find((one) => one.logId.keyId === logId.keyId && isWithin(one.publicKey.validFor, at));
  const key = log && parsePublicKey(log.publicKey.rawBytes);
  if (key === undefined) return { fault: 'the transparency log of the entry is not one of the trusted root' };
  if (!isAboutEnvelope(canonicalizedBody, envelope))
    return { fault: 'the entry of the transparency log is about another envelope' };
  const promised = toCanonicalJson({
    body: canonicalizedBody,
    integratedTime,
    logID: Buffer.from(logId.keyId, 'base64').toString('hex'),
    logIndex: entry.logIndex,
  });
  if (!isSignedBy(key, Buffer.from(promised), Buffer.from(inclusionPromise.signedEntryTimestamp, 'base64')))
    return { fault: 'the time of the entry is not signed by its transparency log' };
  if (inclusionProof === undefined) return { fault: 'the entry of the transparency log has no proof of inclusion' };
  const fault = findInclusionFault(inclusionProof, canonicalizedBody, key);
  return fault === undefined ? { at } : { fault };
}

/** Verifies that a tree of the log holds the entry, and that the log signed its root. */
function findInclusionFault(
  { logIndex, treeSize, hashes, rootHash, checkpoint }: NonNullable<LogEntry['inclusionProof']>,
  body: string,
  key: KeyObject,
): string | undefined {
  const root = computeIncludedRoot({
    leaf: hashMerkleLeaf(Buffer.from(body, 'base64')),
    index: logIndex,
    size: treeSize,
    path: hashes.map((hash) => Buffer.from(hash, 'base64')),
  })?.toString('base64');
  if (root === undefined || root !== rootHash) return 'the entry is not in the tree of its transparency log';
  const [text, signatures] = splitNote(checkpoint.envelope);
  const [, size, signed_root] = text.split('\n');
  if (size !== String(treeSize) || signed_root !== root)
    return 'the signed state of the transparency log is not that of the tree';
  const is_signed = signatures.some((signature) => isSignedBy(key, Buffer.from(text), signature));
  return is_signed ? undefined : 'the state of the transparency log is not signed by it';
}

/** Splits a signed note into its text and its signatures, without the hints of their keys. */
function splitNote(note: string): [text: string, signatures: Buffer[]] {
  const end = note.indexOf('\n\n');
  if (end < 0) return ['', []];
  const lines = note.slice(end + 2).split('\n');
  const signatures = lines.flatMap((line) => {
    const found = /^\u2014 \S+ ([A-Za-z0-9+/=]+)$/.exec(line);
    return found ? [Buffer.from(found[1]!, 'base64').subarray(4)] : [];
  });
  return [note.slice(0, end + 1), signatures];
}

const hashSchema = z.object({ algorithm: z.literal('sha256'), value: z.string() });
/** Bodies of entries, as far as they are read: kinds dsse and intoto, with one signature. */
const loggedBodySchema = z.union([
  z
    .object({
      kind: z.literal('dsse'),
      spec: z.object({
        payloadHash: hashSchema,
        signatures: z.array(z.object({ signature: z.string(), verifier: z.string() })).length(1),
      }),
    })
    .transform(({ spec: { payloadHash, signatures } }) => ({ payloadHash, ...signatures[0]! })),
  z
    .object({
      kind: z.literal('intoto'),
      spec: z.object({
        content: z.object({
          payloadHash: hashSchema,
          envelope: z.object({ signatures: z.array(z.object({ sig: z.string(), publicKey: z.string() })).length(1) }),
        }),
      }),
    })
    .transform(({ spec: { content } }) => {
      const { sig: signature, publicKey: verifier } = content.envelope.signatures[0]!;
      return { payloadHash: content.payloadHash, signature, verifier };
    }),
]);

/** Tells whether an entry is about this payload, signature and certificate. */
function isAboutEnvelope(body: string, { payload, signature, certificate }: LoggedEnvelope): boolean {
  const { data } = loggedBodySchema.safeParse(parseJson(Buffer.from(body, 'base64').toString('utf8')));
  if (data === undefined || data.payloadHash.value !== sha256(payload)) return false;
  const given = Buffer.from(data.signature, 'base64');
  // The intoto kind has the text of the signature in base64 once more.
  const is_same = given.equals(signature) || given.toString('utf8') === signature.toString('base64');
  return is_same && isCertificate(data.verifier, certificate);
}

function isCertificate(pem_base64: string, certificate: X509Certificate): boolean {
  try {
    return new X509Certificate(Buffer.from(pem_base64, 'base64')).raw.equals(certificate.raw);
  } catch {
    return false;
  }
}

function parsePublicKey(base64: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function isSignedBy(key: KeyObject, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    // Ed25519 has its own hash.
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
