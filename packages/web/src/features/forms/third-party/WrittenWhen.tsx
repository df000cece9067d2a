import type { Filter } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { Icon } from '@weft/ui';
import { Send } from 'lucide-react';
import { ConditionButton } from './ConditionButton.tsx';
import { useHost } from './host.ts';

interface WrittenWhenProps {
  readonly filter: Filter | null;
  /** What conditions may ask about. */
  readonly asked: readonly AnswerField[];
  readonly onChange: (filter: Filter | null) => void;
}

/** When something is written, and for which answers. */
export function WrittenWhen({ filter, asked, onChange }: WrittenWhenProps) {
  const { words } = useHost();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <p className="mb-1.5 font-medium text-small text-text-muted">When</p>
        <p className="flex h-(--w-control-md) items-center gap-2 rounded-md bg-sunken px-2.5 text-base">
          <Icon of={Send} size={14} className="text-text-subtle" />
          {words.when}
        </p>
      </div>
      <div>
        <p className="mb-1.5 font-medium text-small text-text-muted">Only if</p>
        <ConditionButton
          label="Only if"
          always={words.every}
          empty={`Without conditions it is written ${words.every.toLowerCase()}.`}
          filter={filter}
          asked={asked}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
