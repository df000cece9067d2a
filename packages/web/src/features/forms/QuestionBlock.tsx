import type { Content } from '@weft/documents';
import { type FormQuestion, longestLabel, pagesOf, questionType } from '@weft/forms';
import { deepEqual } from '@weft/std';
import { cx, DragHandle, Icon, IconButton, type IconType, Menu, PeopleOutline } from '@weft/ui';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  Copy,
  Ellipsis,
  FileOutput,
  GitBranch,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, memo, type RefObject } from 'react';
import { setProp } from '../../editor/set-prop.ts';
import { hereText } from '../../session/here-text.ts';
import { stepTarget, type Target } from './block-rows.ts';
import { CanvasText } from './CanvasText.tsx';
import { typesFor } from './change-type.ts';
import type { OnSheet } from './control-previews.tsx';
import type { FormSession } from './form-session.ts';
import { pageLabel } from './page-looks.ts';
import { questionLooks, typeItems } from './question-looks.tsx';
import { childTextId, useCanvasChildren } from './use-canvas-children.tsx';
import { usePeopleAt } from './use-people-at.ts';
import {
  blockId,
  focusOn,
  labelId,
  paletteSearchId,
  type QuestionList,
  type Way,
} from './use-question-list.ts';

export interface QuestionBlockProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly question: FormQuestion;
  /** From 0. */
  readonly index: number;
  readonly list: QuestionList;
  /** The list as it is by now: what is done later asks it. */
  readonly latest: RefObject<QuestionList>;
  readonly isSelected: boolean;
  /** Selected, and no other. */
  readonly isOnly: boolean;
  readonly isDragged: boolean;
  /** Where something dragged would go beside it. */
  readonly drop: Exclude<Target['kind'], 'last'> | null;
}

const dropLines: { readonly [K in NonNullable<QuestionBlockProps['drop']>]: string } = {
  above: 'inset-x-0 -top-px h-0.5',
  below: 'inset-x-0 -bottom-px h-0.5',
  before: 'inset-y-0 -start-px w-0.5',
  behind: 'inset-y-0 -end-px w-0.5',
};

const ways: { readonly [key: string]: Way } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const moves: readonly { way: Way; label: string; icon: IconType; hint: string }[] = [
  { way: 'up', label: 'Move up', icon: ArrowUp, hint: 'Alt ↑' },
  { way: 'down', label: 'Move down', icon: ArrowDown, hint: 'Alt ↓' },
  { way: 'left', label: 'Move left, or beside the one above', icon: ArrowLeft, hint: 'Alt ←' },
  { way: 'right', label: 'Move right, or beside the one above', icon: ArrowRight, hint: 'Alt →' },
];

/** What can be done with a question, on its upper edge. */
function QuestionBar({
  content,
  question,
  index,
  list,
}: Pick<QuestionBlockProps, 'content' | 'question' | 'index' | 'list'>) {
  const { id, type, label } = question;
  const name = label || `Question ${index + 1}`;
  const types = typesFor(type);
  const typeName = (
    <>
      <Icon of={questionLooks[type].icon} size={14} className="text-text-subtle" />
      {questionType(type).label}
    </>
  );
  return (
    <div className="absolute end-4 -top-4.5 z-(--w-z-frozen) flex h-8.5 items-center gap-1 rounded-md bg-raised px-1 shadow-2">
      {types.length === 0 ? (
        <span className="flex items-center gap-1.5 px-1.5 font-medium text-base">{typeName}</span>
      ) : (
        <Menu
          label="Change the type"
          width={220}
          trigger={
            <button
              type="button"
              title="Change the type"
              aria-label={`Type: ${questionType(type).label}`}
              className="flex h-7 items-center gap-1.5 rounded-md px-1.5 font-medium text-base hover:bg-hover"
            >
              {typeName}
              <Icon of={ChevronDown} size={14} className="text-text-subtle" />
            </button>
          }
          items={typeItems(types, (next) => list.changeType(id, next))}
        />
      )}
      <span aria-hidden="true" className="h-4 w-px bg-line" />
      <IconButton size="sm" icon={Copy} label="Duplicate" onClick={() => list.duplicate(id)} />
      <IconButton size="sm" icon={Trash2} label="Delete" onClick={() => list.remove(id)} />
      <Menu
        align="end"
        trigger={<IconButton plain size="sm" icon={Ellipsis} label={`${name}: menu`} />}
        items={[
          ...moves.map(({ way, ...item }) => ({
            ...item,
            disabled: stepTarget(content, [id], way) === null,
            onSelect: () => list.move(id, way),
          })),
          ...pagesOf(content)
            .filter(({ questions }) => !questions.some((each) => each.id === id))
            .map((page) => ({
              label: `Move to ${pageLabel(pagesOf(content), page)}`,
              icon: FileOutput,
              onSelect: () => list.moveToPage(id, page.id),
            })),
        ]}
      />
    </div>
  );
}

