import { type AppPage, freeSlug } from '@weft/apps';
import type { Json } from '@weft/documents';
import { Button, FormField, Select, Switch, TextInput } from '@weft/ui';
import { House, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { setProp } from '../../../editor/set-prop.ts';
import type { AppEditing } from '../app-editing.ts';
import { AudienceSelect } from '../blocks/AudienceSelect.tsx';
import { PageIconPick } from './PageIconPick.tsx';
import type { AppView } from './use-app-view.ts';

interface PageSettingsProps {
  readonly editing: AppEditing;
  readonly view: AppView;
  readonly page: AppPage;
}

const isSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 60;
const noTable = '';

/** What a page is called, where it is, and whom it is for. */
export function PageSettings({ editing, view, page }: PageSettingsProps) {
  const { app, tables, set, session } = editing;
  const [slug, setSlug] = useState(page.slug);
  // The address of a page that is new follows its name, until somebody writes one.
  const [follows, setFollows] = useState(() => /^new-page(-\d+)?$/.test(page.slug));
  const others = new Set(app.pages.flatMap((other) => (other.id === page.id ? [] : [other.slug])));
  const rename = (label: string) => {
    if (!follows) return set(page.id, 'label', label, { typed: true });
    const { content } = session.getState();
    const next = freeSlug(label.trim() || 'New page', others);
    setSlug(next);
    session.edit([...setProp(content, page.id, 'label', label), ...setProp(content, page.id, 'slug', next)], {
      typed: true,
    });
  };
  const isTaken = others.has(slug);
  const fault = !isSlug(slug)
    ? 'Write small letters and figures, with hyphens between words'
    : isTaken
      ? 'Another page has this address'
      : null;
  const [first] = app.pages;
  return (
    <div className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold text-body">Page</h2>
      <FormField label="Name">
        {(control) => (
          <TextInput
            {...control}
            value={page.label}
            maxLength={255}
            autoComplete="off"
            onChange={({ target }) => rename(target.value)}
          />
        )}
      </FormField>
      <FormField label="Address" error={fault} hint="What stands behind the app’s own address.">
        {(control) => (
          <TextInput
            {...control}
            value={slug}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              const next = target.value.toLowerCase();
              setSlug(next);
              setFollows(false);
              if (isSlug(next) && !others.has(next)) set(page.id, 'slug', next, { typed: true });
            }}
          />
        )}
      </FormField>
      <FormField label="About one record of" hint="Its address then ends with the record that it shows.">
        {({ id }) => (
          <Select
            id={id}
            label="About one record of"
            value={page.table ?? noTable}
            options={[
              { value: noTable, label: 'No table' },
              ...tables.map((table) => ({ value: table.id, label: table.name })),
            ]}
            onChange={(table) => set(page.id, 'table', table === noTable ? null : table)}
          />
        )}
      </FormField>
      {page.inNavigation && <PageIconPick page={page} onChange={(icon) => set(page.id, 'icon', icon)} />}
      <Switch
        label="In the navigation"
        className="min-h-8"
        checked={page.inNavigation}
        onChange={(on) => set(page.id, 'inNavigation', on)}
      />
      <section aria-label="Shown to">
        <h3 className="mb-1.5 font-medium text-small text-text-muted">Shown to</h3>
        <AudienceSelect
          {...{ app, tables, label: 'Shown to', value: page.visibleTo }}
          onChange={(who) => set(page.id, 'visibleTo', who as Json)}
        />
      </section>
      <div className="flex flex-wrap gap-2 border-t pt-4 empty:hidden">
        {first !== undefined && first.id !== page.id && page.table === null && (
          <Button size="sm" icon={House} onClick={() => view.move(page.id, 'before', first.id)}>
            Make it the start
          </Button>
        )}
        {app.pages.length > 1 && (
          <Button size="sm" variant="quiet" icon={Trash2} onClick={() => view.remove(page.id)}>
            Delete page
          </Button>
        )}
      </div>
    </div>
  );
}
