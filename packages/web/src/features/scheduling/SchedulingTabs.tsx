import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

const tabs = [
  { to: paths.scheduling, label: 'Scheduling forms' },
  { to: paths.availability, label: 'Availability' },
  { to: paths.calendars, label: 'Calendars and apps' },
] as const;

/** The pages of scheduling: which of them is open stands in the address. */
export function SchedulingTabs() {
  return (
    <nav
      aria-label="Scheduling"
      className="flex shrink-0 gap-5 overflow-x-auto border-line-subtle border-b px-8 max-sm:px-4"
    >
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true }}
          className="-mb-px flex h-10 shrink-0 items-center border-transparent border-b-2 font-medium text-base text-text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text pointer-coarse:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
