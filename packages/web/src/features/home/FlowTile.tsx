import { Icon, optionColor } from '@weft/ui';
import type { Flow } from '../../api.ts';
import { flowIcon } from '../../shell/flow-icons.ts';

/** The icon of a flow's type in the colour of its workspace. */
export function FlowTile({
  flow,
  color,
}: {
  readonly flow: Flow;
  readonly color: string | null | undefined;
}) {
  const shown = color ?? 'Gray';
  return (
    <span
      className="grid size-8 shrink-0 place-items-center rounded-md"
      style={{ background: optionColor(shown, 'bg'), color: optionColor(shown, 'text') }}
    >
      <Icon of={flowIcon(flow)} />
    </span>
  );
}
