import { verify, type X509Certificate } from 'node:crypto';
import { type InTotoStatement, statementSchema } from '../create_head_statement.js';
import { findCertificateFault, parseCertificate, readCertificateIdentity } from './find_certificate_fault.js';
import { findSigningTime } from './find_signing_time.js';
import type { SigstoreBundle, TrustedRoot } from './sigstore_bundle.js';

/** Identity that must have signed. */
interface SignerPolicy {
  /** Identity in the certificate, such as the address of a workflow; `*` stands for any characters. */
  identity: string;
  /** Issuer of the identity, exactly. */
  issuer: string;
}

/** Result of verifying a bundle. */
interface BundleVerification {
  faults: string[];
  /** Identity that signed; undefined = the certificate names none. */
  signer?: string | undefined;
  /** Statement that was signed; undefined if there is a fault. */
  statement?: InTotoStatement;
}

/** Type of the payload of an in-toto statement in a DSSE envelope. */
const IN_TOTO = 'application/vnd.in-toto+json';

/**
 * Verifies a Sigstore bundle offline: the certificate leads to an authority of the trusted root and was valid when the
 * transparency log took the entry in, which a key of the trusted root confirms; it is of the wanted signer; its key
 * signed the envelope. Certificate transparency is not verified.
 */
export function verifyBundle(
  bundle: SigstoreBundle,
  roots: readonly TrustedRoot[],
  policy: SignerPolicy,
): BundleVerification {
  const { dsseEnvelope: envelope, verificationMaterial: material } = bundle;
  const payload = Buffer.from(envelope.payload, 'base64');
  const signature = Buffer.from(envelope.signatures[0]!.sig, 'base64');
  const certificate = parseCertificate(material.certificate.rawBytes);
  if (certificate === undefined) return { faults: ['the certificate of the bundle cannot be read'] };
  const faults: string[] = [];

  const time = findSigningTime(material.tlogEntries, roots, { payload, signature, certificate });
  if ('fault' in time) faults.push(time.fault);
  else {
    const fault = findCertificateFault(certificate, roots, time.at);
    if (fault !== undefined) faults.push(fault);
  }
  const identity = readCertificateIdentity(certificate);
  faults.push(...findIdentityFaults(identity, policy));
  if (!isSigned(certificate, encodePreAuthentication(envelope.payloadType, payload), signature))
    faults.push('the signature of the envelope is not that of the certificate');
  if (envelope.payloadType !== IN_TOTO) faults.push(`the payload is ${envelope.payloadType}, not an in-toto statement`);
  const statement = statementSchema.safeParse(parseJson(payload.toString('utf8')));
  if (!statement.success) faults.push('the payload is no in-toto statement of version 1');
  const signer = identity.subject;
  return faults.length > 0 || !statement.success ? { faults, signer } : { faults, signer, statement: statement.data };
}

/** Returns the text that DSSE signs: type and payload, each with its length. */
function encodePreAuthentication(type: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

function findIdentityFaults(
  { subject, issuer }: { subject: string | undefined; issuer: string | undefined },
  policy: SignerPolicy,
): string[] {
  const pattern = new RegExp(`^${policy.identity.split('*').map(escapePattern).join('.*')}$`, 's');
  const faults: string[] = [];
  if (subject === undefined) faults.push('the certificate names no signer');
  else if (!pattern.test(subject)) faults.push(`it was signed by ${subject}, not by ${policy.identity}`);
  if (issuer !== policy.issuer)
    faults.push(`the identity was issued by ${issuer ?? 'nobody that the certificate names'}, not by ${policy.issuer}`);
  return faults;
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function isSigned({ publicKey }: X509Certificate, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify('sha256', signed, publicKey, signature);
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
