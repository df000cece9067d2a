import { isTimeZone } from '@weft/core';
import {
  isDate,
  isEndTime,
  isStartTime,
  maxAbsences,
  maxAvailabilities,
  maxDateOverrides,
  maxHolidaysOff,
  maxTimesOfDay,
} from '@weft/scheduling';
import { z } from 'zod';
import { success } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';

const timezone = z.string().max(100).refine(isTimeZone, 'Not an IANA time zone');
const date = z.string().refine(isDate, 'Not a date, as in 2026-11-26');

const availableTimes = z
  .array(
    z
      .strictObject({
        startTime: z.string().refine(isStartTime, 'Not a time from 00:00 to 23:59'),
        endTime: z.string().refine(isEndTime, 'Not a time from 00:00 to 24:00'),
      })
      .refine(({ startTime, endTime }) => startTime !== endTime, 'It ends when it starts'),
  )
  .max(maxTimesOfDay, `At most ${maxTimesOfDay} times a day`);

const daySchedules = z
  .array(z.strictObject({ isoDay: z.int().min(1).max(7), disabled: z.boolean(), availableTimes }))
  .refine(
    (days) => days.length === 7 && new Set(days.map(({ isoDay }) => isoDay)).size === 7,
    'The seven days of a week, each once',
  );

const country = z.string().regex(/^[A-Z]{2}$/, 'Not the code of a country, as FR');
const region = z.string().regex(/^[A-Z0-9-]{0,12}$/, 'Not the code of a region');

const config = z.strictObject({
  /** ISO days: 1 is Monday. */
  daySchedules,
  dateOverrides: z
    .array(z.strictObject({ date, availableTimes }))
    .max(maxDateOverrides, `At most ${maxDateOverrides} dates`)
    .refine((all) => new Set(all.map((one) => one.date)).size === all.length, 'A date is given twice'),
  outOfOffice: z
    .array(
      z
        .strictObject({ from: date, to: date })
        .refine(({ from, to }) => from <= to, 'It ends before it begins'),
    )
    .max(maxAbsences, `At most ${maxAbsences} absences`),
  /** `except` names those on which it is open. */
  publicHolidays: z
    .strictObject({
      country,
      region,
      except: z.array(z.string().max(200)).max(maxHolidaysOff, `At most ${maxHolidaysOff} names`),
    })
    .nullish(),
});

/** Dates that are left out stay as they are: a program may know the days of the week alone. */
const changedConfig = config.partial({ dateOverrides: true, outOfOffice: true });

const availability = z.strictObject({
  id,
  name: z.string(),
  timezone: z.string(),
  isDefault: z.boolean(),
  version: z.int(),
  createdAt: instant,
  config,
});

const change = z
  .object({
    userId: z.string().max(64),
    availabilityId: z.string().max(64),
    isDefault: z.boolean(),
    /** The one that was looked at: where somebody else has changed it since, it is refused. */
    version: z.int().optional(),
    /** An empty one leaves the name as it is. */
    name: z.union([nameText, z.string().regex(/^\s*$/)]).optional(),
    timezone: timezone.optional(),
    config: changedConfig.optional(),
  })
  .refine((given) => {
    const whole = [given.name, given.timezone, given.config].filter((part) => part !== undefined);
    return whole.length === 0 || whole.length === 3;
  }, 'Give config, timezone and name together, or isDefault alone');

const place = z.strictObject({ code: z.string(), name: z.string() });

const sampleAvailability = 'avl0sample00000000000000';

/** When people can be booked. */
export const availabilityCalls = {
  'GET /v1/scheduling/holidays': {
    scope: 'read',
    tag: 'Scheduling',
    summary: 'List countries, and the public holidays of one',
    more: 'With `country` (and a `region` of it) its regions, and the holidays from last year to three years ahead. They are computed here; nobody is asked.',
    query: z.object({ country: country.optional(), region: region.optional() }),
    errors: { invalid: 'There is no such country or region.' },
    answer: z.strictObject({
      countries: z.array(place),
      regions: z.array(place),
      days: z.array(z.strictObject({ date, name: z.string() })),
    }),
  },
  'POST /admin/userAvailabilities/': {
    scope: 'write',
    tag: 'Scheduling',
    summary: 'Make an availability of your own',
    more: `Monday to Friday, 09:00 to 17:00. The first one is the default, whatever \`isDefault\` says. At most ${maxAvailabilities}.`,
    body: z.object({ name: nameText, timezone, isDefault: z.boolean() }),
    errors: { conflict: 'They have as many availabilities as one person may have.' },
    answer: z.strictObject({ userAvailability: availability }),
    example: { name: 'Studio hours', timezone: 'Europe/Paris', isDefault: false },
  },
  'POST /admin/userAvailabilities/update': {
    scope: 'write',
    tag: 'Scheduling',
    summary: 'Change an availability, or make it the default',
    more: 'With `config`, `timezone` and `name` all of it is replaced, else only the default is set. `config.daySchedules` has each ISO day once; an end that is not after its start is on the next date. `dateOverrides` replace the hours of a date, `outOfOffice` closes dates, `publicHolidays` closes those of a country; each, left out, stays as it is (null for no holidays). With the `version` that was looked at, a change is refused where somebody else made one since.',
    body: change,
    errors: {
      'not-found': 'There is no such person or availability in the organization.',
      forbidden: 'It is not the caller’s own, and they are no admin.',
      conflict:
        'It is the default, and cannot stop being it: another one can be made the default. Or somebody else has changed it since `version`.',
    },
    answer: success,
    example: { userId: sample.user, availabilityId: sampleAvailability, isDefault: true },
  },
  'DELETE /admin/userAvailabilities/delete/:availabilityId': {
    scope: 'write',
    tag: 'Scheduling',
    summary: 'Delete an availability',
    path: { availabilityId: { means: 'The availability.', example: sampleAvailability } },
    errors: {
      'not-found': 'There is no such availability in the organization.',
      forbidden: 'It is not the caller’s own, and they are no admin.',
      conflict: 'It is the default.',
    },
    answer: success,
  },
  'GET /admin/userAvailabilities/availabilities/:userId': {
    scope: 'read',
    tag: 'Scheduling',
    summary: 'List the availabilities of a person of the organization',
    more: 'The default comes first, then the oldest.',
    path: { userId: { means: 'A person of the organization.', example: sample.user } },
    errors: { 'not-found': 'There is no such person in the organization.' },
    answer: z.strictObject({
      userAvailabilities: z.array(availability),
      limitedUser: z.strictObject({ email: z.string(), firstName: z.string() }),
    }),
  },
} satisfies HttpCalls;
