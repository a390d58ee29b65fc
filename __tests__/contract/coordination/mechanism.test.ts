import {
  formatAblation,
  lacksSafety,
  mechanisms,
  parseAblation,
  safetyMechanisms,
  toMechanismSwitches,
} from '../../../src/contract/coordination/mechanism.js';

describe('a configuration of mechanisms that are switched off', () => {
  it.each([
    ['none', 'none'],
    ['all', 'all'],
    [mechanisms.join(','), 'all'],
    ['guardrails', 'guardrails'],
    ['audit,guardrails', 'guardrails+audit'],
    ['audit + guardrails', 'guardrails+audit'],
    ['guardrails=false audit=false queue=true', 'guardrails+audit'],
    ['queue=true', 'none'],
  ])('is read from "%s": %s', (text, label) => {
    const off = parseAblation(text);
    expect(formatAblation(off)).toBe(label);
    expect(formatAblation(parseAblation(label))).toBe(label);
    for (const mechanism of mechanisms) expect(toMechanismSwitches(off)[mechanism]).toBe(!off.has(mechanism));
  });

  it.each([
    ['guardrail', '"guardrail" is no mechanism'],
    ['LOCKING', '"LOCKING" is no mechanism'],
    ['queue=off', '"queue=off" is no mechanism'],
    ['queue=false=false', '"queue=false=false" is no mechanism'],
    ['all,locking', '"all" stands alone'],
    ['locking,none', '"none" stands alone'],
    ['', 'an ablation names nothing'],
    [' , ', 'an ablation names nothing'],
  ])('"%s" is none: %s', (text, message) => {
    expect(() => parseAblation(text)).toThrow(message);
  });
});

it('tells an ablation that lacks a mechanism of safety from one that does not', () => {
  for (const mechanism of mechanisms)
    expect([mechanism, lacksSafety(mechanism)]).toEqual([mechanism, safetyMechanisms.includes(mechanism as never)]);
  expect([lacksSafety('none'), lacksSafety('all'), lacksSafety('locking+audit')]).toEqual([false, true, true]);
});
