import type { Table } from '@weft/core';
import { answerIdsOf } from '@weft/forms';
import { Button, Checkbox, Chip, Dialog, TextInput, toast } from '@weft/ui';
import { useState, useSyncExternalStore } from 'react';
import { errorText } from '../../../error-text.ts';
import type { BaseSession } from '../../base/open/base-session.ts';
import type { Marks } from './marks.ts';

export interface TagsDialogProps {
  readonly session: BaseSession;
  readonly flowId: string;
  readonly table: Table;
  readonly marks: Marks;
  readonly recordIds: readonly string[];
  readonly onClose: () => void;
}

const maxTag = 100;

/** The tags of one or several answers; each change acts at once, and is one step of undo. */
export function TagsDialog({ session, flowId, table, marks, recordIds, onClose }: TagsDialogProps) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  // Drawn anew with every change of the answers.
  useSyncExternalStore(session.subscribe, session.getState);
  const field = table.fields.find(({ id }) => id === answerIdsOf(flowId).tagsId);
  const options = field !== undefined && 'options' in field.template ? field.template.options : [];
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const held = recordIds.map((id) => new Set(marks.tagsOf(id)));
  const label = name.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={recordIds.length === 1 ? 'Tags of this answer' : `Tags of ${recordIds.length} answers`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-4">
        {options.length > 0 && (
          <ul className="-my-1 flex max-h-80 flex-col overflow-y-auto py-1">
            {options.map(({ value, label: tag, color }) => {
              const count = held.filter((tags) => tags.has(value)).length;
              const all = count === recordIds.length;
              return (
                <li key={value} className="flex min-h-8 items-center max-sm:min-h-11">
                  <Checkbox
                    checked={all}
                    indeterminate={count > 0 && !all}
                    label={<Chip color={color}>{tag}</Chip>}
                    onChange={(on) => void act(() => marks.tag(recordIds, value, on))}
                  />
                </li>
              );
            })}
          </ul>
        )}
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (label === '' || busy) return;
            void act(async () => {
              await marks.addTag(recordIds, label);
              setName('');
            });
          }}
        >
          <TextInput
            aria-label="New tag"
            placeholder="New tag"
            maxLength={maxTag}
            className="flex-1"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={label === ''} loading={busy}>
            Add tag
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
