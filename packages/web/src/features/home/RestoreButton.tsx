import { can } from '@weft/core';
import { Button } from '@weft/ui';
import { RotateCcw } from 'lucide-react';
import type { Flow } from '../../api.ts';
import { factsOf } from './flow-menu.ts';
import { trashFlows } from './flow-moves.ts';

/** Brings a flow back from the trash; nothing for whoever may not. */
export function RestoreButton({ flow }: { readonly flow: Flow }) {
  if (!can(flow.role, 'restore', factsOf(flow)).ok) return null;
  return (
    <span className="relative z-1 shrink-0">
      <Button
        size="sm"
        icon={RotateCcw}
        aria-label={`Restore ${flow.name}`}
        onClick={() => void trashFlows([flow], 'restore')}
      >
        Restore
      </Button>
    </span>
  );
}
