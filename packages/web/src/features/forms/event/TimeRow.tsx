import { Link } from '@tanstack/react-router';
import type { DayTime } from '@weft/protocol';
import { Icon, Popover } from '@weft/ui';
import { ArrowRight, ArrowUpRight, Check, EyeOff } from 'lucide-react';
import { useOwnClock } from './booking-text.ts';
import { isOutside } from './day-times.ts';
import { reasonIcons } from './reason-icons.ts';
import { type Circumstances, type SettingPart, toldReason, type Way } from './time-reasons.ts';

const wayLook = 'mt-1 inline-flex items-center gap-1 font-medium text-accent-text text-base hover:underline';

function WayLink({ way, onSetting }: { readonly way: Way; readonly onSetting: (part: SettingPart) => void }) {
  const arrow = <Icon of={ArrowRight} size={14} className="rtl:-scale-x-100" />;
  if ('part' in way)
    return (
      <button type="button" className={wayLook} onClick={() => onSetting(way.part)}>
        {way.label}
        {arrow}
      </button>
    );
  // An address that somebody else wrote into the event: it learns nothing of this page.
  if ('href' in way)
    return (
      <a href={way.href} target="_blank" rel="noopener noreferrer" className={wayLook}>
        {way.label}
        <Icon of={ArrowUpRight} size={14} className="rtl:-scale-x-100" />
      </a>
    );
  return (
    <Link to={way.to} {...(way.search && { search: way.search })} className={wayLook}>
      {way.label}
      {arrow}
    </Link>
  );
}

interface TimeRowProps {
  readonly time: DayTime;
  readonly around: Circumstances;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSetting: (part: SettingPart) => void;
}

const hiddenLook = 'bg-pressed hover:bg-hover aria-expanded:outline-2 aria-expanded:outline-accent';
const rowLook = 'flex h-full w-full min-w-0 items-center gap-3 rounded-md px-3 text-start text-base';

/** A time: offered, or with each reason why it is not, which a press shows. */
export function TimeRow({ time, around, open, onOpenChange, onSetting }: TimeRowProps) {
  const { from, to, isOffered, reasons } = time;
  const { clock } = around;
  const { dayText } = useOwnClock();
  // Elsewhere there is no room beside it.
  const isWide = matchMedia('(width >= 1100px)').matches;
  if (isOffered)
    return (
      <p className={`${rowLook} border border-line-strong bg-surface`}>
        <span className="w-16 shrink-0 font-medium tabular-nums">{clock(from)}</span>
        <Icon of={Check} size={14} className="text-success-text" />
        Offered
      </p>
    );
  const told = reasons.map((reason) => ({
    ...toldReason(reason, from, around),
    icon: reasonIcons[reason.code],
  }));
  const [first] = told;
  return (
    <Popover
      label={`${clock(from)} isn’t offered`}
      beside={isWide}
      align={isWide ? 'center' : 'start'}
      width={328}
      {...{ open, onOpenChange }}
      trigger={
        <button type="button" className={`${rowLook} ${isOutside(time) ? 'hover:bg-hover' : hiddenLook}`}>
          <span className="w-16 shrink-0 tabular-nums">{clock(from)}</span>
          {first !== undefined && <Icon of={first.icon} size={14} className="shrink-0 text-text-muted" />}
          <span className={`shrink-0 ${isOutside(time) ? 'text-text-muted' : 'font-medium'}`}>
            {first?.word}
          </span>
          <span className="min-w-0 truncate text-text-muted">{first?.line}</span>
          {told.length > 1 && (
            <span className="shrink-0 rounded-full border border-line-subtle bg-surface px-2 text-small">
              +{told.length - 1} {told.length === 2 ? 'reason' : 'reasons'}
            </span>
          )}
        </button>
      }
    >
      <h3 className="font-semibold text-body">{clock(from)} isn’t offered</h3>
      <p className="text-small text-text-muted">
        {dayText(from)}, {clock(from)} to {clock(to)}
      </p>
      <ul className="mt-2 divide-y divide-line-subtle">
        {told.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two hosts may have the same reason
          <li key={place} className="flex gap-3 py-2.5">
            <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken">
              <Icon of={each.icon} size={14} className="text-text-muted" />
            </span>
            <div className="min-w-0">
              <p className="break-words font-medium text-base">{each.heading}</p>
              <p className="break-words text-base text-text-muted">{each.text}</p>
              {each.ways.map((way) => (
                <p key={way.label}>
                  <WayLink {...{ way, onSetting }} />
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex items-center gap-2 border-line-subtle border-t pt-2.5 text-small text-text-muted">
        <Icon of={EyeOff} size={14} />
        People who book never see reasons.
      </p>
    </Popover>
  );
}
