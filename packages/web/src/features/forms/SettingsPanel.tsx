import { longestLabel, questionsOf, titleOf } from '@weft/forms';
import { cx, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { PanelTabs, shownPart } from '../../editor/PanelTabs.tsx';
import { setProp } from '../../editor/set-prop.ts';
import { BlockSettings } from './BlockSettings.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { LookSettings } from './LookSettings.tsx';
import { PageSettings } from './PageSettings.tsx';
import { type QuestionList, shownPage } from './use-question-list.ts';

const panelTabs = [
  { name: 'block', label: 'Block' },
  { name: 'page', label: 'Page' },
  { name: 'theme', label: 'Theme' },
] as const;
type PanelTab = (typeof panelTabs)[number]['name'];

export interface SettingsPanelProps {
  readonly session: FormSession;
  readonly state: FormState;
  readonly list: QuestionList;
}

/**
 * At the right: the settings of the selected block, of the page, and how all of it looks. A block that is selected brings
 * its own forward. Where there is little room the panel floats, while a block is selected.
 */
export function SettingsPanel({ session, state, list }: SettingsPanelProps) {
  const { content } = state;
  const question = questionsOf(content).find(({ id }) => id === list.selected);
  const selected = question?.id ?? null;
  const [{ tab, of }, setTab] = useState<{ readonly tab: PanelTab; readonly of: string | null }>({
    tab: selected === null ? 'page' : 'block',
    of: selected,
  });
  if (of !== selected)
    setTab({ tab: selected !== null ? 'block' : tab === 'block' ? 'page' : tab, of: selected });
  const show = (next: PanelTab) => setTab({ tab: next, of: selected });
  const page = shownPage(content, list.pageId);
  return (
    <aside
      aria-label={question !== undefined && tab === 'block' ? 'Question settings' : 'Form settings'}
      className={cx(
        'flex w-80 shrink-0 flex-col border-s bg-surface',
        question === undefined
          ? 'max-[1099px]:hidden'
          : 'max-[1099px]:absolute max-[1099px]:end-0 max-[1099px]:bottom-0 max-[1099px]:top-[calc(var(--w-topbar)+var(--w-tabbar))] max-[1099px]:z-(--w-z-bar) max-[1099px]:shadow-3',
      )}
      onKeyDown={(event) => event.key === 'Escape' && list.select(null)}
    >
      <div className="flex h-11 shrink-0 border-b">
        <PanelTabs tabs={panelTabs} tab={tab} onTab={show} />
      </div>
      <div {...shownPart(tab)} className="min-h-0 flex-1 overflow-y-auto p-4">
        {tab === 'block' && question !== undefined && (
          <BlockSettings {...{ session, content, list, question }} />
        )}
        {tab === 'block' && question === undefined && (
          <p className="text-base text-text-muted">Select a question to change its settings.</p>
        )}
        {tab === 'page' && (
          <>
            <FormField label="Title" hint="Of the form. Stands above the questions.">
              {(control) => (
                <TextInput
                  {...control}
                  value={titleOf(content)}
                  maxLength={longestLabel}
                  autoComplete="off"
                  onChange={(event) =>
                    session.edit(setProp(content, null, 'title', event.target.value), { typed: true })
                  }
                />
              )}
            </FormField>
            {page !== undefined && (
              <div className="mt-6 border-t pt-4">
                <PageSettings key={page.id} session={session} content={content} page={page} list={list} />
              </div>
            )}
          </>
        )}
        {tab === 'theme' && <LookSettings session={session} state={state} />}
      </div>
    </aside>
  );
}
