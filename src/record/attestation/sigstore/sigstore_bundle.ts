import { z } from 'zod';

/** Base64 as protobuf's JSON form has it, of bounded length. */
const base64Schema = z.base64().max(16 * 2 ** 20);
/** 64-bit integers are strings in protobuf's JSON form. */
const countSchema = z.union([z.string().regex(/^\d{1,16}$/), z.int().min(0)]).transform(Number);

const logEntrySchema = z.object({
  logIndex: countSchema,
  logId: z.object({ keyId: base64Schema }),
  integratedTime: countSchema.optional(),
  inclusionPromise: z.object({ signedEntryTimestamp: base64Schema }).optional(),
  inclusionProof: z
    .object({
      logIndex: countSchema,
      rootHash: base64Schema,
      treeSize: countSchema,
      hashes: z.array(base64Schema).max(64).default([]),
      checkpoint: z.object({ envelope: z.string().max(16_384) }),
    })
    .optional(),
  canonicalizedBody: base64Schema,
});
export type LogEntry = z.output<typeof logEntrySchema>;

const certificateSchema = z.object({ rawBytes: base64Schema });

/** Sigstore bundle (version 0.3) with a DSSE envelope. Fields that are not read are left out. */
export const sigstoreBundleSchema = z.object({
  mediaType: z.string().regex(/^application\/vnd\.dev\.sigstore\.bundle(\.v0\.3\+json|\+json;version=0\.3)$/, {
    error: 'is no Sigstore bundle of version 0.3',
  }),
  verificationMaterial: z.object({
    certificate: certificateSchema,
    tlogEntries: z.array(logEntrySchema).max(16).default([]),
  }),
  dsseEnvelope: z.object({
    payload: base64Schema,
    payloadType: z.string().max(200),
    signatures: z.array(z.object({ sig: base64Schema })).length(1, { error: 'must have exactly one signature' }),
  }),
});
export type SigstoreBundle = z.output<typeof sigstoreBundleSchema>;

const periodSchema = z.object({ start: z.iso.datetime().nullish(), end: z.iso.datetime().nullish() }).default({});
export type ValidityPeriod = z.output<typeof periodSchema>;

/** Trusted root of Sigstore: certificate authorities and transparency logs, each with the time in which it holds. */
export const trustedRootSchema = z.object({
  mediaType: z.string().regex(/^application\/vnd\.dev\.sigstore\.trustedroot/, {
    error: 'is no trusted root of Sigstore',
  }),
  tlogs: z
    .array(
      z.object({
        publicKey: z.object({ rawBytes: base64Schema, validFor: periodSchema }),
        logId: z.object({ keyId: base64Schema }),
      }),
    )
    .default([]),
  certificateAuthorities: z
    .array(
      z.object({
        certChain: z.object({ certificates: z.array(certificateSchema).min(1).max(8) }),
        validFor: periodSchema,
      }),
    )
    .default([]),
});
export type TrustedRoot = z.output<typeof trustedRootSchema>;
