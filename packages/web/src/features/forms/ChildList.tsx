import type { Content, Edit } from '@weft/documents';
import { longestLabel, maxChoices } from '@weft/forms';
import { Button, cx, DragHandle, IconButton, Menu, TextInput } from '@weft/ui';
import { ArrowDown, ArrowUp, Ellipsis, List, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { setProp } from '../../editor/set-prop.ts';
import { deleteBlock, deleteSamples, moveBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';
import { PasteListDialog } from './PasteListDialog.tsx';
import { listFault, newLabels, pastedLines, refuseLongPaste } from './pasted-lines.ts';

export interface ChildListProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly heading: string;
  /** 'choice', 'row': names the buttons. */
  readonly noun: string;
  readonly items: readonly { readonly id: string; readonly label: string }[];
  /** The labels a new question comes with. */
  readonly samples: readonly string[];
  /** Edits that add one for each label; without it what there is can only be renamed. */
  readonly add: ((labels: readonly string[]) => readonly Edit[]) | null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The choices, rows or parts of a question: named, added, arranged and deleted. */
export function ChildList({ session, content, heading, noun, items, samples, add }: ChildListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** What the dialog for lists begins with; null: it is closed. */
  const [pasting, setPasting] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const focus = (place: number) =>
    list.current?.querySelectorAll<HTMLInputElement>('input')[Math.max(0, place)]?.select();
  const addOne = () => {
    flushSync(() => add !== null && session.edit(add([''])));
    focus(items.length);
  };
  const withoutSamples = deleteSamples(content, items, samples);
  const staying = withoutSamples.length > 0 ? [] : items;
  const room = maxChoices - staying.length;
  const addList = (labels: readonly string[]) =>
    add !== null && session.edit([...withoutSamples, ...add(labels)]);
  const moveTo = (id: string, place: number) => session.edit(moveBlock(content, id, place));
  const remove = (id: string, place: number) => {
    flushSync(() => session.edit(deleteBlock(content, id)));
    focus(place === items.length - 1 ? place - 1 : place);
  };
  return (
    <section aria-label={heading} className="border-t pt-4">
      <h3 className="mb-2 font-semibold text-base">
        {heading} <span className="ms-1 font-normal text-text-subtle">{items.length}</span>
      </h3>
      <ul ref={list} className="flex flex-col gap-1">
        {items.map(({ id, label }, place) => (
          <li
            key={id}
            className={cx('flex items-center gap-1', dragged === id && 'opacity-50')}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) moveTo(dragged, place);
            }}
          >
            {add !== null && (
              <DragHandle text={label} onBegin={() => setDragged(id)} onEnd={() => setDragged(null)} />
            )}
            <TextInput
              size="sm"
              aria-label={`${capital(noun)} ${place + 1}`}
              className="min-w-0 flex-1"
              value={label}
              maxLength={longestLabel}
              autoComplete="off"
              onChange={({ target }) =>
                session.edit(setProp(content, id, 'label', target.value), { typed: true })
              }
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) {
                  event.preventDefault();
                  moveTo(id, place + (event.key === 'ArrowUp' ? -1 : 1));
                }
                if (event.key === 'Enter' && add !== null && items.length < maxChoices) {
                  event.preventDefault();
                  if (place === items.length - 1) addOne();
                  else focus(place + 1);
                }
              }}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text/plain');
                const lines = add === null ? null : pastedLines(text);
                if (lines === null) return refuseLongPaste(event);
                event.preventDefault();
                if (listFault(lines, room) === null) addList(newLabels(lines, staying));
                else setPasting(text);
              }}
            />
            {add !== null && (
              <Menu
                align="end"
                trigger={<IconButton plain size="sm" icon={Ellipsis} label={`${label || noun}: menu`} />}
                items={[
                  {
                    label: 'Move up',
                    icon: ArrowUp,
                    hint: 'Alt ↑',
                    disabled: place === 0,
                    onSelect: () => moveTo(id, place - 1),
                  },
                  {
                    label: 'Move down',
                    icon: ArrowDown,
                    hint: 'Alt ↓',
                    disabled: place === items.length - 1,
                    onSelect: () => moveTo(id, place + 1),
                  },
                  { label: 'Delete', icon: Trash2, onSelect: () => remove(id, place) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {add !== null && (
        <div className="mt-2 flex flex-wrap gap-1">
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            disabled={items.length >= maxChoices}
            onClick={addOne}
          >
            Add {noun}
          </Button>
          <Button size="sm" variant="quiet" icon={List} onClick={() => setPasting('')}>
            Paste a list
          </Button>
        </div>
      )}
      {pasting !== null && (
        <PasteListDialog
          heading={heading}
          room={room}
          items={staying}
          initialText={pasting}
          onAdd={(labels) => {
            addList(labels);
            setPasting(null);
          }}
          onClose={() => setPasting(null)}
        />
      )}
    </section>
  );
}
