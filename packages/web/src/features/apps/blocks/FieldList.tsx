import type { Field } from '@weft/core';
import { Button, cx, Icon, IconButton, lightKinds, movedItem, moveWithFocus } from '@weft/ui';
import { Eye, EyeOff, GripVertical, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';

interface FieldListProps {
  readonly label: string;
  /** Those that can be shown. */
  readonly fields: readonly Field[];
  /** Those that are, in their order. */
  readonly shown: readonly string[];
  readonly most: number;
  readonly onChange: (shown: readonly string[]) => void;
}

/** The fields of a block: those it shows first and in their order, the others below; Alt with an arrow moves one. */
export function FieldList({ label, fields, shown, most, onChange }: FieldListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const known = shown.filter((id) => fields.some((field) => field.id === id));
  // They were deleted in the database, or are of a kind that does not fit any more.
  const gone = shown.filter((id) => !known.includes(id));
  const hidden = fields.filter(({ id }) => !known.includes(id));
  const rows = [...known.flatMap((id) => fields.filter((field) => field.id === id)), ...hidden];
  const isFull = known.length >= most;
  const toggle = (id: string) =>
    onChange(known.includes(id) ? known.filter((each) => each !== id) : [...known, id]);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= known.length || from >= known.length) return;
    moveWithFocus(
      () => onChange(movedItem(known, from, to)),
      () => list.current?.children[to]?.querySelector('button'),
    );
  };
  return (
    <section aria-label={label}>
      <div className="mb-1 flex items-center gap-2">
        <h3 className="font-semibold text-base">{label}</h3>
        <span className="text-small text-text-subtle tabular-nums">
          {known.length} of {fields.length}
        </span>
        <span className="flex-1" />
        {hidden.length > 0 && fields.length <= most ? (
          <Button size="sm" variant="quiet" onClick={() => onChange(rows.map(({ id }) => id))}>
            Show all
          </Button>
        ) : (
          known.length > 1 && (
            <Button size="sm" variant="quiet" onClick={() => onChange(known.slice(0, 1))}>
              Hide others
            </Button>
          )
        )}
      </div>
      {gone.map((id) => (
        <div key={id} className="flex h-8 items-center gap-2 rounded-md text-warning-text">
          <Icon of={TriangleAlert} size={14} />
          <span className="min-w-0 flex-1 truncate text-base">A field that is gone</span>
          <Button size="sm" variant="quiet" onClick={() => onChange(shown.filter((each) => each !== id))}>
            Take out
          </Button>
        </div>
      ))}
      <ul ref={list}>
        {rows.map((field, place) => {
          const isShown = place < known.length;
          return (
            <li
              key={field.id}
              draggable={isShown}
              className={cx(
                'group flex h-8 items-center gap-2 rounded-md hover:bg-hover',
                dragged === field.id && 'opacity-50',
              )}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', field.name);
                setDragged(field.id);
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null || !isShown) return;
                event.preventDefault();
                const from = known.indexOf(dragged);
                if (from !== place && from >= 0) onChange(movedItem(known, from, place));
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <Icon
                of={GripVertical}
                size={14}
                className={cx('cursor-grab text-text-subtle', !isShown && 'invisible')}
              />
              <Icon of={lightKinds[field.type].icon} size={14} className="text-text-subtle" />
              <span className={cx('min-w-0 flex-1 truncate text-base', !isShown && 'text-text-subtle')}>
                {field.name}
              </span>
              <IconButton
                plain
                size="sm"
                icon={isShown ? Eye : EyeOff}
                label={isShown ? `Hide ${field.name}` : `Show ${field.name}`}
                disabled={!isShown && isFull}
                onClick={() => toggle(field.id)}
                onKeyDown={(event) => {
                  if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key) || !isShown) return;
                  event.preventDefault();
                  move(place, place + (event.key === 'ArrowUp' ? -1 : 1));
                }}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
