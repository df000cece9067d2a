import { type FieldEnv, type FieldKind, fieldType } from '@weft/core';
import type { ImportPreview, ImportPreviewColumn } from '@weft/protocol';
import { Chip, cx, Icon, lightKinds, optionColor } from '@weft/ui';
import { Check } from 'lucide-react';
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ColumnChoice } from './column-choice.ts';
import { placeOf } from './column-samples.ts';
import { cellReader, type PreviewCell } from './preview-cell.ts';

/** Pixels drawn beyond both sides of what is seen. */
const spare = 300;

/** How the cells of a column look; the same object as long as kind and settings are. */
interface Look {
  readonly type: FieldKind;
  readonly template: ColumnChoice['template'];
  readonly sourceIndex: number;
  readonly column: ImportPreviewColumn;
  readonly read: (text: string | undefined) => PreviewCell;
  readonly width: number;
}

interface Shown {
  readonly look: Look;
  /** In the rows at hand. */
  readonly place: number;
  readonly name: string;
  readonly left: number;
}

/** By settings: each choice of a kind makes settings of its own, renaming keeps them. */
const looks = new WeakMap<ColumnChoice['template'], Look>();

function lookOf(choice: ColumnChoice, column: ImportPreviewColumn, env: FieldEnv): Look {
  const { type, template, sourceIndex } = choice;
  const known = looks.get(template);
  // A file read again has other columns, though settings a person chose stay.
  if (known?.type === type && known.column === column) return known;
  const look: Look = {
    type,
    template,
    sourceIndex,
    column,
    read: cellReader(column, choice, env),
    width: lightKinds[type].previewWidth,
  };
  looks.set(template, look);
  return look;
}

const isPlain = ({ template }: Look): boolean => 'disableColors' in template && template.disableColors;
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
  if (cell.options !== undefined)
    return (
      <span className="flex gap-1 overflow-hidden">
        {cell.options.map(({ value, label, color }) => (
          <Chip key={value} color={isPlain(look) ? null : color}>
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
}

const Cell = memo(function Cell({ text, look }: CellProps) {
  const cell = look.read(text);
  return (
    <td
      title={cell.fits ? undefined : `Doesn’t fit ${fieldType(look.type).label}. Kept as text.`}
      className={cx(
        'relative h-8 overflow-hidden whitespace-nowrap border-line-subtle border-t border-r px-2 py-0 text-base text-ellipsis',
        lightKinds[look.type].isEndAligned && 'text-end tabular-nums',
        !cell.fits && 'text-warning-text',
        cell.missing && 'text-text-subtle',
      )}
    >
      <Content cell={cell} look={look} />
    </td>
  );
});

const Row = memo(function Row({ row, shown, before }: RowProps) {
  return (
    <tr className="h-8">
      {before > 0 && <td aria-hidden="true" />}
      {shown.map(({ look, place }) => (
        <Cell key={look.sourceIndex} text={row[place]} look={look} />
      ))}
      <td aria-hidden="true" />
    </tr>
  );
});

interface RowProps {
  readonly row: readonly string[];
  readonly shown: readonly Shown[];
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
      const look = lookOf(choice, column, env);
      const place = placeOf(preview, choice.sourceIndex);
      const shown = { look, place, name: choice.name, left };
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
                  <Icon of={lightKinds[look.type].icon} size={14} className="text-text-subtle" />
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
            <Row key={index} row={row} shown={shown} before={before} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
