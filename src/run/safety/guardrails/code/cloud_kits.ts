import type { Effects } from './effects.js';
import { isMark, type Token } from './tokens.js';

/** Libraries that clouds are run with, as they are named where they are loaded. */
const KITS =
  /^(?:boto3?|botocore|aiobotocore|aioboto3|@?aws-sdk(?:$|\/|-)|aws-sdk|azure(?:$|\.mgmt|-mgmt|\.storage)|@azure\/|google\.cloud|@google-cloud\/|googleapiclient|googleapis|kubernetes|openstack|digitalocean|hcloud|linode_api4|Aws)/;
const DELETES = /^(?:batch_?)?(?:delete|terminate|destroy|purge|deregister|schedule_?key_?deletion)(?=_|[A-Z]|$)/i;

/** Calls that delete by the library of a cloud, told as `aws` would be asked: nobody can say what such a name stands for. */
export function readCloudCalls(tokens: readonly Token[], effects: Effects): void {
  if (!tokens.some(isKit)) return;
  const rehearsal = tokens.some((token) => token.kind === 'name' && /^dry_?run$/i.test(token.text));
  if (rehearsal) return;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name' || !DELETES.test(token.text) || !isMark(tokens[at + 1], '(')) continue;
    const before = tokens[at - 1];
    const called = isMark(before, '.', '->', '::', '&.', '?.') || /Command$/.test(token.text);
    if (called) effects.deed('aws', ['sdk', `delete-${token.text}`]);
  }
}

function isKit(token: Token): boolean {
  if (token.kind === 'name')
    return /^(?:boto3|botocore|aioboto3|Aws)$/.test(token.text) || /^(?:googleapiclient|google)$/.test(token.text);
  const first = token.kind === 'text' ? token.pieces[0] : undefined;
  return typeof first === 'string' && KITS.test(first);
}
