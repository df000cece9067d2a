import { cx, Icon } from '@weft/ui';
import { Check } from 'lucide-react';
import { Fragment } from 'react';

interface StepsProps {
  /** Each by a word. */
  readonly steps: readonly string[];
  /** The one where one is. */
  readonly present: string;
}

/** Where in the wizard one is; words enough for readers are in the title. */
export function Steps({ steps, present }: StepsProps) {
  const now = steps.indexOf(present);
  return (
    <ol aria-label="Steps" className="flex items-center gap-2 text-small text-text-muted max-sm:hidden">
      {steps.map((step, at) => (
        <Fragment key={step}>
          {at > 0 && <li aria-hidden="true" className="h-px w-5 bg-line-strong" />}
          <li
            aria-current={at === now ? 'step' : undefined}
            className={cx('flex items-center gap-2', at === now && 'font-medium text-text')}
          >
            <span
              className={cx(
                'grid size-5 place-items-center rounded-full text-micro',
                at < now && 'bg-accent-tint text-accent-text',
                at === now && 'bg-accent text-on-accent',
                at > now && 'border border-line-control',
              )}
            >
              {at < now ? <Icon of={Check} size={14} /> : at + 1}
            </span>
            {step}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
