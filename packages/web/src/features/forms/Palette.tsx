import type { Content } from '@weft/documents';
import { type QuestionTypeName, questionType, questionTypeNames } from '@weft/forms';
import { cx, Icon, TextInput } from '@weft/ui';
import { Search } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { FormSession } from './form-session.ts';
import { PageStrip } from './PageStrip.tsx';
import { questionGroups, questionLooks } from './question-looks.tsx';
import { paletteSearchId, type QuestionList } from './use-question-list.ts';

const row =
  'flex h-(--w-control-sm) w-full items-center gap-2.5 rounded-md px-2 text-start text-base hover:bg-hover';

interface Props {
  readonly session: FormSession;
  readonly content: Content;
  readonly list: QuestionList;
}

/** At the left: the form's pages, and the types of question that can be added. */
export function Palette({
  session,
  content,
  list,
  search,
}: Props & { readonly search: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase().replace(/^\//, '');
  const found = questionTypeNames.filter((name) => questionType(name).label.toLowerCase().includes(wanted));
  const add = (type: QuestionTypeName) => {
    setText('');
    list.add(type);
  };
  return (
    <aside
      aria-label="Blocks"
      className="flex w-62 shrink-0 flex-col border-e bg-canvas max-[1099px]:w-16 [&_.word]:max-[1099px]:sr-only"
    >
      <div className="contents max-[1099px]:hidden">
        <PageStrip session={session} content={content} list={list} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-3 max-[1099px]:p-2">
        <TextInput
          ref={search}
          id={paletteSearchId}
          icon={Search}
          aria-label="Add a block"
          placeholder="Add a block"
          className="max-[1099px]:hidden"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setText('');
              list.leaveSearch();
            }
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            const [first] = found;
            if (first !== undefined) add(first);
          }}
        />
        {found.length === 0 && (
          <p className="mt-3 px-1 text-small text-text-subtle">No block is called “{wanted}”.</p>
        )}
        {questionGroups.map((group) => {
          const types = found.filter((name) => questionLooks[name].group === group);
          if (types.length === 0) return null;
          return (
            <section key={group} aria-label={group}>
              <h2 className="word mt-3 mb-1 px-1 font-medium text-small text-text-subtle">{group}</h2>
              {types.map((name) => (
                <button
                  key={name}
                  type="button"
                  draggable
                  title={questionType(name).label}
                  className={cx(row, 'cursor-grab max-[1099px]:justify-center max-[1099px]:px-0')}
                  onClick={() => add(name)}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'copy';
                    event.dataTransfer.setData('text/plain', questionType(name).label);
                    list.drag({ type: name });
                  }}
                  onDragEnd={() => list.drag(null)}
                >
                  <Icon of={questionLooks[name].icon} size={14} className="text-text-subtle" />
                  <span className="word">{questionType(name).label}</span>
                </button>
              ))}
            </section>
          );
        })}
      </div>
    </aside>
  );
}
