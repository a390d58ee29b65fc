import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';

const [url, file, receipt] = process.argv.slice(2);
const proxy = process.env.http_proxy ? new URL(process.env.http_proxy) : undefined;
const to = new URL(url);
const sent = request({
  method: 'POST',
  host: (proxy ?? to).hostname,
  port: (proxy ?? to).port || 80,
  path: proxy ? to.href : to.pathname + to.search,
  headers: { host: to.host },
});
sent.on('response', (answer) => {
  const chunks = [];
  answer.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const text = Buffer.concat(chunks).toString();
    if (answer.statusCode >= 300) {
      console.error(`${answer.statusCode} ${text.trim()}`);
      process.exitCode = 1;
    } else if (receipt) writeFileSync(receipt, text);
    else console.log(text);
  });
});
sent.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
sent.end(readFileSync(file));
