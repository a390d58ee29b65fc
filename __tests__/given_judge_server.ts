import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Request that a judge model gets. */
export interface JudgeQuestion {
  system: string;
  prompt: string;
  /** Code around each file, as the model reads it. */
  nonce: string;
  body: Record<string, unknown>;
}

/** Reply of the server: the message of the model, one that ended early, a status with a body, or nothing ever. */
type GivenReply = string | { cut: string; finish_reason: string } | { status: number; body: unknown } | { never: true };

/** Server of a judge model on the loopback. */
interface JudgeServer {
  url: string;
  questions: JudgeQuestion[];
  close(): Promise<void>;
}

/**
 * Serves chat completions, strictly: any other path, a tool, a stream or a message without its code is refused.
 *
 * @param reply message of the model, by its question
 */
export async function givenJudgeServer(reply: (question: JudgeQuestion) => GivenReply): Promise<JudgeServer> {
  const questions: JudgeQuestion[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, questions, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  questions: JudgeQuestion[],
  reply: (question: JudgeQuestion) => GivenReply,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.method === 'GET' && request.url === '/v1/models') return send(200, { object: 'list', data: [] });
  const question = request.url === '/v1/chat/completions' ? readQuestion(Buffer.concat(chunks).toString()) : undefined;
  if (question === undefined) return send(400, { error: { message: 'this is no question for a judge' } });
  questions.push(question);
  const said = reply(question);
  if (typeof said === 'object' && 'never' in said) return;
  if (typeof said === 'object' && 'status' in said) return send(said.status, said.body);
  const { cut: content, finish_reason } = typeof said === 'string' ? { cut: said, finish_reason: 'stop' } : said;
  send(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: `${String(question.body.model)}-2026`,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

function readQuestion(text: string): JudgeQuestion | undefined {
  const body = JSON.parse(text) as Record<string, unknown>;
  const messages = body.messages as { role: string; content: string }[];
  const [system, user] = messages;
  const [, nonce] = /\[([0-9a-f]{32}), a code/.exec(system?.content ?? '') ?? [];
  if (messages.length !== 2 || system?.role !== 'system' || user?.role !== 'user' || nonce === undefined)
    return undefined;
  if (body.stream || body.tools || !user.content.includes(`[${nonce} begin file`)) return undefined;
  return { system: system.content, prompt: user.content, nonce, body };
}
