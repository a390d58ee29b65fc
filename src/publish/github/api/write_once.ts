import { type GitHubClient, MAX_RETRIES } from './github_client.js';
import { UnexpectedResponseError } from './parse_api_response.js';
import { isRetryableError } from './publishing_faults.js';

/**
 * Runs a write that must not happen twice. After a 5xx, reset, timeout or conflict, `find` looks for the effect of the
 * write before the next of at most 3 repetitions. After a response of another form there is one repetition, since its
 * cause rarely ends within seconds.
 */
export async function writeOnce<T>(
  github: GitHubClient,
  write: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isRetryableError(error)) throw error;
      const strange = error instanceof UnexpectedResponseError;
      await github.pause(strange ? 1 : attempt);
      const effect = await find();
      if (effect !== undefined) return effect;
      if (attempt > (strange ? 1 : MAX_RETRIES)) throw error;
    }
  }
}
