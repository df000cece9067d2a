import { cx, Icon, type IconType } from '@weft/ui';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';

export interface TreeItem {
  readonly id: string;
  readonly label: string;
  readonly icon: IconType;
  /** From 0: how deep it stands. */
  readonly level: number;
  /** Others may be put into it. */
  readonly holds: boolean;
  /** At its end: a mark, with words. */
  readonly mark?: ReactNode;
  /** 'added' or 'changed' by what is proposed. */
  readonly tone?: 'added' | 'changed' | undefined;
}

/** Where one item goes beside another. */
export type TreePlace = 'before' | 'after' | 'inside';

/** A step by key: among its siblings, into the one above it, or out of the one that holds it. */
export type TreeStep = 'up' | 'down' | 'in' | 'out';

export interface TreeListProps {
  readonly label: string;
  /** As they are read, those inside behind the one that holds them. */
  readonly items: readonly TreeItem[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  /** Left out: nothing moves. */
  readonly onStep?: (id: string, step: TreeStep) => void;
  readonly onDrop?: (id: string, place: TreePlace, of: string) => void;
  readonly onRemove?: (id: string) => void;
}

const steps: { readonly [key: string]: TreeStep } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Above, below, or in the middle of a row that can hold others. */
function placeAt(event: DragEvent<HTMLElement>, holds: boolean): TreePlace {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const at = (event.clientY - top) / height;
  if (holds && at > 0.25 && at < 0.75) return 'inside';
  return at < 0.5 ? 'before' : 'after';
}

const lines: { readonly [P in TreePlace]: string } = {
  before: 'shadow-[inset_0_2px_var(--w-accent)]',
  after: 'shadow-[inset_0_-2px_var(--w-accent)]',
  inside: 'outline-2 outline-accent -outline-offset-2',
};

/** The element of an item, for whoever leads the focus to it. */
const treeItemId = (id: string): string => `tree-${id}`;

/**
 * Things that stand in one another, one tab stop for all: arrows go through them, Alt with an arrow moves one, and so
 * does a drag.
 */
export function TreeList({ label, items, selected, onSelect, onStep, onDrop, onRemove }: TreeListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ readonly id: string; readonly place: TreePlace } | null>(null);
  const stop = items.some(({ id }) => id === selected) ? selected : (items[0]?.id ?? null);
  const focus = (id: string | undefined) => {
    if (id !== undefined) document.getElementById(treeItemId(id))?.focus();
  };
  const press = (event: KeyboardEvent, id: string) => {
    const at = items.findIndex((item) => item.id === id);
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const step = steps[key];
      if (step === undefined || onStep === undefined) return;
      event.preventDefault();
      onStep(id, step);
      // It stands elsewhere once it is drawn, and keeps the focus there.
      setTimeout(() => focus(id));
      return;
    }
    const level = items[at]?.level ?? 0;
    const outer = items.slice(0, at).findLast((item) => item.level < level);
    const inner = (items[at + 1]?.level ?? 0) > level ? items[at + 1] : undefined;
    const to: { readonly [key: string]: TreeItem | undefined } = {
      ArrowDown: items[at + 1],
      ArrowUp: items[at - 1],
      ArrowLeft: outer,
      ArrowRight: inner,
      Home: items[0],
      End: items.at(-1),
    };
    if (key in to) focus(to[key]?.id);
    else if (key === 'Enter' || key === ' ') onSelect(id);
    else if ((key === 'Delete' || key === 'Backspace') && onRemove !== undefined) onRemove(id);
    else return;
    event.preventDefault();
  };
  return (
    <div role="tree" aria-label={label}>
      {items.map(({ id, label: text, icon, level, holds, mark, tone }) => (
        <div
          key={id}
          id={treeItemId(id)}
          role="treeitem"
          aria-level={level + 1}
          aria-selected={id === selected}
          tabIndex={id === stop ? 0 : -1}
          draggable={onDrop !== undefined}
          style={{ paddingInlineStart: 8 + level * 16 }}
          className={cx(
            'flex h-8 cursor-default select-none items-center gap-2 rounded-md pe-2 font-medium text-base hover:bg-hover focus-visible:-outline-offset-2',
            id === selected && 'bg-pressed',
            dragged === id && 'opacity-50',
            tone === 'added' && 'text-success-text',
            over?.id === id && lines[over.place],
          )}
          onClick={() => onSelect(id)}
          onKeyDown={(event) => press(event, id)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', text);
            setDragged(id);
          }}
          onDragEnd={() => {
            setDragged(null);
            setOver(null);
          }}
          onDragOver={(event) => {
            if (dragged === null || dragged === id) return;
            event.preventDefault();
            const place = placeAt(event, holds);
            if (over?.id !== id || over.place !== place) setOver({ id, place });
          }}
          onDragLeave={() => setOver((now) => (now?.id === id ? null : now))}
          onDrop={(event) => {
            event.preventDefault();
            setOver(null);
            if (dragged !== null && dragged !== id) onDrop?.(dragged, placeAt(event, holds), id);
          }}
        >
          <Icon of={icon} size={14} className={tone === 'added' ? '' : 'text-text-subtle'} />
          <span className="min-w-0 flex-1 truncate">{text}</span>
          {mark}
        </div>
      ))}
    </div>
  );
}
