import type { AppBlock } from '@weft/apps';
import { type Setting, tableOf } from '@weft/apps';
import { Button, cx, EmptyState, Icon } from '@weft/ui';
import { Copy, Database, MousePointer2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AppEditing, blockLabel, fieldsOfBlock, tableNamed } from '../app-editing.ts';
import { AudienceSelect } from '../blocks/AudienceSelect.tsx';
import { SettingControl } from '../blocks/SettingControl.tsx';
import { RuleCard } from '../rules/RuleCard.tsx';
import { RulesDialog } from '../rules/RulesDialog.tsx';
import { blockIcons } from './block-looks.ts';
import { PageSettings } from './PageSettings.tsx';
import { isIdle, settingEdits } from './set-setting.ts';
import type { AppView } from './use-app-view.ts';

interface PanelProps {
  readonly editing: AppEditing;
  readonly view: AppView;
}

/** Settings that say which records a block shows and what of them; the others are about the block itself. */
const ofData: ReadonlySet<Setting['kind']> = new Set([
  'table',
  'conditions',
  'sort',
  'fields',
  'inputs',
  'target',
]);
const isOfData = (name: string, { kind }: Setting): boolean => ofData.has(kind) || name === 'perPage';

const settingsOf = (block: AppBlock, data: boolean) =>
  Object.entries(block.type.settings).filter(([name, setting]) => isOfData(name, setting) === data);

/** The fields are a long list: they stand below everything else but how each is asked for. */
const placeOf = ({ kind }: Setting): number => (kind === 'inputs' ? 2 : kind === 'fields' ? 1 : 0);
const inOrder = (names: readonly (readonly [string, Setting])[]) =>
  names.toSorted(([, one], [, two]) => placeOf(one) - placeOf(two));

interface BlockSettingsProps extends PanelProps {
  readonly block: AppBlock;
  readonly names: readonly (readonly [string, Setting])[];
}

function Settings({ editing, block, names }: BlockSettingsProps) {
  const fields = fieldsOfBlock(editing, block);
  const shown = names.filter(([name]) => !isIdle(block, name, fields));
  return shown.map(([name, setting]) => (
    <div key={name} className={cx(name === 'perPage' || name === 'sort' ? 'flex-1' : 'w-full')}>
      <SettingControl
        {...{ editing, block, setting, fields }}
        value={block.settings[name]}
        onChange={(value, how) =>
          editing.session.edit(
            settingEdits({ ...editing, content: editing.session.getState().content }, block, name, value),
            how,
          )
        }
      />
    </div>
  ));
}

/** What the selected block is and how it looks; of a page that is selected, what the page is. */
export function BlockPanel({ editing, view }: PanelProps) {
  const { app, tables, set } = editing;
  const block = view.selected === null ? undefined : app.blocks.get(view.selected);
  if (block === undefined)
    return view.page === undefined ? null : (
      <PageSettings key={view.page.id} {...{ editing, view, page: view.page }} />
    );
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex items-center gap-2">
        <Icon of={blockIcons[block.name]} className="text-text-subtle" />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-body">{blockLabel(editing, block)}</h2>
      </div>
      <Settings {...{ editing, view, block, names: settingsOf(block, false) }} />
      <section aria-label="Shown to">
        <h3 className="mb-1.5 font-medium text-small text-text-muted">Shown to</h3>
        <AudienceSelect
          {...{ app, tables, label: 'Shown to', value: block.visibleTo }}
          onChange={(who) =>
            set(
              block.id,
              'visibleTo',
              who === 'everyone' ? null : typeof who === 'string' ? who : { roles: who.roles },
            )
          }
        />
      </section>
      <div className="flex gap-2 border-t pt-4">
        <Button size="sm" icon={Copy} onClick={() => view.duplicate(block.id)}>
          Duplicate
        </Button>
        <Button size="sm" variant="quiet" icon={Trash2} onClick={() => view.remove(block.id)}>
          Delete
        </Button>
      </div>
    </div>
  );
}

/** Which records the selected block shows, who may see them, and what of them. */
export function DataPanel({ editing, view }: PanelProps) {
  const [ruled, setRuled] = useState(false);
  const { app, tables } = editing;
  const block = view.selected === null ? undefined : app.blocks.get(view.selected);
  const names = block === undefined ? [] : settingsOf(block, true);
  if (block === undefined || names.length === 0)
    return (
      <div className="p-4">
        <EmptyState
          icon={block === undefined ? MousePointer2 : Database}
          title={block === undefined ? 'No block selected' : 'No records'}
          text={
            block === undefined
              ? 'Select a list, a form or another block that shows records.'
              : `A ${block.type.label.toLowerCase()} shows no records of its own.`
          }
        />
      </div>
    );
  const table = tableNamed({ tables }, tableOf(app, block));
  const isFirst = ([, { kind }]: readonly [string, Setting]) => kind === 'table' || kind === 'target';
  return (
    <div className="flex flex-col gap-4 p-4">
      <Settings {...{ editing, view, block, names: names.filter(isFirst) }} />
      {table !== undefined && <RuleCard {...{ editing, table }} onChange={() => setRuled(true)} />}
      <div className="flex flex-wrap gap-x-2 gap-y-4">
        <Settings {...{ editing, view, block, names: inOrder(names.filter((each) => !isFirst(each))) }} />
      </div>
      {ruled && table !== undefined && (
        <RulesDialog {...{ editing, table }} onClose={() => setRuled(false)} />
      )}
    </div>
  );
}
