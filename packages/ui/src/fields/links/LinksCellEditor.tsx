import {
  anyFieldType,
  type BaseRecord,
  type Field,
  type FieldEnv,
  type LinkField,
  type Table,
} from '@weft/core';
import { Check, Plus, Search, X } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../primitives/Icon.tsx';
import { Popover } from '../../primitives/Popover.tsx';
import type { CellEditorProps, CommitMove } from '../cell-editor.ts';
import { listKeys } from '../list-keys.ts';
import { LinkChip } from './LinkChip.tsx';
import { useFoundRecords } from './use-found-records.ts';

/** Chips of linked records that are drawn at first, for there may be thousands, and how many more are when asked. */
const firstChips = 50;
const moreChips = 200;

/** Fields that describe a record below its name. */
const maxPreviewed = 5;

/** What describes a record below its name: not the field that links back, for it holds what is being edited here. */
function previewOf(
  record: BaseRecord,
  { fields, primaryFieldId }: Table,
  { template: { inverseFieldId } }: LinkField,
  env: FieldEnv,
): readonly { readonly id: string; readonly text: string }[] {
  const others = fields.filter(({ id }) => id !== primaryFieldId && id !== inverseFieldId);
  if (others.length === 0) return [{ id: '', text: 'No additional fields' }];
  const textOf = ({ id, type, template }: Field): string => {
    const value = record.data[id] ?? null;
    return value === null ? '' : anyFieldType(type).format(value, template, env);
  };
  return others
    .slice(0, maxPreviewed)
    .map((field) => ({ id: field.id, text: textOf(field) }))
    .filter(({ text }) => text !== '');
}

