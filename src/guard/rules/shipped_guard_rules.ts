import type { GuardRule } from './guard_rule.js';
import shippedRules from './shipped_rules.json' with { type: 'json' };

/**
 * Rules that come with gatebench: data/guard/rules, compiled by scripts/compile-data.mjs. Tests check their format
 * and examples.
 */
export const shippedGuardRules = shippedRules as readonly unknown[] as readonly GuardRule[];
