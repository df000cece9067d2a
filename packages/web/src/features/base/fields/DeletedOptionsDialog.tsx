import type { SelectOption } from '@weft/core';
import { Button, Dialog, SearchSelect } from '@weft/ui';
import { useId, useRef, useState } from 'react';

export interface DeletedOptionsDialogProps {
  readonly gone: readonly SelectOption[];
  /** Options that can take their place. */
  readonly left: readonly SelectOption[];
  /** Records that hold one that goes. */
  readonly count: number;
  /** Most records that can get another option. */
  readonly most: number;
  readonly locale: string;
  /** `replacement`: the option that takes their place; null: the cells are left empty. */
  readonly onDelete: (replacement: string | null) => void;
  readonly onClose: () => void;
}

/** Asks what happens to the cells that hold options which are deleted. */
export function DeletedOptionsDialog(props: DeletedOptionsDialogProps) {
  const { gone, left, count, most, locale, onDelete, onClose } = props;
  const [first] = left;
  const [replacement, setReplacement] = useState<string | null>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const group = useId();
  const one = gone.length === 1;
  const why = first === undefined ? 'No other option is left' : count > most ? tooMany(most, locale) : null;
  const row = 'flex min-h-11 items-center gap-3 rounded-md border border-line px-3 py-2';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={one ? `Delete option ${gone[0]?.label ?? ''}?` : `Delete ${gone.length} options?`}
      initialFocus={safe}
      footer={
        <>
          <Button ref={safe} size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="danger" onClick={() => onDelete(replacement)}>
            {one ? 'Delete option' : 'Delete options'}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-3 text-body text-text-muted">{heldText(count, one, locale)}</legend>
        <label className={row}>
          <input
            type="radio"
            name={group}
            className="size-4 accent-accent"
            checked={replacement === null}
            onChange={() => setReplacement(null)}
          />
          Leave these cells empty
        </label>
        <div className={row}>
          <label className="flex flex-1 items-center gap-3">
            <input
              type="radio"
              name={group}
              className="size-4 accent-accent"
              checked={replacement !== null}
              disabled={why !== null}
              onChange={() => setReplacement(first?.value ?? null)}
            />
            <span className={why === null ? '' : 'text-text-disabled'}>
              Give them another option
              {why !== null && <span className="block text-small text-text-subtle">{why}</span>}
            </span>
          </label>
          {replacement !== null && (
            <div className="w-48">
              <SearchSelect
                label="Option instead"
                value={replacement}
                options={left}
                onChange={setReplacement}
              />
            </div>
          )}
        </div>
      </fieldset>
    </Dialog>
  );
}

const tooMany = (most: number, locale: string): string =>
  `Possible for up to ${most.toLocaleString(locale)} records at once`;

const heldText = (count: number, one: boolean, locale: string): string => {
  const what = one ? 'it' : 'one of them';
  return count === 1
    ? `One record holds ${what}. Undo brings back the option and the cell.`
    : `${count.toLocaleString(locale)} records hold ${what}. Undo brings back ${one ? 'the option' : 'the options'} and the cells.`;
};
