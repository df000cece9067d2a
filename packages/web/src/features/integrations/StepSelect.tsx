import { useQuery } from '@tanstack/react-query';
import { FormField, IconButton, SearchSelect, Skeleton } from '@weft/ui';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { relativeTime } from '../../shell/relative-time.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { refetchTarget } from './integration-calls.ts';
import { choicesQuery, type Target } from './integration-queries.ts';

interface StepSelectProps {
  readonly serviceId: string;
  readonly step: string;
  /** The steps before this one. */
  readonly before: Target;
  readonly chosen: string;
  readonly label: string;
  /** What its control is called, where the label says more. */
  readonly name?: string;
  readonly placeholder: string;
  /** Said where the account has none. */
  readonly noneHint: string;
  readonly reloadLabel: string;
  /** None may be chosen. */
  readonly optional?: boolean;
  /** Said above it where what was chosen is gone. */
  readonly missing?: ReactNode;
  /** Asks for it again, and for what could not be had with it. */
  readonly onRetry?: () => void;
  readonly onChoose: (id: string, choice: { readonly id: string; readonly name: string } | undefined) => void;
  /** Below it, once there is something to choose from. */
  readonly children?: ReactNode;
}

const changedWords = (changedAt: string, now: number): string =>
  `Changed ${relativeTime(Date.parse(changedAt), now).toLowerCase()}`;

/** Chooses what one step to a target offers, as it is at the service now. */
export function StepSelect(props: StepSelectProps) {
  const { serviceId, step, before, chosen, label, name = label, optional = false, onChoose } = props;
  const { data, error, refetch } = useQuery(choicesQuery(serviceId, step, before));
  const { busy, submit } = useSubmission({ toasts: true });
  const [now] = useState(() => Date.now());
  if (error !== null && data === undefined)
    return (
      <RetryBanner tone="danger" onRetry={props.onRetry ?? (() => void refetch())}>
        {errorText(error)}
      </RetryBanner>
    );
  if (data === undefined) return <Skeleton className="h-13" />;
  const of = data.find(({ id }) => id === chosen)?.changedAt;
  return (
    <div className="flex flex-col gap-2">
      {chosen !== '' && data.every(({ id }) => id !== chosen) && props.missing}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <FormField label={label} hint={data.length === 0 ? props.noneHint : undefined}>
            {({ id }) => (
              <SearchSelect
                id={id}
                label={name}
                value={chosen}
                placeholder={props.placeholder}
                options={[
                  ...(optional ? [{ value: '', label: 'None' }] : []),
                  ...data.map(({ id: value, name: label, changedAt }) => ({
                    ...{ value, label, hint: changedAt && changedWords(changedAt, now) },
                  })),
                ]}
                onChange={(value) =>
                  onChoose(
                    value,
                    data.find(({ id }) => id === value),
                  )
                }
              />
            )}
          </FormField>
        </div>
        <IconButton
          icon={RefreshCw}
          label={props.reloadLabel}
          disabled={busy}
          onClick={() => void submit(() => refetchTarget(serviceId, step, before))}
        />
      </div>
      {of !== undefined && <p className="text-small text-text-muted">{changedWords(of, now)}</p>}
      {props.children}
    </div>
  );
}
