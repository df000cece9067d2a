import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { formatted } from '../painting/formatted.ts';
import { numberSeries } from '../series/number-series.ts';

export const durationKind: GridKind<'duration'> = {
  painter: formatted('duration', 'is-end is-figures'),
  text: { ...plainText, isFigures: true },
  editor: 'text',
  family: 'amount',
  series: (values) => numberSeries(values, 1),
};
