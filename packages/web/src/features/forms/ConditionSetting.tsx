import type { Filter } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { Button, Icon, IconButton } from '@weft/ui';
import { CornerDownRight, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
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
  // Each opening begins anew. It stays when it is closed: only so it says where the focus goes.
  const [openings, setOpenings] = useState(0);
  const open = () => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box}>
      {filter === null ? (
        <Button size="sm" variant="quiet" icon={Plus} onClick={open}>
          {add}
        </Button>
      ) : (
        <div className="flex items-start gap-2 text-base">
          <Icon of={CornerDownRight} size={14} className="mt-1 shrink-0 text-text-subtle" />
          <p className="min-w-0 flex-1 break-words">
            <span className="text-text-muted">{label}</span> {conditionWords(filter, known)}
          </p>
          <IconButton plain size="sm" icon={Pencil} label={`${label}: change`} onClick={open} />
          <IconButton
            plain
            size="sm"
            icon={Trash2}
            label={`${label}: remove`}
            onClick={() => onChange(null)}
          />
        </div>
      )}
      {openings > 0 && (
        <ConditionsDialog
          key={openings}
          open={isOpen}
          title={label}
          empty={empty}
          filter={filter}
          fields={fields}
          onSave={(next) => {
            onChange(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
          // The button that opened it, or the one that stands in its place.
          finalFocus={() => box.current?.querySelector('button') ?? null}
        />
      )}
    </div>
  );
}
