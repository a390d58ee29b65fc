/**
 * Middleware for `node:http` style servers, `(req, res, next)`.
 *
 * `key(req)` names the client; `undefined` lets the request through unlimited.
 * `cost(req)` is its weight (default 1). `now()` is the clock in milliseconds (default `Date.now`).
 */
export function httpMiddleware(limiter, { key, cost = () => 1, now = Date.now } = {}) {
  if (typeof key !== 'function') throw new TypeError('key must be a function of the request');

  return function limit(req, res, next) {
    const client = key(req);
    if (client === undefined) return next();

    const answer = limiter.take(client, now(), cost(req));
    res.setHeader('RateLimit-Limit', String(answer.limit));
    res.setHeader('RateLimit-Remaining', String(answer.remaining));
    if (answer.allowed) return next();

    res.statusCode = 429;
    res.setHeader('Retry-After', String(Math.ceil(answer.retryAfterMs / 1000)));
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.end('Too many requests\n');
  };
}
