import { Button } from '@weft/ui';
import { RotateCw } from 'lucide-react';

const stateNames = { kept: 'Kept', waiting: 'Waiting', sent: 'Sent', failed: 'Given up' } as const;

export interface LoggedDelivery {
  readonly id: string;
  /** Whom it is for: an address, a database. */
  readonly to: string;
  readonly state: keyof typeof stateNames;
  readonly attempts: number;
  readonly answer: string | null;
  readonly createdAt: string;
}

/** Deliveries with what became of them; one that does not wait can be sent again. */
export function DeliveryLog({
  deliveries,
  onReplay,
}: {
  readonly deliveries: readonly LoggedDelivery[];
  readonly onReplay: (deliveryId: string) => void;
}) {
  return (
    <ul className="flex flex-col divide-y">
      {deliveries.map(({ id, to, state, attempts, answer, createdAt }) => (
        <li key={id} className="flex items-center gap-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="truncate text-base">
              <span className={state === 'failed' ? 'font-medium text-danger-text' : 'font-medium'}>
                {stateNames[state]}
              </span>{' '}
              · {to}
            </p>
            <p className="wrap-anywhere text-small text-text-muted">
              <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time> ·{' '}
              {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
              {answer !== null && ` · ${answer}`}
            </p>
          </div>
          {state !== 'waiting' && (
            <Button size="sm" icon={RotateCw} onClick={() => onReplay(id)}>
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