/** Keys while a block itself has the focus, and none of its texts. */
function pressOnBlock(event: KeyboardEvent, id: string, list: QuestionList): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const by = /^Arrow(Up|Left)$/.test(event.key) ? -1 : /^Arrow(Down|Right)$/.test(event.key) ? 1 : 0;
  const next = by === 0 ? null : list.neighbour(id, by);
  const done = (act: () => void) => {
    event.preventDefault();
    act();
  };
  if (next !== null && !isCommand)
    done(() => {
      if (event.shiftKey) return list.selectMore(next, 'range');
      list.select(next);
      document.getElementById(blockId(next))?.focus();
    });
  else if (isCommand && event.key.toLowerCase() === 'a') done(list.selectAll);
  else if (isCommand && event.key.toLowerCase() === 'd') done(() => list.duplicate(id));
  else if (event.key === 'Delete' || event.key === 'Backspace') done(() => list.remove(id));
  else if (event.key === 'Enter') done(() => document.getElementById(labelId(id))?.focus());
  else if (event.key === 'Escape') done(() => list.select(null));
}

interface ControlProps {
  readonly question: FormQuestion;
  readonly onSheet: OnSheet;
}

/** What is not written on stays as it is where the question itself does. */
const Control = memo(
  ({ question, onSheet }: ControlProps) => questionLooks[question.type].control(question, onSheet),
  (before, now) =>
    !before.onSheet.isSelected && !now.onSheet.isSelected && deepEqual(before.question, now.question),
);

interface HandleProps extends Pick<QuestionBlockProps, 'latest'> {
  readonly id: string;
  readonly text: string;
}

/** Drags the block, and with it all that are selected where it is one of them. */
const Handle = memo(({ id, text, latest }: HandleProps) => (
  <DragHandle
    text={text}
    onBegin={() => {
      const { selection, drag } = latest.current;
      drag({ ids: selection.includes(id) ? selection : [id] });
    }}
    onEnd={() => latest.current.drag(null)}
  />
));

/** One that is not being edited is drawn again only where its own looks change: a form may have hundreds. */
const looksSame = (before: QuestionBlockProps, now: QuestionBlockProps): boolean =>
  !now.isOnly &&
  !before.isOnly &&
  before.session === now.session &&
  before.isSelected === now.isSelected &&
  before.isDragged === now.isDragged &&
  before.index === now.index &&
  before.drop === now.drop &&
  deepEqual(before.question, now.question);

/** One question on the sheet: its label is written in place, its control is what people will see. */
export const QuestionBlock = memo(BlockOnSheet, looksSame);

