import type { GuardRule } from './guard_rule.js';
import shippedRules from './shipped_rules.json' with { type: 'json' };

/** Rules that come with gatebench: data/guard/rules, whose format and examples are tested. */
export const shippedGuardRules = shippedRules as readonly unknown[] as readonly GuardRule[];
