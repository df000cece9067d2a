import { Avatar } from '@weft/ui';
import type { ReactNode } from 'react';

/** A person with their address, and at the end what can be said or chosen about them. */
export function PersonRow(props: {
  readonly person: {
    readonly userId: string;
    readonly name: string;
    readonly email: string | null;
    readonly picture: string | null;
  };
  readonly children: ReactNode;
}) {
  const { userId, name, email, picture } = props.person;
  return (
    <li className="flex h-12 items-center gap-3">
      <Avatar name={name} id={userId} picture={picture} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-base">{name}</span>
        <span className="block truncate text-small text-text-muted">{email}</span>
      </span>
      {props.children}
    </li>
  );
}