function BlockOnSheet(props: QuestionBlockProps) {
  const { session, content, question, index, list, latest, isSelected, isOnly, isDragged, drop } = props;
  const { id, type, label, help, required } = question;
  const { isBeside, isUnseen } = questionLooks[type];
  const { isContent = false, needsNoLabel = false } = questionType(type);
  const { write, dialog } = useCanvasChildren(session, content, question, isOnly);
  const onSheet = { write, isSelected: isOnly };
  const others = usePeopleAt(session, 'blockId', id);
  const states = [...(isSelected ? ['selected'] : []), ...(others.length > 0 ? [hereText(others)] : [])];
  const title =
    isContent && needsNoLabel ? (
      // What the focus goes to where there is no label to write.
      <button type="button" id={labelId(id)} className="sr-only" onFocus={() => latest.current.select(id)}>
        {questionType(type).label}
      </button>
    ) : (
      <div className="flex min-w-0 flex-1 items-baseline gap-2">
        <CanvasText
          id={labelId(id)}
          label={`Label of question ${index + 1}`}
          value={label}
          placeholder={isContent ? 'Write the heading' : 'Write the question'}
          maxLength={longestLabel}
          className={cx('max-w-fit', isContent ? 'font-semibold text-title' : 'font-medium')}
          onFocus={() => latest.current.select(id)}
          onChange={(text) =>
            session.edit(setProp(session.getState().content, id, 'label', text), { typed: true })
          }
          onKeyDown={(event) => {
            if (label !== '' || event.nativeEvent.isComposing) return;
            // Who holds the key to empty the label means no more than that.
            if (event.key === 'Backspace' && !event.repeat) {
              event.preventDefault();
              latest.current.remove(id);
            }
            if (event.key !== '/') return;
            const search = document.getElementById(paletteSearchId);
            // Where there is no room for the search, a label may begin so.
            if (search === null || search.offsetParent === null) return;
            event.preventDefault();
            latest.current.searchFor(id);
          }}
          onEnter={() => latest.current.add(type, { kind: 'below', id })}
          onEscape={() => document.getElementById(blockId(id))?.focus()}
        />
        {question.shownWhen !== null && (
          <span className="flex shrink-0 items-center gap-1 text-base text-text-muted">
            <Icon of={GitBranch} size={14} />
            Conditional
          </span>
        )}
        {isUnseen === true && <span className="shrink-0 text-base text-text-muted">Not shown</span>}
        {required && !isContent && <span className="shrink-0 text-base text-text-muted">Required</span>}
      </div>
    );
  const helpText = help !== '' && (
    <p className="whitespace-pre-line break-words text-body text-text-muted">{help}</p>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no item of a grid that may shrink, and has a legend of its own look */}
      <div
        data-question={id}
        id={blockId(id)}
        tabIndex={-1}
        role="group"
        aria-label={[`${questionType(type).label}: ${label || `Question ${index + 1}`}`, ...states].join(
          ', ',
        )}
        className={cx(
          'group relative rounded-lg border-2 px-5 pt-4 pb-4',
          isSelected ? 'border-focus' : 'border-transparent hover:border-line-subtle',
          isDragged && 'opacity-50',
        )}
        onPointerDown={(event) => {
          const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : null;
          if (how === null || event.button !== 0) return;
          // Neither text is selected, nor does a label take the focus.
          event.preventDefault();
          latest.current.selectMore(id, how);
        }}
        onClick={(event) => {
          if (event.shiftKey || event.ctrlKey || event.metaKey) return;
          if (event.target instanceof HTMLElement && event.target.closest('button, textarea') !== null)
            return;
          const child = event.target instanceof HTMLElement ? event.target.closest('[data-child]') : null;
          if (child instanceof HTMLElement) {
            latest.current.select(id);
            return focusOn(childTextId(child.dataset.child ?? ''));
          }
          document.getElementById(labelId(id))?.focus();
        }}
        onKeyDown={(event) => {
          const way = ways[event.key];
          if (event.altKey && way !== undefined) {
            event.preventDefault();
            latest.current.move(id, way);
          } else if (event.target === event.currentTarget) pressOnBlock(event, id, latest.current);
        }}
      >
        {drop !== null && (
          <div aria-hidden="true" className={cx('absolute rounded-full bg-accent', dropLines[drop])} />
        )}
        <div className="absolute -start-7 top-4 flex h-6 items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <Handle id={id} text={label || questionType(type).label} latest={latest} />
        </div>
        <PeopleOutline people={others} />
        {isOnly && <QuestionBar {...{ session, content, question, index, list }} />}
        {isBeside === true ? (
          <>
            <div className="flex min-h-16 items-center gap-4 rounded-lg border border-line-control bg-surface px-4 py-3">
              <Control question={question} onSheet={onSheet} />
              {title}
            </div>
            {help !== '' && <div className="mt-2">{helpText}</div>}
          </>
        ) : (
          <>
            {title}
            {helpText}
            <div aria-hidden={isOnly ? undefined : true} className="mt-2">
              <Control question={question} onSheet={onSheet} />
            </div>
          </>
        )}
      </div>
      {dialog}
    </>
  );
}
