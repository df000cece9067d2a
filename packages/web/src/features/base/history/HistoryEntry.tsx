import { Avatar } from '@weft/ui';
import type { ReactNode } from 'react';
import { Moment } from '../../../shell/Moment.tsx';

/** One line of a history: who did something, what, and when; with what can be done about it. */
export function HistoryEntry({
  person,
  at,
  children,
  action,
}: {
  /** `name`: as they are called here ('You'); `fullName` gives their initials. */
  readonly person: { readonly id: string; readonly name: string; readonly fullName: string };
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <li className="group flex items-start gap-2.5">
      <Avatar name={person.fullName} id={person.id} size={20} />
      <div className="min-w-0 flex-1 text-base text-text-muted">
        <p className="break-words">
          <b dir="auto" className="break-words font-semibold text-text">
            {person.name}
          </b>{' '}
          {children}
        </p>
        <p className="text-small">
          <Moment at={at} />
        </p>
      </div>
      {action}
    </li>
  );
}
