import type { Filter } from '@weft/core';
import type { Content } from '@weft/documents';
import { fieldsOf, questionsOf } from '@weft/forms';
import { Icon } from '@weft/ui';
import { Send } from 'lucide-react';
import { ConditionButton } from './ConditionButton.tsx';

interface WrittenWhenProps {
  readonly filter: Filter | null;
  /** What the form asks now. */
  readonly content: Content;
  readonly onChange: (filter: Filter | null) => void;
}

/** When something is written, and for which answers. */
export function WrittenWhen({ filter, content, onChange }: WrittenWhenProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <p className="mb-1.5 font-medium text-small text-text-muted">When</p>
        <p className="flex h-(--w-control-md) items-center gap-2 rounded-md bg-sunken px-2.5 text-base">
          <Icon of={Send} size={14} className="text-text-subtle" />A response is submitted
        </p>
      </div>
      <div>
        <p className="mb-1.5 font-medium text-small text-text-muted">Only if</p>
        <ConditionButton
          label="Only if"
          always="For every response"
          empty="Without conditions every response is written."
          filter={filter}
          asked={fieldsOf(questionsOf(content))}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
