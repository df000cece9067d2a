/**
 * `access`: the address or credentials are refused; `permission`: they hold, and what is needed is not allowed to them;
 * `busy`: ask later; `unreadable`: what came is no calendar.
 */
export type CalendarReason = 'access' | 'permission' | 'gone' | 'unreachable' | 'busy' | 'unreadable';

/** Why a calendar could not be read or written. The message is for people. */
export class CalendarFault extends Error {
  override readonly name = 'CalendarFault';
  readonly reason: CalendarReason;

  constructor(reason: CalendarReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What a status that is no success means. */
export function refusedWith(status: number): CalendarFault {
  if (status === 403)
    return new CalendarFault('permission', 'The calendar server does not allow this account what is needed');
  if (status === 401)
    return new CalendarFault('access', 'The calendar server refuses the user name or password');
  if (status === 404 || status === 410)
    return new CalendarFault('gone', 'There is no calendar at this address');
  if (status === 429 || status === 503)
    return new CalendarFault('busy', `The calendar server asks to wait (status ${status})`);
  return new CalendarFault('unreachable', `The calendar server answered with status ${status}`);
}
