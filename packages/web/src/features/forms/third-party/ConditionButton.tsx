import type { Filter } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { cx, Icon } from '@weft/ui';
import { ChevronDown, Split } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import { conditionWords } from '../condition-words.ts';

const ConditionsDialog = lazyDialog(() =>
  import('../ConditionsDialog.tsx').then((part) => part.ConditionsDialog),
);

interface ConditionButtonProps {
  /** 'Write Name when' */
  readonly label: string;
  /** What is said without conditions: 'Always'. */
  readonly always: string;
  readonly empty: string;
  readonly filter: Filter | null;
  readonly asked: readonly AnswerField[];
  readonly onChange: (filter: Filter | null) => void;
}

/** Conditions as a control shows them, among others of a form. */
export function ConditionButton({ label, always, empty, filter, asked, onChange }: ConditionButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const words = filter === null ? always : conditionWords(filter, asked);
  return (
    <>
      <button
        type="button"
        className={cx(
          'flex h-(--w-control-md) w-full min-w-0 items-center gap-2 rounded-md border border-line-control bg-surface px-2.5 text-start text-base hover:border-text-subtle',
          filter === null && 'text-text-muted',
        )}
        aria-label={`${label}: ${words}`}
        title={words}
        onClick={() => setOpen(true)}
      >
        <Icon of={Split} size={14} className="shrink-0 text-text-subtle" />
        <span className="min-w-0 flex-1 truncate">{words}</span>
        <Icon of={ChevronDown} size={14} className="shrink-0 text-text-subtle" />
      </button>
      {isOpen && (
        <ConditionsDialog
          title={label}
          empty={empty}
          filter={filter}
          fields={asked}
          onSave={(next) => {
            onChange(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
