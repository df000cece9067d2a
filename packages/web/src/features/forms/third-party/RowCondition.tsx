import type { Filter } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { Button } from '@weft/ui';
import { Split } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import { conditionWords } from '../condition-words.ts';

const ConditionsDialog = lazyDialog(() =>
  import('../ConditionsDialog.tsx').then((part) => part.ConditionsDialog),
);

interface RowConditionProps {
  /** Of the target's field. */
  readonly name: string;
  readonly filter: Filter | null;
  readonly asked: readonly AnswerField[];
  readonly onChange: (filter: Filter | null) => void;
}

/** For which answers a field is written. */
export function RowCondition({ name, filter, asked, onChange }: RowConditionProps) {
  const [isOpen, setOpen] = useState(false);
  const words = filter === null ? 'Always' : conditionWords(filter, asked);
  const label = `Write ${name} when`;
  return (
    <>
      <Button
        size="sm"
        variant={filter === null ? 'quiet' : 'secondary'}
        {...(filter !== null && { icon: Split })}
        className="min-w-0 max-w-full justify-self-start md:col-start-5"
        aria-label={`${label}: ${words}`}
        title={words}
        onClick={() => setOpen(true)}
      >
        <span className="truncate">{words}</span>
      </Button>
      {isOpen && (
        <ConditionsDialog
          title={label}
          empty="Without conditions it is written for every answer."
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
