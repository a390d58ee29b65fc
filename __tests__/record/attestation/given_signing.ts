import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  computeMerkleRoot,
  createInclusionPath,
  hashMerkleLeaf,
} from '../../../src/record/attestation/compute_merkle_root.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';

/** Encodes an element of DER. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const objectId = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const time = (date: Date) =>
  der(
    0x18,
    Buffer.from(
      date
        .toISOString()
        .replace(/[-:T]/g, '')
        .replace(/\.\d+Z/, 'Z'),
    ),
  );
const name = (common: string) => sequence(der(0x31, sequence(objectId('550403'), utf8(common))));
const extension = (id: string, value: Uint8Array, critical = false) =>
  sequence(objectId(id), ...(critical ? [der(1, Buffer.from([255]))] : []), der(4, value));
const ECDSA_SHA256 = sequence(objectId('2a8648ce3d040302'));

export const createKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
type Keys = ReturnType<typeof createKeys>;
const toDer = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });

/** Text that DSSE signs. */
const createEnvelopeText = (type: string, payload: Uint8Array) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);

/** What a certificate of a test says. */
interface CertificateSpec {
  subject: string;
  issuer: string;
  keys: Keys;
  by: Keys;
  from: Date;
  to: Date;
  authority?: boolean;
  identity?: string;
  identity_issuer?: string;
  for_signing?: boolean;
  /** Log that promises to take the certificate in. */
  logged_by?: Keys | undefined;
}

/** Issues a certificate (X.509, ECDSA) in DER. */
export function issueCertificate(spec: CertificateSpec): Buffer {
  const {
    subject,
    issuer,
    keys,
    by,
    from,
    to,
    authority = false,
    identity,
    identity_issuer,
    for_signing = true,
    logged_by,
  } = spec;
  const extensions = [
    ...(authority ? [extension('551d13', sequence(der(1, Buffer.from([255]))), true)] : []),
    ...(for_signing && !authority ? [extension('551d25', sequence(objectId('2b06010505070303')))] : []),
    ...(identity ? [extension('551d11', sequence(der(0x86, Buffer.from(identity))), true)] : []),
    ...(identity_issuer ? [extension('2b0601040183bf300108', utf8(identity_issuer))] : []),
  ];
  const createBody = (...more: Uint8Array[]) =>
    sequence(
      der(0xa0, der(2, Buffer.from([2]))),
      der(
        2,
        createHash('sha1')
          .update(toDer(keys.publicKey))
          .digest()
          .subarray(0, 8)
          .map((byte, i) => (i ? byte : 1)),
      ),
      ECDSA_SHA256,
      name(issuer),
      sequence(time(from), time(to)),
      name(subject),
      toDer(keys.publicKey),
      der(0xa3, sequence(...extensions, ...more)),
    );
  const body = logged_by
    ? createBody(extension('2b06010401d679020402', createTimestampList(createBody(), by, logged_by, from)))
    : createBody();
  return sequence(body, ECDSA_SHA256, der(3, Buffer.from([0]), sign('sha256', body, by.privateKey)));
}

const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
/** Returns the SHA-256 digest of a key, by which logs and issuers are known. */
const hashKey = (keys: Keys) => createHash('sha256').update(toDer(keys.publicKey)).digest();

/** Creates the list of signed certificate timestamps (RFC 6962, section 3.3) with one of a log over a certificate. */
function createTimestampList(body: Buffer, issuer: Keys, log: Keys, at: Date): Buffer {
  const head = [uint(0, 2), uint(at.getTime(), 6)];
  const entry = [Buffer.from([0, 0]), ...head, uint(1, 2), hashKey(issuer), uint(body.length, 3), body, uint(0, 2)];
  const signature = sign('sha256', Buffer.concat(entry), log.privateKey);
  const timestamp = [
    Buffer.from([0]),
    hashKey(log),
    ...head,
    uint(0, 2),
    Buffer.from([4, 3]),
    uint(signature.length, 2),
  ];
  const one = Buffer.concat([...timestamp, signature]);
  return der(4, uint(one.length + 2, 2), uint(one.length, 2), one);
}

