import { X509Certificate } from 'node:crypto';
import { readDerExtension } from './read_der_extension.js';
import type { TrustedRoot, ValidityPeriod } from './sigstore_bundle.js';

/** Issuer of an identity in certificates of Fulcio: as a DER string, and as plain text in older ones. */
const ISSUER_EXTENSION = '1.3.6.1.4.1.57264.1.8';
const OLD_ISSUER_EXTENSION = '1.3.6.1.4.1.57264.1.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
/** Object identifier of code signing (1.3.6.1.5.5.7.3.3) in DER. */
const CODE_SIGNING = Buffer.from('06082b06010505070303', 'hex');

/** Parses a certificate in DER, given as base64; undefined if it is none. */
export function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/** Reads the signer that a certificate names, and who issued its identity. */
export function readCertificateIdentity(certificate: X509Certificate): {
  subject: string | undefined;
  issuer: string | undefined;
} {
  // One name of type URI or email; a list of names is no identity.
  const name = /^(?:URI|email):([^,"]+)$/.exec(certificate.subjectAltName ?? '');
  const issuer = readDerExtension(certificate.raw, ISSUER_EXTENSION);
  const old = readDerExtension(certificate.raw, OLD_ISSUER_EXTENSION);
  return { subject: name?.[1], issuer: (issuer && readDerString(issuer)) ?? old?.toString('utf8') };
}

/** Returns the text of a short UTF8String in DER; undefined for anything else. */
const readDerString = (der: Buffer): string | undefined =>
  der[0] === 0x0c && der[1] === der.length - 2 && der.length < 130 ? der.subarray(2).toString('utf8') : undefined;

/**
 * Finds what keeps a certificate from being trusted at a time: no chain to an authority of the trusted roots, an expired
 * link, or a purpose other than signing.
 */
export function findCertificateFault(
  certificate: X509Certificate,
  roots: readonly TrustedRoot[],
  at: Date,
): string | undefined {
  if (!isValidAt(certificate, at))
    return `the certificate was not valid at ${at.toISOString()}, when the envelope was signed`;
  if (certificate.ca) return 'the certificate is that of an authority';
  const purpose = readDerExtension(certificate.raw, EXTENDED_KEY_USAGE);
  if (!purpose?.includes(CODE_SIGNING)) return 'the certificate is not for signing';
  const is_trusted = roots
    .flatMap(({ certificateAuthorities }) => certificateAuthorities)
    .some(({ certChain, validFor }) => {
      const chain = certChain.certificates.map(({ rawBytes }) => parseCertificate(rawBytes));
      return isWithin(validFor, at) && isChain([certificate, ...chain], at);
    });
  return is_trusted ? undefined : 'no authority of the trusted root issued the certificate';
}

/** Tells whether each certificate was issued by the next, the last by itself or beyond, and all were valid. */
function isChain(chain: readonly (X509Certificate | undefined)[], at: Date): boolean {
  return chain.every((certificate, index) => {
    if (certificate === undefined || !isValidAt(certificate, at)) return false;
    if (index > 0 && !certificate.ca) return false;
    const issuer = chain[index + 1];
    if (index + 1 === chain.length) return true;
    return issuer !== undefined && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  });
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date) =>
  new Date(validFrom) <= at && at <= new Date(validTo);

/** Tells whether a time lies within a period; an end that is not given is open. */
export const isWithin = ({ start, end }: ValidityPeriod, at: Date): boolean =>
  (start == null || new Date(start) <= at) && (end == null || at <= new Date(end));
