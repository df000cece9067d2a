import { Button } from '@weft/ui';
import { Copy, Trash2 } from 'lucide-react';
import type { QuestionList } from './use-question-list.ts';

/** At the right while several blocks are selected. */
export function SeveralPanel({ list }: { readonly list: QuestionList }) {
  const id = list.selected ?? '';
  return (
    <aside
      aria-label="Selected blocks"
      className="w-80 shrink-0 overflow-y-auto border-s bg-surface p-4 max-[1099px]:absolute max-[1099px]:end-0 max-[1099px]:bottom-0 max-[1099px]:z-(--w-z-bar) max-[1099px]:w-auto max-[1099px]:shadow-3"
    >
      <h2 role="status" className="mb-4 font-semibold text-body">
        {list.selection.length} blocks selected
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => list.duplicate(id)}>
          Duplicate
        </Button>
        <Button icon={Trash2} onClick={() => list.remove(id)}>
          Delete
        </Button>
      </div>
      <p className="mt-4 text-pretty text-base text-text-muted max-[1099px]:hidden">
        Drag one to move all of them, or press Alt with an arrow. What you copy can be pasted into another
        form.
      </p>
    </aside>
  );
}
