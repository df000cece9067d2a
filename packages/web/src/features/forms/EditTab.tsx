import { blockOf } from '@weft/documents';
import { useEffect, useRef } from 'react';
import type { EditView } from './editor-tabs.ts';
import { FormCanvas } from './FormCanvas.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { LogicGraph } from './LogicGraph.tsx';
import { PageStrip } from './PageStrip.tsx';
import { Palette } from './Palette.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { SeveralPanel } from './SeveralPanel.tsx';
import { useBlockClipboard } from './use-block-clipboard.ts';
import { type QuestionList, shownPage } from './use-question-list.ts';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

export interface EditTabProps {
  readonly session: FormSession;
  readonly state: FormState;
  readonly list: QuestionList;
  readonly view: EditView;
  readonly onView: (view: EditView) => void;
}

/** Building the form: what can be added, what people will see, and the settings of what is selected. */
export function EditTab({ session, state, list, view, onView }: EditTabProps) {
  const search = useRef<HTMLInputElement>(null);
  const { selected, select } = list;
  const isThere = selected === null || blockOf(state.content, selected) !== undefined;
  useEffect(() => {
    // Somebody else has deleted it, or undo has.
    if (!isThere) select(null);
  }, [isThere, select]);
  // Blocks are on the sheet alone: nothing must change what nobody sees.
  useEffect(() => {
    if (view !== 'pages' && view !== 'questions') select(null);
  }, [view, select]);
  // Others see where one is on the sheet; elsewhere, only that one has the form open.
  const pageId =
    view === 'desktop' || view === 'phone' ? null : (shownPage(state.content, list.pageId)?.id ?? null);
  useEffect(
    () => session.presence.select(pageId === null ? null : { pageId, blockId: selected }),
    [session, pageId, selected],
  );
  useEffect(() => () => session.presence.select(null), [session]);
  useBlockClipboard(list, view === 'pages' || view === 'questions');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (view === 'desktop' || view === 'phone') return <PreviewPane {...{ session, view, onView }} />;
  return (
    <>
      {view === 'logic' ? (
        <>
          <aside
            aria-label="Pages of the form"
            className="w-62 shrink-0 overflow-y-auto border-e bg-canvas max-[1099px]:hidden"
          >
            <PageStrip session={session} content={state.content} list={list} fills />
          </aside>
          <LogicGraph content={state.content} list={list} />
        </>
      ) : (
        <>
          <Palette session={session} content={state.content} list={list} search={search} />
          <FormCanvas session={session} content={state.content} list={list} />
        </>
      )}
      {list.selection.length > 1 ? (
        <SeveralPanel list={list} />
      ) : (
        <SettingsPanel {...{ session, state, list }} />
      )}
    </>
  );
}
