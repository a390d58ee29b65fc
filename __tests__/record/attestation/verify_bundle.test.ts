import {
  sigstoreBundleSchema,
  trustedRootSchema,
  verifyBundle,
} from '../../../src/record/attestation/verify_bundle.js';
import { createKeys, givenSigning, ISSUER, WORKFLOW } from './given_signing.js';

const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'results.jsonl', digest: { sha256: 'ab'.repeat(32) } }],
  predicateType: 'https://example.test/v1',
  predicate: { n: 1 },
};
const signing = givenSigning();
const policy = { identity: 'https://github.com/acme/shop/.github/workflows/nightly.yml@*', issuer: ISSUER };
type Bundle = ReturnType<typeof signing.signStatement>;

const verified = (bundle: unknown, roots: unknown[] = [signing.trusted_root], wanted = policy) =>
  verifyBundle(
    sigstoreBundleSchema.parse(bundle),
    roots.map((root) => trustedRootSchema.parse(root)),
    wanted,
  );
const changed = (change: (bundle: Bundle) => void): Bundle => {
  const bundle = structuredClone(signing.signStatement(STATEMENT));
  change(bundle);
  return bundle;
};

describe('a Sigstore bundle, verified offline', () => {
  it.each(['dsse', 'intoto'] as const)(
    'holds with its chain, its log entry (%s), its signer and its signature',
    (kind) => {
      expect(verified(signing.signStatement(STATEMENT, { kind }))).toEqual({
        ...{ faults: [], signer: WORKFLOW, statement: STATEMENT },
      });
    },
  );

  it('holds under one of several roots', () => {
    expect(
      verified(signing.signStatement(STATEMENT), [givenSigning().trusted_root, signing.trusted_root]).faults,
    ).toEqual([]);
  });

  it.each<[string, (bundle: Bundle) => void, string]>([
    [
      'its payload was changed',
      ({ dsseEnvelope }) => {
        const other = { ...STATEMENT, predicate: { n: 2 } };
        dsseEnvelope.payload = Buffer.from(JSON.stringify(other)).toString('base64');
      },
      'DSSE payload hash mismatch',
    ],
    [
      'its payload has another type',
      ({ dsseEnvelope }) => {
        dsseEnvelope.payloadType = 'text/plain';
      },
      'signature verification failed',
    ],
    [
      'another signed it',
      (bundle) => {
        bundle.verificationMaterial.certificate =
          givenSigning().signStatement(STATEMENT).verificationMaterial.certificate;
      },
      'Failed to verify certificate chain: no valid certificate path found',
    ],
    [
      'it has no entry of a log',
      ({ verificationMaterial }) => {
        verificationMaterial.tlogEntries = [];
      },
      'expected 1 timestamps, got 0',
    ],
    [
      'the time of the entry was changed',
      ({ verificationMaterial: { tlogEntries } }) => {
        tlogEntries[0]!.integratedTime = String(Number(tlogEntries[0]!.integratedTime) + 60);
      },
      'inclusion promise could not be verified',
    ],
    [
      'the entry is about another envelope',
      ({ verificationMaterial }) => {
        const other = signing.signStatement({ ...STATEMENT, predicate: {} });
        verificationMaterial.tlogEntries = other.verificationMaterial.tlogEntries;
      },
      'tlog entry signature mismatch',
    ],
    [
      'the path to the root of the log was changed',
      ({ verificationMaterial: { tlogEntries } }) => {
        tlogEntries[0]!.inclusionProof.hashes.reverse();
      },
      'calculated root hash does not match inclusion proof',
    ],
    [
      'the state of the log was signed by another',
      ({ verificationMaterial: { tlogEntries } }) => {
        const proof = tlogEntries[0]!.inclusionProof;
        const other = givenSigning().signStatement(STATEMENT).verificationMaterial.tlogEntries[0]!;
        const [, foreign] = other.inclusionProof.checkpoint.envelope.split('\n\n');
        proof.checkpoint.envelope = `${proof.checkpoint.envelope.split('\n\n')[0]}\n\n${foreign}`;
      },
      'invalid checkpoint signature',
    ],
  ])('is refused when %s', (_, change, fault) => {
    const { faults, statement } = verified(changed(change));
    expect(faults).toContain(fault);
    expect(statement).toBeUndefined();
  });

  it.each<[string, Parameters<typeof givenSigning>[0], string]>([
    [
      'has another signer',
      { identity: 'https://github.com/evil/shop/.github/workflows/nightly.yml@refs/heads/main' },
      'it was signed by https://github.com/evil/shop',
    ],
    [
      'has another issuer of its identity',
      { identity_issuer: 'https://accounts.example' },
      'the identity was issued by https://accounts.example',
    ],
    [
      'had expired',
      { to: new Date('2026-03-07T11:59:30Z') },
      'certificate is not valid or expired at the specified date',
    ],
    ['is not for signing', { for_signing: false }, 'the certificate is not for signing'],
    ['is that of an authority', { authority: true }, 'the certificate is that of an authority'],
  ])('is refused when the certificate %s', (_, change, fault) => {
    const other = givenSigning(change);
    const { faults } = verified(other.signStatement(STATEMENT), [other.trusted_root]);
    expect(faults).toContainEqual(expect.stringContaining(fault));
  });

  it('is refused when the certificate was not logged, by a log of the trusted root', () => {
    const unlogged = givenSigning({ logged_by: undefined });
    expect(verified(unlogged.signStatement(STATEMENT), [unlogged.trusted_root]).faults).toEqual([
      'expected 1 SCTs, got 0',
    ]);
    const foreign = givenSigning({ logged_by: createKeys() });
    expect(verified(foreign.signStatement(STATEMENT), [foreign.trusted_root]).faults).toEqual([
      'SCT verification failed',
    ]);
  });

  it('is refused when it signs a payload of another type', () => {
    const { faults, statement } = verified(signing.signStatement(STATEMENT, { payload_type: 'text/plain' }));
    expect(faults).toEqual(['the payload is text/plain, not an in-toto statement']);
    expect(statement).toBeUndefined();
  });

  it('is refused under a root that does not know its authority or its logs', () => {
    const other = givenSigning().trusted_root;
    const bundle = signing.signStatement(STATEMENT);
    const faultsUnder = (change: object) => verified(bundle, [{ ...signing.trusted_root, ...change }]).faults;
    const no_chain = 'Failed to verify certificate chain: no valid certificate path found';
    expect(verified(bundle, [other]).faults).toEqual([no_chain]);
    expect(faultsUnder({ certificateAuthorities: other.certificateAuthorities })).toEqual([no_chain]);
    expect(faultsUnder({ tlogs: other.tlogs })).toEqual(['inclusion promise could not be verified']);
    expect(faultsUnder({ ctlogs: other.ctlogs })).toEqual(['SCT verification failed']);
  });

  it('is refused without a signed time, also under a root without transparency logs', () => {
    const bundle = changed(({ verificationMaterial }) => {
      verificationMaterial.tlogEntries = [];
    });
    const { faults } = verified(bundle, [{ ...signing.trusted_root, tlogs: [] }]);
    expect(faults).toEqual(['expected 1 timestamps, got 0']);
  });

  it('takes a wildcard in the signer for nothing else than characters', () => {
    const faultsOf = (identity: string) =>
      verified(signing.signStatement(STATEMENT), undefined, { ...policy, identity }).faults;
    expect(faultsOf('https://github.com/acme/*')).toEqual([]);
    expect(faultsOf('https://github.com/acme/')).not.toEqual([]);
    expect(faultsOf('https://github.com/acme/.hop/*')).not.toEqual([]);
  });
});
