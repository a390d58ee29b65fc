import { bundleFromJSON, isBundleWithDsseEnvelope } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toTrustMaterial, Verifier } from '@sigstore/verify';
import { z } from 'zod';

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
export type SigstoreBundle = z.output<typeof sigstoreBundleSchema>;

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
