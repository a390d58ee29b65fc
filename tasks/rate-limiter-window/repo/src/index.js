export { RateLimiter } from './limiter.js';
export { httpMiddleware } from './middleware.js';
export { SlidingWindow } from './sliding_window.js';
export { TokenBucket } from './token_bucket.js';
