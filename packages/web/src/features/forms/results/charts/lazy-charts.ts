import { lazyPart, type PartOnItsWay } from '@weft/ui';
import { createElement } from 'react';

const load = () => import('./AnswerCharts.tsx');

/** Over a table that says everything, nothing is missing meanwhile. */
export const LyingBars = lazyPart(
  () => load().then((part) => part.LyingBars),
  () => null,
);

function Columns({ part }: { readonly part: PartOnItsWay }) {
  return part.error === null
    ? null
    : createElement('p', { className: 'text-text-muted' }, 'The chart could not be loaded: see the table.');
}

export const StandingBars = lazyPart(() => load().then((part) => part.StandingBars), Columns);
