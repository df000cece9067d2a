import type { Content } from '@weft/documents';
import { namesOf, questionsOf } from '@weft/forms';
import { cx } from '@weft/ui';
import { useEffect, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A question that is being named in a text, with the names that begin or go on so. */
interface Naming {
  readonly field: Field;
  /** Where the name begins, behind its braces. */
  readonly from: number;
  readonly names: readonly string[];
  /** Which of them Enter takes. */
  readonly at: number;
}

const listId = 'name-proposals';
/** Names that are shown at once. */
const most = 8;
/** Pixels that the list takes at most, with its distance. */
const room = 300;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

function namingIn(field: Field, names: readonly string[]): Naming | null {
  const caret = field.selectionStart;
  if (caret === null || caret !== field.selectionEnd) return null;
  const [, written] = /\{\{([^{}\n]*)$/.exec(field.value.slice(0, caret)) ?? [];
  if (written === undefined) return null;
  const sought = written.trim().toLowerCase();
  const found = [...new Set(names)].filter((name) => name.toLowerCase().includes(sought)).slice(0, most);
  return found.length === 0 ? null : { field, from: caret - written.length, names: found, at: 0 };
}

/** Puts a name in the place of what is written of it, and closes its braces. */
function take({ field, from }: Naming, name: string): void {
  const end = field.selectionStart ?? from;
  const closed = field.value.startsWith('}}', end) ? end + 2 : end;
  field.setRangeText(`${name}}}`, from, closed, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function placeOf(field: Field) {
  const { left, top, bottom } = field.getBoundingClientRect();
  const beside = bottom + room < innerHeight ? { top: bottom + 4 } : { bottom: innerHeight - top + 4 };
  return { left: Math.max(8, Math.min(left, innerWidth - 328)), ...beside };
}

/** Behind two braces in any text of the form: the questions whose answers it can show. */
export function NameProposals({ content }: { readonly content: Content }) {
  const [naming, setNaming] = useState<Naming | null>(null);
  const choose = (name: string) => {
    if (naming === null) return;
    take(naming, name);
    setNaming(null);
  };
  useEffect(() => {
    const onInput = ({ target }: Event) =>
      setNaming(isField(target) ? namingIn(target, namesOf(questionsOf(content))) : null);
    const onKey = (event: KeyboardEvent) => {
      if (naming === null || event.isComposing) return;
      const { names, at } = naming;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setNaming({ ...naming, at: (at + step + names.length) % names.length });
      else if (event.key === 'Enter' || event.key === 'Tab') choose(names[at] ?? '');
      else if (event.key === 'Escape') setNaming(null);
      else return;
      // The text does nothing of its own with the key.
      event.preventDefault();
      event.stopPropagation();
    };
    const close = () => setNaming(null);
    document.addEventListener('input', onInput);
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('focusout', close);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('focusout', close);
    };
  });
  useEffect(() => {
    if (naming === null) return;
    const { field, at } = naming;
    const told = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': `${listId}-${at}`,
    };
    for (const [name, value] of Object.entries(told)) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(told)) field.removeAttribute(name);
    };
  }, [naming]);
  if (naming === null) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Questions"
      className="fixed z-(--w-z-popover) w-80 rounded-lg bg-raised p-1 text-text shadow-2"
      style={placeOf(naming.field)}
    >
      {naming.names.map((name, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text that has the focus hears the keys
        <div
          key={name}
          id={`${listId}-${place}`}
          role="option"
          aria-selected={place === naming.at}
          tabIndex={-1}
          className={cx('truncate rounded-md px-2 py-1.5 text-base', place === naming.at && 'bg-hover')}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(name)}
        >
          {name}
        </div>
      ))}
    </div>
  );
}