/** The records of a link cell: search them, check those that are linked, make one that is not there. */
export function LinksCellEditor(props: CellEditorProps<LinkField>) {
  const { field, value, env, links = null, initialText = '', onCommit, onCancel } = props;
  const many = field.template.allowMultiple;
  // A colleague may link others meanwhile: what is written is the difference to this.
  const [held] = useState((value ?? []) as readonly string[]);
  const [chosen, setChosen] = useState(held);
  const [search, setSearch] = useState(initialText);
  const [at, setAt] = useState(-1);
  const [shown, setShown] = useState(firstChips);
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const listId = useId();
  const { records, loading } = useFoundRecords(links, search, held);
  const wanted = search.trim();
  const create = !loading && records.length === 0 && wanted !== '' && links !== null ? wanted : null;
  const count = records.length + (create === null ? 0 : 1);
  const current = Math.min(at, count - 1);
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  const end = () => {
    ended.current = true;
    // The focus must not go down with the popover: from here the grid takes it.
    if (document.activeElement === input.current) anchor.current?.focus();
  };
  const commit = (ids: readonly string[], move: CommitMove) => {
    if (ended.current) return;
    end();
    onCommit({ value: ids.length === 0 ? null : [...ids].sort() }, move);
  };
  const toggle = (id: string) => {
    if (chosen.includes(id)) setChosen(chosen.filter((each) => each !== id));
    else setChosen(many ? [...chosen, id] : [id]);
    input.current?.focus();
  };
  const press = (index: number) => {
    const record = records[index];
    if (record !== undefined) return toggle(record.id);
    const made = create === null ? null : (links?.create(create) ?? null);
    if (made !== null) commit(many ? [...chosen, made] : [made], 'stay');
  };
  const isChosen = new Set(chosen);
  const leave = (move: CommitMove) => commit(chosen, move === 'all' ? 'stay' : move);
  const onKeyDown = listKeys({
    ...{ count, current, search, setCurrent: setAt, onPress: press, onLeave: leave, onTab: leave },
    onCancel: () => {
      end();
      onCancel();
    },
    onRemoveLast: () => setChosen(chosen.slice(0, -1)),
  });
  const open = links?.open;
  const linkedText =
    chosen.length === 0 ? 'No linked records' : `${chosen.length.toLocaleString(env.locale)} linked`;
  // Until the search is answered, the list has what was found before.
  const countText = loading && wanted !== '' && count > 0 ? 'Searching...' : linkedText;

  return (
    <div
      ref={anchor}
      tabIndex={-1}
      className="flex h-full max-h-26 w-max min-w-full max-w-90 flex-wrap items-center gap-1 overflow-y-auto rounded-md bg-raised px-2 py-1 shadow-2 outline-2 outline-focus -outline-offset-2"
    >
      {chosen.slice(0, shown).map((id) => (
        <span key={id} className="flex min-w-0 items-center">
          {open === undefined ? (
            <LinkChip id={id} env={env} />
          ) : (
            <button
              type="button"
              aria-label={`Open ${env.linked?.(id)?.name ?? 'the record'}`}
              className="flex min-w-0 cursor-pointer rounded-sm hover:brightness-95 focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:min-h-9 pointer-coarse:items-center"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                commit(chosen, 'stay');
                open(id);
              }}
            >
              <LinkChip id={id} env={env} />
            </button>
          )}
          <button
            type="button"
            aria-label={`Remove ${env.linked?.(id)?.name ?? 'the record'}`}
            className="grid size-5 pointer-coarse:size-9 place-items-center rounded-sm text-text-subtle hover:bg-hover"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggle(id)}
          >
            <Icon of={X} size={14} />
          </button>
        </span>
      ))}
      {chosen.length > shown && (
        <button
          type="button"
          className="h-5 rounded-sm px-1.5 text-small text-text-muted hover:bg-hover pointer-coarse:h-9"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(shown + moreChips)}
        >
          {`${(chosen.length - shown).toLocaleString(env.locale)} more`}
        </button>
      )}
      <Popover
        open
        // The chips belong to the editor, though they stand outside of its list.
        onOpenChange={(open, on) =>
          !open && !(on instanceof Node && anchor.current?.contains(on)) && commit(chosen, 'stay')
        }
        anchor={anchor}
        label={field.name}
        initialFocus={input}
        padded={false}
        width={380}
      >
        <div className="flex h-10 items-center gap-2 border-line-subtle border-b px-3">
          <Icon of={Search} size={16} className="text-text-subtle" />
          <input
            ref={input}
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={current !== -1 ? `${listId}-${current}` : undefined}
            aria-label={`${field.name}: find a record`}
            dir="auto"
            autoComplete="off"
            className="min-w-0 flex-1 bg-transparent text-base outline-none max-sm:text-lead"
            placeholder={links === null ? '' : `Search ${links.table.name}`}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setAt(-1);
            }}
            onKeyDown={onKeyDown}
          />
          <span className="text-small text-text-muted">{countText}</span>
        </div>
        <div
          role="listbox"
          id={listId}
          aria-label={field.name}
          aria-multiselectable={many}
          className="max-h-64 overflow-y-auto p-1"
        >
          {records.map((record, index) => {
            const checked = isChosen.has(record.id);
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active record
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search box
              <div
                key={record.id}
                role="option"
                id={`${listId}-${index}`}
                aria-selected={checked}
                className={`flex min-h-13 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover ${checked ? 'bg-accent-tint' : ''} ${index === current ? 'bg-hover' : ''}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => press(index)}
              >
                <span
                  aria-hidden="true"
                  className={`grid size-4 shrink-0 place-items-center rounded-sm border ${checked ? 'border-accent bg-accent text-on-accent' : 'border-line-control bg-surface'}`}
                >
                  {checked && <Icon of={Check} size={14} />}
                </span>
                <span className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
                  <LinkChip id={record.id} env={env} />
                  <span className="max-w-full truncate text-small text-text-muted">
                    {links &&
                      previewOf(record, links.table, field, env).map(({ id, text }, place) => (
                        // Apart from each other: what is read from right to left does not turn what follows.
                        <Fragment key={id}>
                          {place > 0 && ' · '}
                          <bdi>{text}</bdi>
                        </Fragment>
                      ))}
                  </span>
                </span>
              </div>
            );
          })}
          {create !== null && (
            // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active row
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search box
            <div
              role="option"
              id={`${listId}-${records.length}`}
              aria-selected={false}
              className={`flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover ${current === records.length ? 'bg-hover' : ''}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => press(records.length)}
            >
              <Icon of={Plus} size={16} />
              <span className="truncate">Create “{create}”</span>
            </div>
          )}
          {links === null && (
            <p className="px-2 py-2 text-text-muted">
              Target table not found. Please check the linked record field configuration.
            </p>
          )}
          {links !== null && count === 0 && (
            <p className="px-2 py-2 text-text-muted">
              {!loading ? 'No records found' : wanted === '' ? 'Loading...' : 'Searching...'}
            </p>
          )}
        </div>
      </Popover>
    </div>
  );
}