export const WORKFLOW = 'https://github.com/acme/shop/.github/workflows/nightly.yml@refs/heads/main';
export const ISSUER = 'https://token.actions.githubusercontent.com';
const SIGNED_AT = new Date('2026-03-07T12:00:00Z');
const minutes = (n: number) => new Date(SIGNED_AT.getTime() + n * 60_000);
const toPem = (certificate: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** Authority, transparency log and signer of a test. */
export function givenSigning(change: Partial<CertificateSpec> = {}) {
  const [root, middle, leaf, log, certificate_log] = Array.from({ length: 5 }, createKeys) as [
    Keys,
    Keys,
    Keys,
    Keys,
    Keys,
  ];
  const long = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2040-01-01T00:00:00Z') };
  const authority = { ...long, authority: true };
  const root_certificate = issueCertificate({ subject: 'root', issuer: 'root', keys: root, by: root, ...authority });
  const middle_certificate = issueCertificate({
    subject: 'middle',
    issuer: 'root',
    keys: middle,
    by: root,
    ...authority,
  });
  const certificate = issueCertificate({
    ...{ subject: 'leaf', issuer: 'middle', keys: leaf, by: middle, from: minutes(-1), to: minutes(9) },
    ...{ identity: WORKFLOW, identity_issuer: ISSUER, logged_by: certificate_log },
    ...change,
  });
  const log_id = hashKey(log);
  const describeLog = (baseUrl: string, keys: Keys) => ({
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: toDer(keys.publicKey).toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: '2021-01-12T11:53:27.000Z' },
    },
    logId: { keyId: hashKey(keys).toString('base64') },
  });
  const trusted_root = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [describeLog('https://log.example', log)],
    ctlogs: [describeLog('https://certificates.example', certificate_log)],
    certificateAuthorities: [
      {
        subject: { organization: 'example', commonName: 'root' },
        uri: 'https://ca.example',
        certChain: {
          certificates: [middle_certificate, root_certificate].map((each) => ({ rawBytes: each.toString('base64') })),
        },
        validFor: { start: '2022-04-13T20:06:15.000Z' },
      },
    ],
  };
  return { trusted_root, signStatement, log, leaf };

  /** Signs a statement as actions/attest does: envelope, entry of the log, bundle. */
  function signStatement(
    statement: unknown,
    {
      at = SIGNED_AT,
      kind = 'dsse' as 'dsse' | 'intoto',
      payload_type: payloadType = 'application/vnd.in-toto+json',
    } = {},
  ) {
    const payload = Buffer.from(JSON.stringify(statement));
    const sig = sign('sha256', createEnvelopeText(payloadType, payload), leaf.privateKey).toString('base64');
    const verifier = Buffer.from(toPem(certificate)).toString('base64');
    const payloadHash = { algorithm: 'sha256', value: createHash('sha256').update(payload).digest('hex') };
    const body =
      kind === 'dsse'
        ? { apiVersion: '0.0.1', kind, spec: { payloadHash, signatures: [{ signature: sig, verifier }] } }
        : {
            ...{ apiVersion: '0.0.2', kind },
            spec: {
              content: {
                envelope: { signatures: [{ publicKey: verifier, sig: Buffer.from(sig).toString('base64') }] },
                payloadHash,
              },
            },
          };
    const text = Buffer.from(toCanonicalJson(body));
    const leaves = ['one', text, 'three', 'four', 'five'].map((each) => hashMerkleLeaf(each));
    const tree_root = computeMerkleRoot(leaves).toString('base64');
    const note = `log.example - 1\n${leaves.length}\n${tree_root}\n`;
    const hint = log_id.subarray(0, 4);
    const signed = Buffer.concat([hint, sign('sha256', Buffer.from(note), log.privateKey)]).toString('base64');
    const integratedTime = at.getTime() / 1000;
    const promise = { body: text.toString('base64'), integratedTime, logID: log_id.toString('hex'), logIndex: 77 };
    return {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        certificate: { rawBytes: certificate.toString('base64') },
        tlogEntries: [
          {
            logIndex: '77',
            logId: { keyId: log_id.toString('base64') },
            kindVersion: { kind, version: body.apiVersion },
            integratedTime: String(integratedTime),
            inclusionPromise: {
              signedEntryTimestamp: sign('sha256', Buffer.from(toCanonicalJson(promise)), log.privateKey).toString(
                'base64',
              ),
            },
            inclusionProof: {
              logIndex: '1',
              rootHash: tree_root,
              treeSize: String(leaves.length),
              hashes: createInclusionPath(leaves, 1).map((hash) => hash.toString('base64')),
              checkpoint: { envelope: `${note}\n\u2014 log.example ${signed}\n` },
            },
            canonicalizedBody: text.toString('base64'),
          },
        ],
        timestampVerificationData: {},
      },
      dsseEnvelope: { payload: payload.toString('base64'), payloadType, signatures: [{ sig }] },
    };
  }
}
