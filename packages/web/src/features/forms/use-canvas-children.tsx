import type { Content, Edit } from '@weft/documents';
import { type FormQuestion, longestLabel, maxChoices, questionType } from '@weft/forms';
import { toast } from '@weft/ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { setProp } from '../../editor/set-prop.ts';
import { newId } from '../../session/new-id.ts';
import { CanvasText } from './CanvasText.tsx';
import { addChoices, addParts, deleteBlock, deleteSamples, moveBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';
import { PasteListDialog } from './PasteListDialog.tsx';
import { listFault, newLabels, pastedLines } from './pasted-lines.ts';
import { blockId, focusOn, labelId } from './use-question-list.ts';

interface Child {
  readonly id: string;
  readonly label: string;
}

/** The text of a choice, row or part on the sheet. */
export type WriteChild = (child: Child) => ReactNode;

/** What a list of choices, rows or columns is called, and how it grows. */
interface ChildKind {
  readonly noun: string;
  readonly heading: string;
  readonly items: readonly Child[];
  readonly samples: readonly string[];
  /** Null: they can only be renamed. */
  readonly add: ((labels: readonly string[], behind?: string) => readonly Edit[]) | null;
}

export const childTextId = (id: string): string => `child-${id}`;

const nounOf = (heading: string): string => heading.replace(/s$/, '').toLowerCase();

function childKinds(content: Content, question: FormQuestion): readonly ChildKind[] {
  const { choices, parts } = questionType(question.type);
  return [
    {
      heading: choices?.heading ?? '',
      noun: nounOf(choices?.heading ?? ''),
      items: question.choices,
      samples: choices?.initial ?? [],
      add: (labels, behind) => addChoices(content, question.id, labels, newId, behind),
    },
    {
      heading: parts?.heading ?? 'Parts',
      noun: nounOf(parts?.heading ?? 'Parts'),
      items: question.parts,
      samples: parts?.isOpen === true ? parts.initial.map(({ label }) => label) : [],
      add:
        parts?.isOpen === true
          ? (labels, behind) =>
              addParts(content, question.id, parts.initial[0]?.name ?? 'row', labels, newId, behind)
          : null,
    },
  ];
}

/**
 * Choices, rows and parts of a question, written on the sheet while it is selected: Enter makes the next, Backspace in
 * an empty one deletes it, pasted lines become one each.
 */
export function useCanvasChildren(
  session: FormSession,
  content: Content,
  question: FormQuestion,
  isSelected: boolean,
): { readonly write: WriteChild; readonly dialog: ReactNode } {
  const [pasting, setPasting] = useState<{ readonly kind: ChildKind; readonly text: string } | null>(null);
  if (!isSelected)
    return {
      write: ({ id, label }) => (
        <span data-child={id} className="block min-w-0 flex-1 break-words">
          {label || ' '}
        </span>
      ),
      dialog: null,
    };
  const kinds = childKinds(content, question);
  /** At once: what is typed right behind the key goes into the next text. */
  const editAndWrite = (edits: readonly Edit[], id: string): void => {
    flushSync(() => session.edit(edits));
    document.getElementById(childTextId(id))?.focus();
  };
  const stayingOf = ({ items, samples }: ChildKind): readonly Child[] =>
    deleteSamples(content, items, samples).length > 0 ? [] : items;
  const roomOf = (kind: ChildKind): number => maxChoices - stayingOf(kind).length;
  const addLines = ({ items, samples, add }: ChildKind, lines: readonly string[], at?: Child): void => {
    if (add === null) return;
    const gone = deleteSamples(content, items, samples);
    const added = add(lines, at?.id);
    // An empty one gives its place to the first line.
    const empty = gone.length === 0 && at?.label === '' ? deleteBlock(content, at.id) : [];
    const last = added.at(-1);
    editAndWrite([...added, ...gone, ...empty], last?.kind === 'block' ? last.id : '');
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>, kind: ChildKind, at: Child, place: number) => {
    const { items, samples, add, noun } = kind;
    if (add === null || event.nativeEvent.isComposing) return;
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      editAndWrite(moveBlock(content, at.id, place + (event.key === 'ArrowUp' ? -1 : 1)), at.id);
    } else if (event.key === 'Backspace' && at.label === '' && items.length > 1) {
      event.preventDefault();
      editAndWrite(deleteBlock(content, at.id), items[place === 0 ? 1 : place - 1]?.id ?? '');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const next = items[place + 1];
      if (next !== undefined && (next.label === '' || samples.includes(next.label)))
        document.getElementById(childTextId(next.id))?.focus();
      else if (items.length >= maxChoices) toast(`A question has at most ${maxChoices} ${noun}s`);
      else if (at.label !== '') addLines({ ...kind, samples: [] }, [''], at);
    }
  };
  const write: WriteChild = (child) => {
    const kind = kinds.find(({ items }) => items.some(({ id }) => id === child.id));
    if (kind === undefined) return child.label;
    const place = kind.items.findIndex(({ id }) => id === child.id);
    return (
      <CanvasText
        id={childTextId(child.id)}
        label={`${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}, ${place + 1} of ${kind.items.length}`}
        value={child.label}
        placeholder={`Write the ${kind.noun}`}
        maxLength={longestLabel}
        className="min-w-0 flex-1"
        onFocus={(text) => kind.samples.includes(child.label) && text.select()}
        onChange={(text) => session.edit(setProp(content, child.id, 'label', text), { typed: true })}
        onKeyDown={(event) => press(event, kind, child, place)}
        onEscape={() => document.getElementById(blockId(question.id))?.focus()}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          const lines = kind.add === null ? null : pastedLines(text);
          if (lines === null) return;
          event.preventDefault();
          if (listFault(lines, roomOf(kind)) === null)
            addLines(kind, newLabels(lines, stayingOf(kind)), child);
          else setPasting({ kind, text });
        }}
      />
    );
  };
  const dialog = pasting !== null && (
    <PasteListDialog
      heading={pasting.kind.heading}
      room={roomOf(pasting.kind)}
      items={stayingOf(pasting.kind)}
      initialText={pasting.text}
      onAdd={(labels) => {
        addLines(pasting.kind, labels);
        setPasting(null);
      }}
      onClose={() => {
        setPasting(null);
        focusOn(labelId(question.id));
      }}
    />
  );
  return { write, dialog };
}
