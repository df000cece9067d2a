import { Checkbox, cx } from '@weft/ui';
import { countOf } from './counts.ts';
import type { ImportMove } from './import-states.ts';
import type { SheetChoice } from './workbook-sheets.ts';

/** The sheets of a workbook: which become tables, and which one is shown below. */
export function SheetPicker({
  names,
  shown,
  choice,
  busy,
  move,
}: {
  readonly names: readonly string[];
  readonly shown: string;
  readonly choice: SheetChoice;
  readonly busy: boolean;
  readonly move: (move: ImportMove) => void;
}) {
  return (
    <fieldset aria-busy={busy || undefined}>
      <legend className="mb-1.5 font-medium text-small text-text-muted">
        Sheets · {choice.chosen.length} of {countOf(names.length, 'sheet')}, each a table
      </legend>
      <div className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {names.map((name) => {
          const on = name === shown;
          return (
            <span
              key={name}
              className={cx(
                'inline-flex h-(--w-control-md) min-w-0 max-w-60 items-center rounded-md border ps-2.5',
                on ? 'border-accent bg-accent-tint' : 'border-border',
              )}
            >
              <Checkbox
                ariaLabel={`Import ${name}`}
                checked={choice.chosen.includes(name)}
                onChange={(include) => move({ type: 'sheetChosen', sheet: name, include })}
              />
              <button
                type="button"
                aria-pressed={on}
                aria-label={`Show ${name}`}
                className="h-full min-w-0 truncate rounded-md px-2 text-base hover:underline"
                onClick={() => !on && move({ type: 'sheetShown', sheet: name })}
              >
                {name}
              </button>
            </span>
          );
        })}
      </div>
    </fieldset>
  );
}
