import { describe, expect, it } from 'vitest';
import { isMissingMarker, isQuietRaw } from './missing-marker.ts';

describe('what says that there is no value', () => {
  it.each([
    ...[
      'NA',
      'na',
      'N/A',
      'n/a',
      '#N/A',
      'n.a.',
      'null',
      'NULL',
      '(null)',
      'nan',
      'NaN',
      '-nan',
      'None',
      'nil',
    ],
    ...['-', '--', '–', '—', '.', '..', '…', '?', '#DIV/0!', '\\N', '<NA>'],
  ])('%s does', (text) => expect(isMissingMarker(text)).toBe(true));

  it.each(['', '0', '-5', '.5', 'Nancy', 'unknown', 'no', 'A', 'n/a yet', 'NATO'])('%s does not', (text) =>
    expect(isMissingMarker(text)).toBe(false),
  );

  it('is quiet beside numbers and dates, and a text that does not fit beside others', () => {
    expect(isQuietRaw('number', ' NA ')).toBe(true);
    expect(isQuietRaw('date', 'n/a')).toBe(true);
    expect(isQuietRaw('number', 'soon')).toBe(false);
    expect(isQuietRaw('email', 'NA')).toBe(false);
  });
});
