import { X509Certificate } from 'node:crypto';
import { type Signer, toSignedEntity, type Verifier } from '@sigstore/verify';
import { type InTotoStatement, statementSchema } from '../create_head_statement.js';
import type { SigstoreBundle } from './sigstore_bundle.js';

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
  /** Identity that signed; undefined = the certificate names none, or nothing vouches for it. */
  signer?: string | undefined;
  /** Statement that was signed; undefined if there is a fault. */
  statement?: InTotoStatement;
}

/** Type of the payload of an in-toto statement in a DSSE envelope. */
const IN_TOTO = 'application/vnd.in-toto+json';
const CODE_SIGNING = '1.3.6.1.5.5.7.3.3';

/**
 * Verifies a Sigstore bundle offline: one of the trusted roots vouches for certificate, time and signature, the
 * certificate is one for signing, and of the wanted signer.
 */
export function verifyBundle(
  bundle: SigstoreBundle,
  roots: readonly Verifier[],
  policy: SignerPolicy,
): BundleVerification {
  const accepted = findSigner(bundle, roots);
  if (!('key' in accepted)) return accepted;
  const { payload, payloadType } = bundle.content.dsseEnvelope;
  const subject = accepted.identity?.subjectAlternativeName;
  const faults = [
    ...findPurposeFaults(bundle),
    ...findIdentityFaults({ subject, issuer: accepted.identity?.extensions?.issuer }, policy),
  ];
  if (payloadType !== IN_TOTO) faults.push(`the payload is ${payloadType}, not an in-toto statement`);
  const statement = statementSchema.safeParse(parseJson(payload.toString('utf8')));
  if (!statement.success) faults.push('the payload is no in-toto statement of version 1');
  return statement.success && faults.length === 0
    ? { faults, signer: subject, statement: statement.data }
    : { faults, signer: subject };
}

/** Returns the signer whom a root vouches for, or what each root found wrong. */
function findSigner(bundle: SigstoreBundle, roots: readonly Verifier[]): Signer | { faults: string[] } {
  const faults = new Set<string>();
  for (const root of roots) {
    try {
      return root.verify(toSignedEntity(bundle));
    } catch (error) {
      const { message, cause } = error as Error;
      faults.add(cause instanceof Error ? `${message}: ${cause.message}` : message);
    }
  }
  return { faults: [...faults] };
}

/** Finds a certificate that may not sign: the verifier looks at its chain, not at its purpose. */
function findPurposeFaults({ verificationMaterial: { content } }: SigstoreBundle): string[] {
  if (content.$case !== 'certificate') return ['the bundle has no certificate'];
  const { ca, keyUsage } = new X509Certificate(content.certificate.rawBytes);
  if (ca) return ['the certificate is that of an authority'];
  return keyUsage?.includes(CODE_SIGNING) ? [] : ['the certificate is not for signing'];
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
