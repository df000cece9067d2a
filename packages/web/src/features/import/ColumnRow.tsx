import { isSelectKind, palette, takesManyOptions } from '@weft/core';
import type { ImportPreview, ImportPreviewColumn } from '@weft/protocol';
import { Badge, Checkbox, Chip, cx, Icon, Select, TextInput } from '@weft/ui';
import { Check, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo, useMemo } from 'react';
import type { ColumnChoice, ColumnFault } from './column-choice.ts';
import { templateFor } from './column-reading.ts';
import { columnSamples } from './column-samples.ts';
import type { SchemaEdit } from './import-schema.ts';
import { kindOptions } from './kind-options.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** Heights of a row: parts beside each other, parts stacked. */
export const rowHeight = 36;
export const phoneRowHeight = 92;

/** Widths of the list: 33, 172, 172, the rest, 152. */
export const listColumns = 'grid-cols-[33px_minmax(120px,172px)_minmax(120px,172px)_minmax(0,1fr)_152px]';

const looks: {
  readonly [tone in Verdict['tone']]: { readonly icon: typeof Check | null; readonly look: string };
} = {
  fits: { icon: Check, look: 'text-text-muted' },
  doubt: { icon: CircleHelp, look: 'font-medium text-warning-text' },
  misfit: { icon: TriangleAlert, look: 'font-medium text-warning-text' },
  fault: { icon: CircleAlert, look: 'font-medium text-danger-text' },
  out: { icon: null, look: 'text-text-subtle' },
};

export function Result({ verdict }: { readonly verdict: Verdict }) {
  const { icon, look } = looks[verdict.tone];
  return (
    <span className={cx('flex min-w-0 items-center gap-1.5 text-small', look)}>
      {icon !== null && (
        <Icon of={icon} size={14} className={verdict.tone === 'fits' ? 'text-success-text' : ''} />
      )}
      <span className="truncate">{verdict.words}</span>
    </span>
  );
}

function Samples({ choice, values }: { readonly choice: ColumnChoice; readonly values: readonly string[] }) {
  if (isSelectKind(choice.type) && !takesManyOptions(choice.type))
    return (
      // One that does not fit beside the others falls to a line that is not seen: none is cut in its middle.
      <span className="flex h-5 flex-wrap gap-1 overflow-hidden">
        {values.map((value, index) => (
          <Chip
            key={value}
            color={
              'disableColors' in choice.template && choice.template.disableColors
                ? null
                : (palette[index % palette.length] ?? null)
            }
          >
            {value}
          </Chip>
        ))}
      </span>
    );
  return <span className="block truncate text-base text-text-muted tabular-nums">{values.join(' · ')}</span>;
}

export interface ColumnRowProps {
  readonly column: ImportPreviewColumn;
  readonly choice: ColumnChoice;
  readonly preview: ImportPreview;
  readonly fault: ColumnFault | undefined;
  readonly primary: boolean;
  readonly open: boolean;
  readonly phone: boolean;
  readonly index: number;
  readonly count: number;
  readonly dispatch: (action: SchemaEdit) => void;
}

/** Up and down go to the same control of the neighbouring row. */
function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const row = event.currentTarget.closest('li');
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  const input = next?.querySelector<HTMLInputElement>('input[data-name]');
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** One column of the file: whether it comes along, its name, kind, first values, and how they fit. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { column, choice, preview, fault, primary, open, phone, index, count, dispatch } = props;
  const id = choice.sourceIndex;
  const options = useMemo(() => kindOptions(column), [column]);
  const samples = useMemo(() => columnSamples(preview, id), [preview, id]);
  const verdict = verdictOf(column, choice, fault);
  const named = choice.name.trim() || `column ${id + 1}`;

  const include = (
    <Checkbox
      checked={choice.include}
      ariaLabel={`Import ${named}`}
      className="relative after:absolute after:-inset-2.5 max-sm:after:-inset-3.5"
      onChange={(next) => dispatch({ type: 'included', column: id, include: next })}
    />
  );
  const name = (
    <span className="flex min-w-0 flex-1 items-center gap-1">
      <TextInput
        size="sm"
        data-name
        value={choice.name}
        maxLength={255}
        disabled={!choice.include}
        aria-label={`Field name, column ${id + 1}`}
        aria-invalid={fault !== undefined || undefined}
        title={choice.name}
        className="min-w-0 border-transparent bg-transparent font-medium text-ellipsis hover:border-line-strong hover:bg-surface focus:bg-surface disabled:bg-transparent"
        onKeyDown={moveBetweenRows}
        onChange={(event) => dispatch({ type: 'renamed', column: id, name: event.target.value })}
      />
      {primary && <Badge tone="accent">Primary</Badge>}
    </span>
  );
  const kind = (
    <Select
      quiet
      size="sm"
      label={`Type of ${named}`}
      value={choice.type}
      options={options}
      disabled={!choice.include}
      onChange={(next) =>
        dispatch({ type: 'typed', column: id, kind: next, template: templateFor(column, next) })
      }
    />
  );
  const result = (
    <button
      type="button"
      aria-pressed={open}
      aria-label={`${verdict.words}, about ${named}`}
      className="flex h-7 min-w-0 max-w-full items-center rounded-md px-1.5 hover:bg-hover"
      onClick={() => dispatch({ type: 'opened', column: id })}
    >
      <Result verdict={verdict} />
    </button>
  );
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      onFocus={() => {
        if (!open) dispatch({ type: 'opened', column: id });
      }}
      onPointerDown={() => {
        if (!open) dispatch({ type: 'opened', column: id });
      }}
      style={{ height: phone ? phoneRowHeight : rowHeight }}
      className={cx(
        'border-line-subtle border-b',
        open ? 'bg-accent-tint' : 'hover:bg-row-hover',
        phone ? 'flex flex-col justify-center gap-1.5 px-3' : `grid items-center ${listColumns}`,
      )}
    >
      {phone ? (
        <>
          <div className="flex items-center gap-3">
            {include}
            {name}
          </div>
          <div className="flex items-center gap-2 pl-7">
            <span className="w-42 shrink-0">{kind}</span>
            <span className="min-w-0">{result}</span>
          </div>
        </>
      ) : (
        <>
          <div className="flex justify-center">{include}</div>
          <div className="flex min-w-0">{name}</div>
          <div className="min-w-0 pr-2">{kind}</div>
          <div className="min-w-0 pr-2 pl-1">
            <Samples choice={choice} values={samples} />
          </div>
          <div className="min-w-0 pr-2">{result}</div>
        </>
      )}
    </li>
  );
});
