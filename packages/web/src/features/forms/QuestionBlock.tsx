import type { Content } from '@weft/documents';
import { type FormQuestion, longestLabel, pagesOf, questionType } from '@weft/forms';
import { cx, DragHandle, Icon, IconButton, Menu } from '@weft/ui';
import { ArrowDown, ArrowUp, Copy, Ellipsis, FileOutput, GitBranch, Trash2 } from 'lucide-react';
import { CanvasText } from './CanvasText.tsx';
import { moveToPage, setProp } from './form-edits.ts';
import type { FormSession } from './form-session.ts';
import { pageLabel } from './page-looks.ts';
import { questionLooks } from './question-looks.tsx';
import { labelId, type QuestionList } from './use-question-list.ts';

export interface QuestionBlockProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly question: FormQuestion;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  readonly list: QuestionList;
}

/** What can be done with a question, on its upper edge. */
function QuestionBar({ session, content, question, index, count, list }: QuestionBlockProps) {
  const { id, type, label } = question;
  const name = label || `Question ${index + 1}`;
  return (
    <div className="absolute end-4 -top-4.5 z-(--w-z-frozen) flex h-8.5 items-center gap-1 rounded-md bg-raised px-1 shadow-2">
      <span className="flex items-center gap-1.5 px-1.5 font-medium text-base">
        <Icon of={questionLooks[type].icon} size={14} className="text-text-subtle" />
        {questionType(type).label}
      </span>
      <span aria-hidden="true" className="h-4 w-px bg-line" />
      <IconButton size="sm" icon={Copy} label="Duplicate" onClick={() => list.duplicate(id)} />
      <IconButton size="sm" icon={Trash2} label="Delete" onClick={() => list.remove(id)} />
      <Menu
        align="end"
        trigger={<IconButton plain size="sm" icon={Ellipsis} label={`${name}: menu`} />}
        items={[
          {
            label: 'Move up',
            icon: ArrowUp,
            hint: 'Alt ↑',
            disabled: index === 0,
            onSelect: () => list.move(id, -1),
          },
          {
            label: 'Move down',
            icon: ArrowDown,
            hint: 'Alt ↓',
            disabled: index === count - 1,
            onSelect: () => list.move(id, 1),
          },
          ...pagesOf(content)
            .filter(({ questions }) => !questions.some((each) => each.id === id))
            .map((page) => ({
              label: `Move to ${pageLabel(pagesOf(content), page)}`,
              icon: FileOutput,
              onSelect: () => {
                session.edit(moveToPage(content, id, page.id));
                list.openPage(page.id);
              },
            })),
        ]}
      />
    </div>
  );
}

/** One question on the sheet: its label is written in place, its control is what people will see. */
export function QuestionBlock({ session, content, question, index, count, list }: QuestionBlockProps) {
  const { id, type, label, help, required } = question;
  const { control, isBeside, isUnseen } = questionLooks[type];
  const { isContent = false, needsNoLabel = false } = questionType(type);
  const isSelected = list.selected === id;
  const title =
    isContent && needsNoLabel ? (
      // What the focus goes to where there is no label to write.
      <button type="button" id={labelId(id)} className="sr-only" onFocus={() => list.select(id)}>
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
          onFocus={() => list.select(id)}
          onChange={(text) => session.edit(setProp(content, id, 'label', text), { typed: true })}
          onEnter={() => list.add(type, index + 1)}
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
    // biome-ignore lint/a11y/noStaticElementInteractions: a press selects what its label selects by focus; keys come from what is inside
    <div
      data-question={id}
      className={cx(
        'group relative rounded-lg border-2 px-5 pt-4 pb-4',
        isSelected ? 'border-focus' : 'border-transparent hover:border-line-subtle',
        list.dragged !== null && 'id' in list.dragged && list.dragged.id === id && 'opacity-50',
      )}
      onClick={(event) => {
        if (event.target instanceof HTMLElement && event.target.closest('button, textarea') !== null) return;
        document.getElementById(labelId(id))?.focus();
      }}
      onKeyDown={(event) => {
        if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return;
        event.preventDefault();
        list.move(id, event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <div className="absolute -start-7 top-4 flex h-6 items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <DragHandle
          text={label || questionType(type).label}
          onBegin={() => list.drag({ id })}
          onEnd={() => list.drag(null)}
        />
      </div>
      {isSelected && <QuestionBar {...{ session, content, question, index, count, list }} />}
      {isBeside === true ? (
        <>
          <div className="flex min-h-16 items-center gap-4 rounded-lg border border-line-control bg-surface px-4 py-3">
            {control(question)}
            {title}
          </div>
          {help !== '' && <div className="mt-2">{helpText}</div>}
        </>
      ) : (
        <>
          {title}
          {helpText}
          <div aria-hidden="true" className="mt-2">
            {control(question)}
          </div>
        </>
      )}
    </div>
  );
}
