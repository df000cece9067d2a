import { Link } from '@tanstack/react-router';
import { Icon, type IconType, Tooltip } from '@weft/ui';
import { House } from 'lucide-react';
import { paths } from '../paths.ts';

/** The beginning of an editor's top bar: the way home, and the tile of what is open. */
export function BarHead({ icon }: { readonly icon: IconType }) {
  return (
    <>
      <Tooltip content="Home">
        <Link
          to={paths.home}
          aria-label="Home"
          className="flex size-(--w-control-md) items-center justify-center rounded-md text-text-muted hover:bg-hover"
        >
          <Icon of={House} />
        </Link>
      </Tooltip>
      <span aria-hidden="true" className="h-5 w-px bg-line" />
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-md bg-accent-tint text-accent-text"
      >
        <Icon of={icon} size={14} />
      </span>
    </>
  );
}
