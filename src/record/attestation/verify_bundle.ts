import { X509Certificate } from 'node:crypto';
import { bundleFromJSON, isBundleWithDsseEnvelope } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { type Signer, toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { type InTotoStatement, statementSchema } from './attempt_head.js';

/** Creates the schema of a JSON object of Sigstore: the media type is checked first, then `read` has the object. */
const createObjectSchema = <T>(type: RegExp, fault: string, read: (value: unknown) => T) =>
  z.looseObject({ mediaType: z.string().regex(type, { error: fault }) }).transform((value, context) => {
    try {
      return read(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: `${fault}: ${(error as Error).message}` });
      return z.NEVER;
    }
  });

/** Sigstore bundle (version 0.3) with a DSSE envelope. */
export const sigstoreBundleSchema = createObjectSchema(
  /^application\/vnd\.dev\.sigstore\.bundle(\.v0\.3\+json|\+json;version=0\.3)$/,
  'is no Sigstore bundle of version 0.3',
  (value) => {
    const bundle = bundleFromJSON(value);
    if (!isBundleWithDsseEnvelope(bundle)) throw new Error('it has no DSSE envelope');
    return bundle;
  },
);
type SigstoreBundle = z.output<typeof sigstoreBundleSchema>;

/**
 * Trusted root of Sigstore, as the verifier that trusts it. An entry in a transparency log and one of the certificate
 * in a certificate log are required where the root has such logs: GitHub's own root, of private repositories, has
 * none.
 */
export const trustedRootSchema = createObjectSchema(
  /^application\/vnd\.dev\.sigstore\.trustedroot/,
  'is no trusted root of Sigstore',
  (value) => {
    const root = TrustedRoot.fromJSON(value);
    return new Verifier(toTrustMaterial(root), {
      tlogThreshold: Math.min(root.tlogs.length, 1),
      ctlogThreshold: Math.min(root.ctlogs.length, 1),
      timestampThreshold: 1,
    });
  },
);

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
