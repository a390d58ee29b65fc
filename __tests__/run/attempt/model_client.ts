/** A client of a model in twenty lines, as a file of the repository: asks, runs the commands that it is told to, until none is asked for. */
export const CLIENT = `
import { execSync } from 'node:child_process';
const { GATEBENCH_MODEL_URL: url, GATEBENCH_MODEL_TOKEN: token, GATEBENCH_MODEL: model = 'scripted' } = process.env;
const [task = 'Do it.', ...flags] = process.argv.slice(2);
const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } } }];
const messages = [{ role: 'user', content: task }];
for (;;) {
  const response = await fetch(url + '/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, tools, max_tokens: 1000, stream: flags.includes('stream') }),
  });
  const text = await response.text();
  console.log(response.status);
  if (!response.ok) console.log(text);
  if (!response.ok || flags.includes('stream')) break;
  const { message } = JSON.parse(text).choices[0];
  messages.push(message);
  if (!message.tool_calls) break;
  for (const { id, function: call } of message.tool_calls)
    messages.push({ role: 'tool', tool_call_id: id, content: execSync(JSON.parse(call.arguments).command).toString() });
}
`;
