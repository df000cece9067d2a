import type { Filter } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { Button, Icon, IconButton } from '@weft/ui';
import { CornerDownRight, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { conditionWords } from './condition-words.ts';

const ConditionsDialog = lazyDialog(() =>
  import('./ConditionsDialog.tsx').then((part) => part.ConditionsDialog),
);

export interface ConditionSettingProps {
  /** 'Show this when' */
  readonly label: string;
  /** 'Add a condition for showing' */
  readonly add: string;
  readonly empty: string;
  readonly filter: Filter | null;
  readonly fields: readonly AnswerField[];
  /** All fields of the form, to name what it asks about. */
  readonly known: readonly AnswerField[];
  readonly onChange: (filter: Filter | null) => void;
}

/** Conditions as a sentence, and the way to change them. */
export function ConditionSetting({
  label,
  add,
  empty,
  filter,
  fields,
  known,
  onChange,
}: ConditionSettingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      {filter === null ? (
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => setOpen(true)}>
          {add}
        </Button>
      ) : (
        <div className="flex items-start gap-2 text-base">
          <Icon of={CornerDownRight} size={14} className="mt-1 shrink-0 text-text-subtle" />
          <p className="min-w-0 flex-1 break-words">
            <span className="text-text-muted">{label}</span> {conditionWords(filter, known)}
          </p>
          <IconButton
            plain
            size="sm"
            icon={Pencil}
            label={`${label}: change`}
            onClick={() => setOpen(true)}
          />
          <IconButton
            plain
            size="sm"
            icon={Trash2}
            label={`${label}: remove`}
            onClick={() => onChange(null)}
          />
        </div>
      )}
      {isOpen && (
        <ConditionsDialog
          title={label}
          empty={empty}
          filter={filter}
          fields={fields}
          onSave={(next) => {
            onChange(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
