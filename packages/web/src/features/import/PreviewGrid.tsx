import { type FieldEnv, type FieldKind, fieldType, palette } from '@weft/core';
import type { ImportPreview } from '@weft/protocol';
import { Chip, cx, fieldIcons, Icon, optionColor } from '@weft/ui';
import { Check } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ColumnChoice } from './column-choice.ts';
import { type Misfits, misfitsIn } from './column-reading.ts';
import { type PreviewCell, previewCell } from './preview-cell.ts';

/** Pixels drawn beyond both sides of what is seen. */
const spare = 300;

const endAligned: ReadonlySet<FieldKind> = new Set(['number', 'currency', 'percent', 'duration']);

const widthOf = (kind: FieldKind): number =>
  kind === 'checkbox' || kind === 'rating' ? 100 : endAligned.has(kind) || kind === 'date' ? 132 : 184;

interface Shown {
  readonly choice: ColumnChoice;
  readonly misfits: Misfits;
  readonly left: number;
  readonly width: number;
  /** Colours of labels in the order they appear. */
  readonly colors: ReadonlyMap<string, string>;
}

const isSelect = (kind: FieldKind): boolean => kind === 'single_select' || kind === 'multiple_select';

function colorsOf(
  choice: ColumnChoice,
  rows: ImportPreview['previewData'],
  env: FieldEnv,
): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  if (!isSelect(choice.type) || ('disableColors' in choice.template && choice.template.disableColors))
    return colors;
  for (const row of rows)
    for (const label of previewCell(
      row[choice.sourceIndex],
      choice,
      { count: 0, atLeast: false, samples: [] },
      env,
    ).labels ?? [])
      if (!colors.has(label)) colors.set(label, palette[colors.size % palette.length] ?? 'Gray');
  return colors;
}

const checkColor = ({ template }: ColumnChoice): string => ('color' in template ? template.color : 'Green');

function Content({ cell, shown }: { readonly cell: PreviewCell; readonly shown: Shown }) {
  if (!cell.fits)
    return (
      <>
        {cell.text}
        <span className="sr-only">, doesn’t fit</span>
        <span
          aria-hidden="true"
          className="absolute top-0 right-0 size-[7px] bg-warning [clip-path:polygon(0_0,100%_0,100%_100%)]"
        />
      </>
    );
  if (cell.labels !== undefined)
    return (
      <span className="flex gap-1 overflow-hidden">
        {cell.labels.map((label) => (
          <Chip key={label} color={shown.colors.get(label) ?? null}>
            {label}
          </Chip>
        ))}
      </span>
    );
  if (cell.checked !== undefined)
    return (
      <span
        className={cx(
          'mx-auto grid size-4 place-items-center rounded-sm border',
          cell.checked ? 'border-transparent text-surface' : 'border-line-control',
        )}
        style={cell.checked ? { background: optionColor(checkColor(shown.choice), 'dot') } : undefined}
      >
        {cell.checked && <Check aria-hidden size={12} strokeWidth={3} />}
        <span className="sr-only">{cell.checked ? 'Yes' : 'No'}</span>
      </span>
    );
  return cell.text;
}

const Row = memo(function Row({ row, shown, env, before }: RowProps) {
  return (
    <tr className="h-8">
      {before > 0 && <td aria-hidden="true" />}
      {shown.map((column) => {
        const { choice } = column;
        const cell = previewCell(row[choice.sourceIndex], choice, column.misfits, env);
        return (
          <td
            key={choice.sourceIndex}
            title={cell.fits ? undefined : `Doesn’t fit ${fieldType(choice.type).label}. Kept as text.`}
            className={cx(
              'relative h-8 overflow-hidden whitespace-nowrap border-line-subtle border-t border-r px-2 py-0 text-base text-ellipsis',
              endAligned.has(choice.type) && 'text-end tabular-nums',
              !cell.fits && 'text-warning-text',
            )}
          >
            <Content cell={cell} shown={column} />
          </td>
        );
      })}
      <td aria-hidden="true" />
    </tr>
  );
});

interface RowProps {
  readonly row: readonly string[];
  readonly shown: readonly Shown[];
  readonly env: FieldEnv;
  /** Pixels of the columns left of what is drawn. */
  readonly before: number;
}

export interface PreviewGridProps {
  readonly columns: readonly ColumnChoice[];
  readonly preview: ImportPreview;
}

/** The first rows as they will be: 32 high, scrolling sideways, only the columns in sight drawn. */
export function PreviewGrid({ columns, preview }: PreviewGridProps) {
  const scroller = useRef<HTMLElement>(null);
  const [sight, setSight] = useState({ left: 0, width: 1_000 });
  const env = useMemo<FieldEnv>(
    () => ({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language }),
    [],
  );
  const rows = preview.previewData;
  const all = useMemo(() => {
    const byIndex = new Map(preview.config.columns.map((column) => [column.sourceFieldIndex, column]));
    let left = 0;
    return columns.flatMap((choice): Shown[] => {
      const column = byIndex.get(choice.sourceIndex);
      if (!choice.include || column === undefined) return [];
      const width = widthOf(choice.type);
      const colors = colorsOf(choice, rows, env);
      const shown = { choice, misfits: misfitsIn(column, choice), left, width, colors };
      left += width;
      return [shown];
    });
  }, [columns, preview, rows, env]);
  const last = all.at(-1);
  const total = last === undefined ? 0 : last.left + last.width;
  const shown = useMemo(() => {
    const [from, to] = [sight.left - spare, sight.left + sight.width + spare];
    return all.filter(({ left, width }) => left + width > from && left < to);
  }, [all, sight]);
  const look = () => {
    const at = scroller.current;
    if (at === null) return;
    // In steps: scrolling a few pixels draws nothing new.
    const left = Math.floor(at.scrollLeft / 100) * 100;
    if (left !== sight.left || at.clientWidth !== sight.width) setSight({ left, width: at.clientWidth });
  };
  useLayoutEffect(look);
  if (all.length === 0) return null;
  const before = shown[0]?.left ?? 0;
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
      tabIndex={0}
      aria-label="Preview, scrolls sideways"
      className="w-fit max-w-full overflow-x-auto rounded-lg border"
      onScroll={look}
    >
      <table
        aria-label="Preview"
        aria-colcount={all.length}
        style={{ width: total }}
        className="table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr className="h-8 bg-sunken">
            {before > 0 && <td aria-hidden="true" style={{ width: before }} />}
            {shown.map(({ choice, width }) => (
              <th
                scope="col"
                key={choice.sourceIndex}
                style={{ width }}
                className="h-8 overflow-hidden border-line-subtle border-r px-2 py-0 text-start font-medium text-small text-text-muted"
              >
                <span className="flex items-center gap-1.5">
                  <Icon of={fieldIcons[choice.type]} size={14} className="text-text-subtle" />
                  <span className="truncate">{choice.name}</span>
                </span>
              </th>
            ))}
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name and never move.
            <Row key={index} row={row} shown={shown} env={env} before={before} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
