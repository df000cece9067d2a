import { type FieldEnv, type FieldKind, fieldType, palette } from '@weft/core';
import type { ImportPreview, ImportPreviewColumn } from '@weft/protocol';
import { Chip, cx, fieldIcons, Icon, optionColor } from '@weft/ui';
import { Check } from 'lucide-react';
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ColumnChoice } from './column-choice.ts';
import { type Misfits, misfitsIn } from './column-reading.ts';
import { type PreviewCell, previewCell } from './preview-cell.ts';

/** Pixels drawn beyond both sides of what is seen. */
const spare = 300;

const endAligned: ReadonlySet<FieldKind> = new Set(['number', 'currency', 'percent', 'duration']);

const widthOf = (kind: FieldKind): number =>
  kind === 'checkbox' || kind === 'rating' ? 100 : endAligned.has(kind) || kind === 'date' ? 132 : 184;

/** How the cells of a column look; the same object as long as kind and settings are. */
interface Look {
  readonly type: FieldKind;
  readonly template: ColumnChoice['template'];
  readonly sourceIndex: number;
  readonly misfits: Misfits;
  readonly width: number;
  /** Colours of labels in the order they appear. */
  readonly colors: ReadonlyMap<string, string>;
}

interface Shown {
  readonly look: Look;
  readonly name: string;
  readonly left: number;
}

/** By settings: each choice of a kind makes settings of its own, renaming keeps them. */
const looks = new WeakMap<ColumnChoice['template'], Look>();

function lookOf(
  choice: ColumnChoice,
  column: ImportPreviewColumn,
  preview: ImportPreview,
  env: FieldEnv,
): Look {
  const { type, template, sourceIndex } = choice;
  const known = looks.get(template);
  if (known?.type === type && known.sourceIndex === sourceIndex) return known;
  const look: Look = {
    type,
    template,
    sourceIndex,
    misfits: misfitsIn(column, choice),
    width: widthOf(type),
    colors: colorsOf(choice, preview.previewData, env),
  };
  looks.set(template, look);
  return look;
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

const checkColor = ({ template }: Look): string => ('color' in template ? template.color : 'Green');

function Content({ cell, look }: { readonly cell: PreviewCell; readonly look: Look }) {
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
          <Chip key={label} color={look.colors.get(label) ?? null}>
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
        style={cell.checked ? { background: optionColor(checkColor(look), 'dot') } : undefined}
      >
        {cell.checked && <Check aria-hidden size={12} strokeWidth={3} />}
        <span className="sr-only">{cell.checked ? 'Yes' : 'No'}</span>
      </span>
    );
  return cell.text;
}

interface CellProps {
  readonly text: string | undefined;
  readonly look: Look;
  readonly env: FieldEnv;
}

const Cell = memo(function Cell({ text, look, env }: CellProps) {
  const cell = previewCell(text, look, look.misfits, env);
  return (
    <td
      title={cell.fits ? undefined : `Doesn’t fit ${fieldType(look.type).label}. Kept as text.`}
      className={cx(
        'relative h-8 overflow-hidden whitespace-nowrap border-line-subtle border-t border-r px-2 py-0 text-base text-ellipsis',
        endAligned.has(look.type) && 'text-end tabular-nums',
        !cell.fits && 'text-warning-text',
      )}
    >
      <Content cell={cell} look={look} />
    </td>
  );
});

const Row = memo(function Row({ row, shown, env, before }: RowProps) {
  return (
    <tr className="h-8">
      {before > 0 && <td aria-hidden="true" />}
      {shown.map(({ look }) => (
        <Cell key={look.sourceIndex} text={row[look.sourceIndex]} look={look} env={env} />
      ))}
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
export function PreviewGrid({ columns: latest, preview }: PreviewGridProps) {
  // Typing a name goes before drawing the rows again.
  const columns = useDeferredValue(latest);
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
      const look = lookOf(choice, column, preview, env);
      const shown = { look, name: choice.name, left };
      left += look.width;
      return [shown];
    });
  }, [columns, preview, env]);
  const last = all.at(-1);
  const total = last === undefined ? 0 : last.left + last.look.width;
  const shown = useMemo(() => {
    const [from, to] = [sight.left - spare, sight.left + sight.width + spare];
    return all.filter(({ left, look }) => left + look.width > from && left < to);
  }, [all, sight]);
  const measure = () => {
    const at = scroller.current;
    if (at === null) return;
    // In steps: scrolling a few pixels draws nothing new.
    const left = Math.floor(at.scrollLeft / 100) * 100;
    if (left !== sight.left || at.clientWidth !== sight.width) setSight({ left, width: at.clientWidth });
  };
  useLayoutEffect(measure);
  if (all.length === 0) return null;
  const before = shown[0]?.left ?? 0;
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
      tabIndex={0}
      aria-label="Preview, scrolls sideways"
      className="w-fit max-w-full overflow-x-auto rounded-lg border"
      onScroll={measure}
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
            {shown.map(({ look, name }) => (
              <th
                scope="col"
                key={look.sourceIndex}
                style={{ width: look.width }}
                className="h-8 overflow-hidden border-line-subtle border-r px-2 py-0 text-start font-medium text-small text-text-muted"
              >
                <span className="flex items-center gap-1.5">
                  <Icon of={fieldIcons[look.type]} size={14} className="text-text-subtle" />
                  <span className="truncate">{name}</span>
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
