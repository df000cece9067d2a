import { aggregatesOf, summaryOf } from '@weft/core';
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { gridKind } from '../fields/grid-kinds.ts';
import { Menu } from '../primitives/Menu.tsx';
import type { GridController } from './grid-controller.ts';
import type { GridPartProps } from './grid-part.ts';
import type { Column } from './model/columns.ts';
import { groupFigure } from './model/summary.ts';

/** The footer under the columns: the number of records, and a summary of each column that has one. */
export function SummaryRow({ grid, state, count }: GridPartProps & { readonly count: ReactNode }) {
  const { columns, shown } = state;
  const strip = useRef<HTMLDivElement>(null);
  const { source } = grid.props;
  const [, changed] = useReducer((times: number) => times + 1, 0);
  useEffect(() => source.subscribe(changed), [source]);
  useEffect(() => {
    const scroller = grid.elements?.scroller;
    if (!scroller) return;
    const follow = () => {
      if (strip.current) strip.current.style.transform = `translateX(${-scroller.scrollLeft}px)`;
    };
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [grid]);
  // On a phone the count stands below, and the primary column has a summary as the others do.
  const narrow = columns.check === 0;
  const held = columns.list.slice(narrow ? 0 : 1, columns.held);
  return (
    <div className={`wg-footer is-summed${narrow ? ' is-touched' : ''}`}>
      <div ref={strip} className="wg-sums">
        {columns.list.slice(...shown).map((column) => (
          <Sum key={column.field.id} grid={grid} column={column} />
        ))}
      </div>
      <div className="wg-sums-held" style={{ width: columns.frozen }}>
        {!narrow && (
          <div
            className="wg-sums-count"
            style={{
              paddingInlineStart: columns.check + 8,
              width: columns.check + (columns.list[0]?.width ?? 0),
            }}
          >
            {count}
          </div>
        )}
        {held.map((column) => (
          <Sum key={column.field.id} grid={grid} column={column} />
        ))}
      </div>
    </div>
  );
}

/** The summary of one column; a press opens what it can be. */
function Sum({ grid, column }: { readonly grid: GridController; readonly column: Column }) {
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState<{ readonly [name: string]: number | null } | null>(null);
  const { field, left, width } = column;
  const { source, actions, context } = grid.props;
  const { groups } = source;
  const name = context.view.config.summaries[field.id];
  const figureOf = (summary: string, result: number | null) =>
    groupFigure(field, summary, result, groups.recordCount, grid.env);
  const figure = name === undefined ? null : figureOf(name, groups.summary(null, field.id, name));
  const style = { left, width };
  const painter = gridKind(field.type).painter.className;
  const summary = name === undefined ? undefined : summaryOf(field, name);
  // One that was chosen and has nothing to say is still the one that is chosen.
  const words = summary !== undefined && (
    <>
      {figure?.word ?? summary.label} <b>{figure?.text ?? '–'}</b>
    </>
  );
  if (!grid.canEdit)
    return (
      <div className={`wg-sum ${painter}`} style={style}>
        {words}
      </div>
    );
  const toggle = (next: boolean) => {
    setOpen(next);
    if (next) void groups.summaries(field.id).then(setValues, () => setValues(null));
  };
  const offered = Object.entries(aggregatesOf(field)).filter(([one]) => values !== null || one === name);
  const most = groups.maxSummarised.toLocaleString(grid.env.locale);
  return (
    <Menu
      open={open}
      onOpenChange={toggle}
      side="top"
      align="end"
      width={196}
      label={`Summary of ${field.name}`}
      trigger={
        <button
          type="button"
          className={`wg-sum ${painter}`}
          style={style}
          aria-label={`Summary of ${field.name}`}
        >
          {words || <span className="wg-sum-none">+ Summary</span>}
        </button>
      }
      items={[
        { heading: `Summary of ${field.name}` },
        { label: 'None', onSelect: () => actions.setSummary(field.id, null) },
        ...offered.map(([one, { label }]) => ({
          label,
          checked: one === name,
          hint: figureOf(one, values?.[one] ?? null)?.text,
          disabled: values !== null && !(one in values),
          reason: `For up to ${most} records`,
          onSelect: () => actions.setSummary(field.id, one),
        })),
      ]}
    />
  );
}
