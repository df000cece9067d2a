import { type Field, fold } from '@weft/core';
import {
  Button,
  DragHandle,
  Icon,
  lightKinds,
  MoveButtons,
  movedItem,
  moveWithFocus,
  Switch,
  TextInput,
} from '@weft/ui';
import { useRef, useState } from 'react';

export interface FieldsEditorProps {
  /** Every field in the order of the view, the primary one first. */
  readonly fields: readonly Field[];
  readonly primaryFieldId: string;
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (fieldIds: readonly string[]) => void;
  readonly onReorder: (fieldIds: readonly string[]) => void;
}

/** Fields a list shows without a search on top. */
const searchFrom = 10;

/** Which fields a view shows, and in what order. */
export function FieldsEditor({ fields, primaryFieldId, hidden, onHide, onReorder }: FieldsEditorProps) {
  const [search, setSearch] = useState('');
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const rest = fields.filter(({ id }) => id !== primaryFieldId);
  const order = drag === null ? rest : movedItem(rest, drag.from, drag.to);
  const wanted = fold(search.trim());
  const found = order.filter(({ name }) => fold(name).includes(wanted));
  const searching = wanted !== '';
  const primary = fields.find(({ id }) => id === primaryFieldId);

  const reorder = (next: readonly Field[]) => onReorder([primaryFieldId, ...next.map(({ id }) => id)]);
  const move = (from: number, to: number) =>
    moveWithFocus(
      () => reorder(movedItem(rest, from, to)),
      () => list.current?.children[to]?.querySelector<HTMLElement>('button:not(:disabled)'),
    );
  const toggle = (fieldId: string, shown: boolean) =>
    onHide(shown ? [...hidden].filter((id) => id !== fieldId) : [...hidden, fieldId]);
  return (
    <div className="flex flex-col">
      {fields.length >= searchFrom && (
        <TextInput
          size="sm"
          aria-label="Find a field"
          placeholder="Find a field"
          className="mb-2"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {primary && !searching && (
        <p className="flex h-9 items-center gap-2 ps-5.5 pe-1 text-text-muted max-sm:h-12 max-sm:ps-0">
          <Icon of={lightKinds[primary.type].icon} size={14} className="text-text-subtle" />
          <span className="min-w-0 flex-1 truncate">{primary.name}</span>
          <span className="text-small text-text-subtle">always shown</span>
        </p>
      )}
      {found.length === 0 && searching && <p className="p-2 text-text-muted">No results found.</p>}
      <ul ref={list} aria-label="Fields" className="max-h-80 overflow-y-auto empty:hidden">
        {found.map((field) => {
          const place = order.indexOf(field);
          return (
            <li
              key={field.id}
              className={`group relative flex h-9 items-center gap-2 rounded-md pe-1 hover:bg-hover max-sm:h-12 ${drag?.to === place ? 'opacity-50' : ''}`}
              onDragOver={(event) => {
                if (drag === null) return;
                event.preventDefault();
                if (drag.to !== place) setDrag({ ...drag, to: place });
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (drag !== null && drag.from !== drag.to) reorder(order);
              }}
            >
              <DragHandle
                text={field.name}
                shown={!searching}
                onBegin={() => setDrag({ from: place, to: place })}
                onEnd={() => setDrag(null)}
              />
              <Switch
                className="min-w-0 flex-1"
                checked={!hidden.has(field.id)}
                onChange={(shown) => toggle(field.id, shown)}
                label={
                  <span className="flex min-w-0 flex-1 items-center gap-2 pointer-fine:group-focus-within:pe-16 pointer-fine:group-hover:pe-16">
                    <Icon of={lightKinds[field.type].icon} size={14} className="text-text-subtle" />
                    <span className="truncate">{field.name}</span>
                  </span>
                }
              />
              {!searching && (
                <span className="flex shrink-0 pointer-fine:absolute pointer-fine:end-10 pointer-fine:opacity-0 pointer-fine:focus-within:opacity-100 pointer-fine:group-hover:opacity-100">
                  <MoveButtons
                    what={field.name}
                    place={place}
                    isLast={place === order.length - 1}
                    onMove={move}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-2 flex gap-1">
        <Button size="sm" variant="quiet" disabled={hidden.size === 0} onClick={() => onHide([])}>
          Show all
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={rest.every(({ id }) => hidden.has(id))}
          onClick={() => onHide(rest.map(({ id }) => id))}
        >
          Hide all
        </Button>
      </div>
    </div>
  );
}
