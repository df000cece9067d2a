import { flowStatus } from '@weft/core';
import { Badge, Icon } from '@weft/ui';
import { Ban, CalendarX } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Flow } from '../../api.ts';
import { tick } from '../../shell/tick.ts';

/** Says of a flow that it takes no answers now, for it was closed, has expired, or has not opened. */
export function StatusBadge({
  flow: { settings },
  short = false,
}: {
  readonly flow: Flow;
  readonly short?: boolean;
}) {
  const status = useSyncExternalStore(tick, () => flowStatus(settings, new Date().toISOString()));
  if (status === null) return null;
  const text = status === 'closed' ? 'Closed' : 'Expired';
  if (short) return <Badge>{text}</Badge>;
  return (
    <Badge tone="outline">
      <Icon of={status === 'closed' ? Ban : CalendarX} size={14} className="me-1" />
      {text}
    </Badge>
  );
}
