export { HttpClient } from './http_client.js';
export { JobQueue } from './job_queue.js';
export { Mailer } from './mailer.js';
