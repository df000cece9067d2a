import type { Content } from '@weft/documents';
import {
  conditionsJson,
  type FormPage,
  fieldsOf,
  longestHelp,
  longestLabel,
  longestRedirect,
  pageIndex,
  pagesOf,
  quizOf,
} from '@weft/forms';
import { Button, FormField, Icon, IconButton, Select, Textarea, TextInput, toast } from '@weft/ui';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { setProp } from '../../editor/set-prop.ts';
import { newId } from '../../session/new-id.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { ConditionSetting } from './ConditionSetting.tsx';
import { addRule, deleteBlock, moveBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';
import { pageLabel, pageLooks } from './page-looks.ts';
import type { QuestionList } from './use-question-list.ts';

const ConditionsDialog = lazyDialog(() =>
  import('./ConditionsDialog.tsx').then((part) => part.ConditionsDialog),
);

export interface PageSettingsProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly page: FormPage;
  readonly list: QuestionList;
}

const usual = 'usual';

/** What a page says, and where it leads. */
export function PageSettings({ session, content, page, list }: PageSettingsProps) {
  const pages = pagesOf(content);
  const { id, kind, title, text } = page;
  const asking = pages.filter((each) => each.kind !== 'ending');
  const canGo = kind === 'ending' || asking.length > 1;
  const type = (key: string, value: string | null) =>
    session.edit(setProp(content, id, key, value), { typed: true });
  const remove = () => {
    session.edit(deleteBlock(content, id));
    const next = pages.find((each) => each.id !== id);
    if (next !== undefined) list.openPage(next.id);
    toast(`${pageLabel(pages, page)} deleted`, { action: { label: 'Undo', onSelect: session.undo } });
  };
  return (
    <section aria-label="Page" className="flex flex-col gap-4">
      <div className="flex items-center gap-2">
        <Icon of={pageLooks[kind].icon} className="text-text-subtle" />
        <h2 className="flex-1 truncate font-semibold text-body">{pageLabel(pages, page)}</h2>
        {canGo && <IconButton plain size="sm" icon={Trash2} label="Delete this page" onClick={remove} />}
      </div>
      {quizOf(content) !== null && <QuizPage key={id} session={session} content={content} page={page} />}
      <FormField
        label="Heading"
        hint="Left empty: the title of the form. {{Your name}} shows the answer to a question of an earlier page."
      >
        {(control) => (
          <TextInput
            {...control}
            value={title}
            maxLength={longestLabel}
            autoComplete="off"
            onChange={(event) => type('label', event.target.value)}
          />
        )}
      </FormField>
      <FormField label="Text" hint="**Bold**, *italic*, [link](https://example.com).">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={text}
            maxLength={longestHelp}
            onChange={(event) => type('help', event.target.value || null)}
          />
        )}
      </FormField>
      {kind === 'ending' && (
        <FormField
          label="Then go to"
          hint="An address like https://example.org/thanks?name={{Your name}}. Left empty, the page stays."
        >
          {(control) => (
            <TextInput
              {...control}
              value={page.redirect ?? ''}
              maxLength={longestRedirect}
              autoComplete="off"
              inputMode="url"
              onChange={(event) => type('redirect', event.target.value.trim() || null)}
            />
          )}
        </FormField>
      )}
      {kind !== 'ending' && <Targets {...{ session, content, page }} />}
    </section>
  );
}

/** Where a page leads: by its rules, the first that holds, and otherwise. */
function Targets({ session, content, page }: Omit<PageSettingsProps, 'list'>) {
  const [isAdding, setAdding] = useState(false);
  const pages = pagesOf(content);
  const others = pages.filter(({ id }) => id !== page.id);
  if (others.length === 0) return null;
  const options = others.map((each) => ({
    value: each.id,
    label: pageLabel(pages, each),
    icon: pageLooks[each.kind].icon,
  }));
  const known = fieldsOf(pages.flatMap(({ questions }) => questions));
  const before = fieldsOf(pages.slice(0, pageIndex(pages, page) + 1).flatMap(({ questions }) => questions));
  return (
    <section aria-label="Logic" className="border-t pt-4">
      <h3 className="mb-2 font-semibold text-base">Logic</h3>
      <ul className="flex flex-col gap-3">
        {page.rules.map(({ id, when, to }, place) => (
          <li key={id} className="rounded-md bg-sunken p-2">
            <ConditionSetting
              label="When"
              add="Add a condition"
              empty="Without conditions the rule goes."
              filter={when}
              fields={before}
              known={known}
              onChange={(filter) =>
                session.edit(
                  filter === null
                    ? deleteBlock(content, id)
                    : setProp(content, id, 'when', conditionsJson(filter)),
                )
              }
            />
            <div className="mt-2 flex items-center gap-2">
              <span className="text-base text-text-muted">go to</span>
              <div className="min-w-0 flex-1">
                <Select
                  size="sm"
                  label={`Rule ${place + 1} goes to`}
                  value={to}
                  placeholder="A page that is gone"
                  options={options}
                  onChange={(target) => session.edit(setProp(content, id, 'to', target))}
                />
              </div>
              {place > 0 && (
                <IconButton
                  plain
                  size="sm"
                  icon={ArrowUp}
                  label={`Move rule ${place + 1} up`}
                  onClick={() => session.edit(moveBlock(content, id, place - 1))}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" icon={Plus} className="mt-2" onClick={() => setAdding(true)}>
        Add rule
      </Button>
      <div className="mt-3">
        <FormField label={page.rules.length === 0 ? 'Then go to' : 'Otherwise go to'}>
          {(control) => (
            <Select
              id={control.id}
              label="Otherwise go to"
              value={page.next ?? usual}
              placeholder="A page that is gone"
              options={[{ value: usual, label: 'The next page' }, ...options]}
              onChange={(target) =>
                session.edit(setProp(content, page.id, 'next', target === usual ? null : target))
              }
            />
          )}
        </FormField>
      </div>
      {isAdding && (
        <ConditionsDialog
          title="Go to another page when"
          empty="A rule has at least one condition."
          filter={null}
          fields={before}
          onSave={(filter) => {
            setAdding(false);
            const target = others.find(({ kind }) => kind === 'ending') ?? others[0];
            if (filter !== null && target !== undefined)
              session.edit(addRule(content, page.id, newId('rul'), filter, target.id));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

/** Of a quiz: how many questions a page draws, or from which score an ending is shown. */
function QuizPage({
  session,
  content,
  page: { id, kind },
}: Pick<PageSettingsProps, 'session' | 'content' | 'page'>) {
  const [key, label, hint, most] =
    kind === 'ending'
      ? ([
          'fromScore',
          'Shown from (per cent of the points)',
          'Of several that are reached the highest is shown.',
          100,
        ] as const)
      : ([
          'pick',
          'Draw so many questions',
          'Each person gets others, in another order. Left empty: all of them.',
          200,
        ] as const);
  const stored = String(content.blocks[id]?.props[key] ?? '');
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          key={stored}
          className="max-w-32"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={stored}
          onBlur={({ target }) => {
            const text = target.value.trim();
            const number = Number(text);
            const isGood = /^\d{1,3}$/.test(text) && number <= most && (kind === 'ending' || number >= 1);
            if (text === '' || isGood) session.edit(setProp(content, id, key, text === '' ? null : number));
            else target.value = stored;
          }}
        />
      )}
    </FormField>
  );
}
