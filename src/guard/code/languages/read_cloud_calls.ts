import { type CodeToken, isMarkToken } from '../lexer/code_token.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

/** Cloud libraries, by the names under which code loads them. */
const CLOUD_LIBRARIES = new RegExp(
  [
    String.raw`^(?:boto3?|botocore|aiobotocore|aioboto3|@?aws-sdk(?:$|\/|-)|aws-sdk|azure(?:$|\.mgmt|-mgmt|`,
    String.raw`\.storage)|@azure\/|google\.cloud|@google-cloud\/|googleapiclient|googleapis|kubernetes|openstack|`,
    'digitalocean|hcloud|linode_api4|Aws)',
  ].join(''),
);
const DELETING_CALL =
  /^(?:batch_?)?(?:delete|terminate|destroy|purge|deregister|schedule_?key_?deletion)(?=_|[A-Z]|$)/i;

/** Reports deleting calls of a cloud library as invocations of `aws`. The affected resource is never known. */
export function readCloudCalls(tokens: readonly CodeToken[], collector: InvocationCollector): void {
  if (!tokens.some(isCloudLibrary)) return;
  const rehearsal = tokens.some((token) => token.kind === 'name' && /^dry_?run$/i.test(token.text));
  if (rehearsal) return;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name' || !DELETING_CALL.test(token.text) || !isMarkToken(tokens[at + 1], '(')) continue;
    const before = tokens[at - 1];
    const called = isMarkToken(before, '.', '->', '::', '&.', '?.') || /Command$/.test(token.text);
    if (called) collector.addInvocation('aws', ['sdk', `delete-${token.text}`]);
  }
}

function isCloudLibrary(token: CodeToken): boolean {
  if (token.kind === 'name')
    return /^(?:boto3|botocore|aioboto3|Aws)$/.test(token.text) || /^(?:googleapiclient|google)$/.test(token.text);
  const first = token.kind === 'text' ? token.pieces[0] : undefined;
  return typeof first === 'string' && CLOUD_LIBRARIES.test(first);
}
