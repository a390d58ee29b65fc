import { type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { type CodeValue, findContent, getTexts, isKnownValue, unknownValue } from '../model/code_value.js';
import type { CodeCall } from '../model/language_spec.js';

const SENDING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Reports an HTTP request. With a body it sends, without one it receives. Returns the response as content. */
export function httpRequest(
  { collector }: CodeCall,
  method: string,
  url: CodeValue | undefined,
  bodies: readonly (CodeValue | undefined)[],
): CodeValue {
  const sent = bodies.filter((each) => each !== undefined);
  const content = findContent(sent);
  const more: Partial<Invocation> =
    content && content.from.length > 0 ? { input: { kind: 'pipe', from: collector.listSources(content) } } : {};
  const data = content
    ? [...content.files.map((file) => `@${file}`), ...(content.from.length > 0 ? ['@-'] : [])]
    : sent.map((each) => (isKnownValue(each) ? getTexts(each)[0]! : UNKNOWN_VALUE));
  const verb = sent.length > 0 && method === 'GET' ? 'POST' : method;
  const words = [
    ...(SENDING.has(verb) || verb === UNKNOWN_VALUE ? ['-X', verb] : []),
    ...data.flatMap((each) => ['-d', each]),
    url ?? unknownValue,
  ];
  return { kind: 'content', files: [], from: [collector.addInvocation('curl', words, more)] };
}

/** Reports data that is sent over an open connection. */
export function sendData(
  { collector }: CodeCall,
  connection: CodeValue | undefined,
  data: CodeValue | undefined,
  program = 'nc',
): CodeValue {
  const content = findContent([data ?? unknownValue]);
  const [host, port] = connection?.kind === 'made' ? connection.args : [];
  collector.addInvocation(
    program,
    [host ?? unknownValue, port],
    content ? { input: { kind: 'pipe', from: collector.listSources(content) } } : {},
  );
  return unknownValue;
}
