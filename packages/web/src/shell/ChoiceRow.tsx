import { Icon, type IconType } from '@weft/ui';
import type { Ref } from 'react';

/** One of the ways to go on, as a large button. */
export function ChoiceRow(props: {
  readonly place?: Ref<HTMLButtonElement>;
  readonly icon: IconType;
  readonly title: string;
  readonly text: string;
  readonly busy?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      ref={props.place}
      type="button"
      aria-busy={props.busy || undefined}
      className="flex h-18 w-full items-center gap-4 rounded-lg border px-4 text-start hover:border-line-strong hover:bg-row-hover"
      onClick={props.onPress}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-hover text-text-muted">
        <Icon of={props.icon} size={20} />
      </span>
      <span>
        <span className="block font-medium text-body">{props.title}</span>
        <span className="block text-base text-text-muted">{props.text}</span>
      </span>
    </button>
  );
}
