import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { createValueCheck, type ValueCheck } from './create_value_check.js';
import secrets from './secrets.json' with { type: 'json' };

/** Entry of data/secrets.yml. */
interface SecretSpec {
  id: string;
  /** Confidence of a finding in a patch; absent if patches are not searched for it. */
  patches?: 'high' | 'low';
  pattern: string;
  flags?: string;
  accepts?: ValueCheck;
  /** Search in texts that are redacted; absent if they are not searched for it. */
  texts?: { hints: readonly string[]; reach?: number; fold?: true; quotes?: true; field?: string };
  examples: {
    /** Texts and their redaction. */
    redacts?: Readonly<Record<string, string>>;
    finds?: readonly string[];
    leaves?: readonly string[];
  };
}

/** Pattern of credentials, for patches or texts or both. */
interface SecretRule extends Pick<SecretSpec, 'id' | 'patches' | 'texts' | 'examples'> {
  /** Global pattern; the first group, else the whole match, is the value. */
  pattern: RegExp;
  /** Tells whether a match is a secret; default: always. */
  accepts?: (value: string, match: string) => boolean;
}

/** Rules for credentials in order: certain ones before those that guess by a name. */
export const SECRET_RULES: readonly SecretRule[] = (secrets as readonly unknown[] as readonly SecretSpec[]).map(
  ({ pattern, flags = '', accepts, ...spec }) => ({
    ...spec,
    pattern: new RegExp(pattern, `g${flags}`),
    ...omitUndefined({ accepts: accepts && createValueCheck(accepts) }),
  }),
);

/** Names of files that are made to hold secrets; findings in them are certain. */
export const SECRET_FILES =
  /(^|\/)(\.env(\.(?!example|sample|template|dist|defaults?$)[\w.-]+)?|\.netrc|_netrc|\.pgpass|\.git-credentials|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|\.aws\/credentials|\.docker\/config\.json|\.kube\/config|[\w.-]+\.(pem|p12|pfx|jks|keystore|ppk))$/;
