import { minutesText } from '@weft/std';
import { Badge, Icon, type IconType } from '@weft/ui';
import { Clock, Repeat, User, Users, UsersRound } from 'lucide-react';
import type { Flow } from '../../api.ts';
import { eventKindText } from './scheduling-groups.ts';

const kindIcons: { readonly [K in NonNullable<Flow['scheduling']>['eventType']]: IconType } = {
  individual: User,
  collective: UsersRound,
  round_robin: Repeat,
  group: Users,
};

function Outlined({ icon, text }: { readonly icon: IconType; readonly text: string }) {
  return (
    <Badge tone="outline">
      <Icon of={icon} size={14} className="me-1" />
      {text}
    </Badge>
  );
}

/** How long a scheduling form lasts, and where there is room of which kind it is. */
export function EventBadges({ flow, withKind }: { readonly flow: Flow; readonly withKind: boolean }) {
  const { scheduling } = flow;
  if (scheduling === null) return null;
  return (
    <>
      <Outlined icon={Clock} text={minutesText(scheduling.durationMins)} />
      {withKind && (
        <span className="inline-flex max-[1099px]:hidden">
          <Outlined icon={kindIcons[scheduling.eventType]} text={eventKindText(scheduling)} />
        </span>
      )}
    </>
  );
}
