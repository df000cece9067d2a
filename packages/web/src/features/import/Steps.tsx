import { Icon } from '@weft/ui';
import { Check } from 'lucide-react';

/** Where in the wizard one is; words enough for readers are in the title. */
export function Steps({ present }: { readonly present: 'Review' | 'Match' }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-2 text-small text-text-muted max-sm:hidden">
      <li className="flex items-center gap-2">
        <span className="grid size-5 place-items-center rounded-full bg-accent-tint text-accent-text">
          <Icon of={Check} size={14} />
        </span>
        Upload
      </li>
      <li aria-hidden="true" className="h-px w-5 bg-line-strong" />
      <li aria-current="step" className="flex items-center gap-2 font-medium text-text">
        <span className="grid size-5 place-items-center rounded-full bg-accent text-micro text-on-accent">
          2
        </span>
        {present}
      </li>
      <li aria-hidden="true" className="h-px w-5 bg-line-strong" />
      <li className="flex items-center gap-2">
        <span className="grid size-5 place-items-center rounded-full border border-line-control text-micro">
          3
        </span>
        Import
      </li>
    </ol>
  );
}
