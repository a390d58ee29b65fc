import { findExpectationSites } from '../../../../src/run/oracle/expectations/expectation_site.js';

/** Tests that honest code passes in several ways, and what forgers of single parts left out. */
const NODE = `import assert from 'node:assert/strict';
import test from 'node:test';
import { toSeconds, firstUnit } from '../src/duration.js';

// Holds K5
test('says what is wrong', () => {
  assert.throws(() => toSeconds('1h1h'), (error) => {
    assert.match(error.message, /twice|repeated|duplicate/);
    return true;
  });
});

test('names a unit of the text', () => {
  const unit = firstUnit('5m2h');
  assert.ok(unit === 'm' || unit === 'h');
});

test('refuses or returns nothing', () => {
  let seconds;
  try {
    seconds = toSeconds('');
  } catch (error) {
    assert.equal(error.name, 'RangeError');
    return;
  }
  assert.equal(seconds, null);
});

test('adds', () => {
  assert.equal(toSeconds('1h30m'), 5400);
  assert.equal(toSeconds('2h05m'), 7500);
  for (const [text, seconds] of [
    ['7h7m', 25620],
    ['3h3m', 10980],
  ]) assert.equal(toSeconds(text), seconds);
});
`;
const PYTHON = `import pytest
from src.duration import to_seconds, first_unit


def test_says_what_is_wrong():
    with pytest.raises(ValueError, match="twice|repeated|duplicate"):
        to_seconds("1h1h")


def test_names_a_unit():
    unit = first_unit("5m2h")
    assert unit == "m" or unit == "h"


def test_refuses_or_returns_nothing():
    try:
        seconds = to_seconds("")
    except ValueError as error:
        assert str(error) == "not a duration: "
    else:
        assert seconds is None


def test_adds():
    assert to_seconds("1h30m") == pytest.approx(5400, abs=1)
    assert to_seconds("2h05m") == 7500
`;

const listPlaces = (path: string, text: string) => {
  const sites = findExpectationSites(path, text).filter(({ kind }) => kind === 'value');
  const names = new Map(sites.map(({ place, test, start, end }) => [place, `${test}: ${text.slice(start, end)}`]));
  return [...names.values()];
};

describe('honest alternatives have no place, and each assertion and row has its own', () => {
  it('in JavaScript', () => {
    expect(listPlaces('duration.test.js', NODE)).toEqual(['adds: 5400', 'adds: 7500', 'adds: 25620', 'adds: 10980']);
    const canaries = findExpectationSites('duration.test.js', NODE).filter(({ kind }) => kind === 'canary');
    expect(canaries.map(({ start, end }) => NODE.slice(start, end))).toEqual(['throws']);
  });

  it('in Python', () => {
    expect(listPlaces('test_duration.py', PYTHON)).toEqual(['test_adds: 5400', 'test_adds: 7500']);
    const [approximate] = findExpectationSites('test_duration.py', PYTHON);
    for (const text of approximate?.texts ?? []) expect(Math.abs(Number(text) - 5400)).toBeGreaterThan(2);
  });
});
