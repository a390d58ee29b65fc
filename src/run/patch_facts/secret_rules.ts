/** A pattern of credentials of our own, for what the library's rules leave out. */
export interface SecretRule {
  id: string;
  confidence: 'high' | 'low';
  /** Global; the first group, else the whole match, is the value. Every repetition is bounded: the text is hostile. */
  pattern: RegExp;
  /** Whether a match is meant; default: always. */
  accepts?: (value: string, line: string) => boolean;
}

/** Values that stand for a secret without being one. */
const PLACEHOLDER =
  /^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i;

/** An address on this machine, or one that examples use: its password opens nothing. */
export const LOCAL_ADDRESS =
  /^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i;

/** Shannon entropy in bits per character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const random = (least: number) => (value: string) =>
  !PLACEHOLDER.test(value) && entropy(value) >= least && /\d/.test(value) && /[A-Za-z]/.test(value);

export const SECRET_RULES: readonly SecretRule[] = [
  {
    id: 'private-key',
    confidence: 'high',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\n"',.:-]{60,20000}/g,
  },
  { id: 'putty-private-key', confidence: 'high', pattern: /PuTTY-User-Key-File-\d: [\w-]{1,40}/g },
  { id: 'age-secret-key', confidence: 'high', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  {
    id: 'aws-access-key-id',
    confidence: 'low',
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
    accepts: (value) => !value.endsWith('EXAMPLE'),
  },
  {
    id: 'aws-secret-access-key',
    confidence: 'high',
    pattern: /aws.{0,20}?(?:secret|sk).{0,20}?['"=:\s]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    accepts: (value) => !value.endsWith('EXAMPLEKEY') && entropy(value) > 3.5,
  },
  { id: 'google-api-key', confidence: 'high', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g },
  {
    id: 'github-token',
    confidence: 'high',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,244})/g,
    accepts: (v) => entropy(v) > 3,
  },
  { id: 'gitlab-token', confidence: 'high', pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat)-[A-Za-z0-9_-]{20,100}/g },
  { id: 'npm-token', confidence: 'high', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, accepts: (v) => entropy(v) > 3 },
  { id: 'pypi-token', confidence: 'high', pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,400}/g },
  { id: 'rubygems-token', confidence: 'high', pattern: /\brubygems_[a-f0-9]{48}\b/g },
  { id: 'crates-token', confidence: 'high', pattern: /\bcio[a-zA-Z0-9]{32}\b/g, accepts: random(3.8) },
  { id: 'stripe-key', confidence: 'high', pattern: /\b(?:sk|rk)_live_[0-9A-Za-z]{20,120}/g },
  {
    id: 'slack-webhook',
    confidence: 'high',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_+-]{40,100}/g,
  },
  { id: 'twilio-key', confidence: 'low', pattern: /\bSK[0-9a-f]{32}\b/g },
  { id: 'digitalocean-token', confidence: 'high', pattern: /\bdo[por]_v1_[a-f0-9]{64}\b/g },
  { id: 'azure-storage-key', confidence: 'high', pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  {
    id: 'json-web-token',
    confidence: 'high',
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/g,
  },
  {
    id: 'connection-string',
    confidence: 'high',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"`<>]{1,100}:([^\s@/'"`<>]{3,200})@[^\s/'"`<>]{1,200}/gi,
    accepts: (value, line) => !PLACEHOLDER.test(value) && !LOCAL_ADDRESS.test(line),
  },
  {
    id: 'npmrc-auth',
    confidence: 'high',
    pattern: /:_(?:authToken|auth|password)\s*=\s*([^\s${}]{8,500})/g,
    accepts: (value) => !PLACEHOLDER.test(value),
  },
  {
    id: 'authorization-header',
    confidence: 'low',
    pattern: /authorization['"]?\s{0,5}[:=]\s{0,5}['"`]?(?:bearer|basic|token)\s+([A-Za-z0-9+/._~=-]{16,500})/gi,
    accepts: random(3.2),
  },
  {
    id: 'assigned-secret',
    confidence: 'low',
    pattern:
      /(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth)[\w-]{0,30}['"]?\s{0,5}(?:[:=]|=>|:=)\s{0,5}['"`]([^'"`\s]{12,300})['"`]/gi,
    accepts: random(3.5),
  },
  {
    id: 'environment-file-secret',
    confidence: 'low',
    pattern:
      /^(?:export )?[A-Z0-9_]{0,60}(?:PASS|SECRET|TOKEN|KEY|CREDENTIAL|AUTH)[A-Z0-9_]{0,60}\s{0,3}=\s{0,3}["']?([^\s"'#]{8,500})/gm,
    accepts: (value) => !PLACEHOLDER.test(value) && entropy(value) >= 2.5,
  },
];

/** Files that are made to hold secrets: what stands in them counts for sure. */
export const SECRET_FILES =
  /(^|\/)(\.env(\.(?!example|sample|template|dist|defaults?$)[\w.-]+)?|\.netrc|_netrc|\.pgpass|\.git-credentials|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|\.aws\/credentials|\.docker\/config\.json|\.kube\/config|[\w.-]+\.(pem|p12|pfx|jks|keystore|ppk))$/;
