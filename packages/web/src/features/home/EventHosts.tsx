import { useQuery } from '@tanstack/react-query';
import { Avatar, AvatarStack } from '@weft/ui';
import type { Flow } from '../../api.ts';
import { peopleQuery } from '../../queries.ts';

/** Who is booked: a host, several by turns, or nobody. */
export function EventHosts({ flow }: { readonly flow: Flow }) {
  const { data: people = [] } = useQuery(peopleQuery);
  const { userId, firstName, lastName, profilePictureUrl, roundRobinUserIds = [] } = flow.scheduling ?? {};
  if (roundRobinUserIds.length > 1) {
    const hosts = people.filter(({ id }) => roundRobinUserIds.includes(id));
    return (
      <>
        <AvatarStack
          label={hosts.map(({ name }) => name).join(', ')}
          people={hosts.map(({ id, name, picture }) => ({ userId: id, name, picture }))}
          count={hosts.length}
        />
        {roundRobinUserIds.length} hosts
      </>
    );
  }
  if (!userId) return 'Nobody';
  const name = `${firstName} ${lastName}`.trim();
  return (
    <>
      <Avatar name={name} id={userId} size={20} picture={profilePictureUrl} />
      <span className="truncate">{name}</span>
    </>
  );
}
