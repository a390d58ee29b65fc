import { defaultBreakers } from '../../../../contract/policy/policy.js';
import { type Breaker, createCallReducer, pluralizeCount } from '../breaker.js';

/**
 * Trips when dependencies were installed or resolved `breakers.dependency_resolutions` times. All ecosystems count,
 * with or without changes of their files. Installers that another tool starts are part of one resolution.
 */
export const dependencyCapBreaker: Breaker = {
  code: 'dependency-cap',
  watch({ policy }) {
    const limit = policy.breakers.dependency_resolutions ?? defaultBreakers.dependency_resolutions;
    if (limit === 0) return undefined;
    let resolutions = 0;
    return createCallReducer((call) => {
      const ecosystems = call.executed ? call.installs() : [];
      resolutions += ecosystems.length;
      if (ecosystems.length === 0 || resolutions < limit) return undefined;
      return {
        code: 'dependency-cap',
        severity: 'warning',
        message:
          `dependencies were installed or resolved ${pluralizeCount(resolutions, 'time')}, the limit is ` + `${limit}`,
        signals: { resolutions, limit, call: call.seq, ecosystem: ecosystems.at(-1) },
        action: 'kill',
        stop: { kind: 'resource', cap: 'dependency_resolutions' },
      };
    });
  },
};
