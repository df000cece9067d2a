import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@weft/ui';

interface LeaveGuardProps {
  /** Asked as somebody leaves: what is shown is not saved. */
  readonly loses: () => boolean;
}

/** Asks whoever goes elsewhere, in the application or out of it, while what they changed is not saved. */
export function LeaveGuard({ loses }: LeaveGuardProps) {
  const left = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const viewOf = ({ search }: typeof current) => ('view' in search ? search.view : undefined);
      const stays = current.pathname === next.pathname && viewOf(current) === viewOf(next);
      return !stays && loses();
    },
    enableBeforeUnload: loses,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={left.status === 'blocked'}
      onOpenChange={(open) => !open && left.reset?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => left.proceed?.()}
    >
      <p>Are you sure you want to leave? Your progress may be lost.</p>
    </ConfirmDialog>
  );
}
