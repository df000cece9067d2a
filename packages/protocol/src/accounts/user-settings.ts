import { z } from 'zod';
import { storableText } from '../schemas/text.ts';

/** How dates are written: 03/14/2026, 14/03/2026, 2026-03-14, March 14, 2026, or as the reader's device does. */
const dateFormats = ['us', 'european', 'iso', 'long', 'local'] as const;
const timeFormats = ['12h', '24h'] as const;

/** THE list of what a person chooses for the screens, by key. */
export const userSettings = {
  /** Home as a table; else as cards. */
  columnView: z.boolean(),
  /** What home is sorted by. */
  sort: storableText(100),
  typeFilter: z.enum(['all', 'forms', 'tables', 'apps', 'scheduling']),
  /** An IANA name; the device's where none is chosen. */
  timezone: z.string().regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'Not a time zone'),
  dateFormat: z.enum(dateFormats),
  timeFormat: z.enum(timeFormats),
  theme: z.enum(['system', 'light', 'dark']),
  /** Where bookings are added; the server looks whether it still is a calendar of theirs. */
  calendarToWriteTo: z.strictObject({ serviceId: storableText(64), calendarId: storableText(2_000) }),
} as const;

export type UserSettingKey = keyof typeof userSettings;

export const isUserSettingKey = (key: string): key is UserSettingKey => Object.hasOwn(userSettings, key);

/** All of a person's; what they did not choose is absent. */
export const chosenSettings = z.strictObject({
  columnView: userSettings.columnView.exactOptional(),
  sort: userSettings.sort.exactOptional(),
  typeFilter: userSettings.typeFilter.exactOptional(),
  timezone: userSettings.timezone.exactOptional(),
  dateFormat: userSettings.dateFormat.exactOptional(),
  timeFormat: userSettings.timeFormat.exactOptional(),
  theme: userSettings.theme.exactOptional(),
  calendarToWriteTo: userSettings.calendarToWriteTo.exactOptional(),
});

/** What an organization sets for its members; what is not set is absent. */
export const organizationSettings = z.strictObject({
  dateFormat: userSettings.dateFormat.exactOptional(),
  timeFormat: userSettings.timeFormat.exactOptional(),
  sessionDays: z.int().exactOptional(),
  emailDomains: z.array(z.string()).exactOptional(),
  connectionsInWorkspace: z.boolean().exactOptional(),
});
export type OrganizationSettings = z.infer<typeof organizationSettings>;

export type UserSettings = z.infer<typeof chosenSettings>;
