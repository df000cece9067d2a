import { useQuery } from '@tanstack/react-query';
import { formUser } from '@weft/core';
import { peopleQuery } from '../../../queries.ts';
import type { BaseSession } from '../open/base-session.ts';

type FindPerson = (line: { readonly userId: string; readonly userName?: string | undefined }) => {
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
};

/** People as a history names them. */
export function usePeople({ person }: BaseSession) {
  const { data: people = [] } = useQuery({ ...peopleQuery, staleTime: 300_000 });
  const find: FindPerson = ({ userId: id, userName }) => {
    if (id === person.id) return { id, name: 'You', fullName: person.name };
    // Whoever answers a form has no account.
    if (id === formUser) return { id, name: 'A visitor', fullName: 'Visitor' };
    const name = people.find((one) => one.id === id)?.name ?? userName ?? 'Unknown user';
    return { id, name, fullName: name };
  };
  return { people, find };
}
