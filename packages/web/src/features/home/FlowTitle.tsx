import { Link } from '@tanstack/react-router';
import { Tooltip } from '@weft/ui';
import type { Flow } from '../../api.ts';
import { paths } from '../../paths.ts';

/** Longer names are shown in full on hover (specification 3, section 2). */
const longTitle = 25;

/** The name of a flow; where it opens, pressing anywhere on its card or row does. */
export function FlowTitle({ flow, opens }: { readonly flow: Flow; readonly opens: boolean }) {
  const name = opens ? (
    <Link
      to={paths.flow(flow)}
      draggable={false}
      // The second press of a double one on the menu, which is gone by then, is not meant for what lies below.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      // The ring goes around the whole: around the name it would be cut with it.
      className="after:absolute after:inset-0 after:rounded-[inherit] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
    >
      {flow.name}
    </Link>
  ) : (
    <span>{flow.name}</span>
  );
  return (
    <h3 className="min-w-0 truncate font-medium text-body">
      {Array.from(flow.name).length > longTitle ? <Tooltip content={flow.name}>{name}</Tooltip> : name}
    </h3>
  );
}
