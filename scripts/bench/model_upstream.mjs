/**
 * The upstream of the gateway's benchmark, in a process of its own: answers chat completions at once, streamed or whole. Prints its port.
 */
import { createServer } from 'node:http';

const EVENTS = 20;
const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'bench', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const usage = { prompt_tokens: 100, completion_tokens: 40, total_tokens: 140 };
const streamed = [
  ...Array.from({ length: EVENTS }, (_, i) => chunk({ content: `word ${i} and another ` })),
  chunk({}, 'stop'),
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'bench', choices: [], usage })}\n\ndata: [DONE]\n\n`,
];
const message = { role: 'assistant', content: 'a short answer' };
const whole = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  model: 'bench',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
  usage,
});

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (!/"stream": ?true/.test(Buffer.concat(parts).toString('latin1').slice(0, 200))) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
      response.end(whole);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const next = (i) => {
      if (i === streamed.length) return response.end();
      response.write(streamed[i]);
      setImmediate(next, i + 1);
    };
    next(0);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('disconnect', () => process.exit());
