import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

interface Availability {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly isDefault: boolean;
  readonly version: number;
  readonly createdAt: string;
  readonly config: {
    readonly daySchedules: readonly {
      isoDay: number;
      disabled: boolean;
      availableTimes: readonly unknown[];
    }[];
  };
}

describe('availabilities', () => {
  let server: TestServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann Owner');
    const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
    const { code } = (await made.json()) as { code: string };
    bob = await server.signUp('Bob Builder', { invitationCode: code });
  });
  afterAll(() => server.close());

  const create = async (person: TestPerson, name: string, isDefault = false) => {
    const answer = await person.call('POST', '/admin/userAvailabilities/', {
      ...{ name, isDefault, timezone: 'Europe/Paris' },
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { userAvailability: Availability }).userAvailability;
  };
  const update = (person: TestPerson, body: object) =>
    person.call('POST', '/admin/userAvailabilities/update', body);
  const remove = (person: TestPerson, id: string) =>
    person.call('DELETE', `/admin/userAvailabilities/delete/${id}`);
  const list = async (person: TestPerson, of: TestPerson) => {
    const answer = await person.call('GET', `/admin/userAvailabilities/availabilities/${of.id}`);
    return (await answer.json()) as {
      userAvailabilities: Availability[];
      limitedUser: { email: string; firstName: string };
    };
  };
  const message = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error: { message: string } }).error.message,
  ];
  const days = (times: (isoDay: number) => readonly object[]) =>
    [1, 2, 3, 4, 5, 6, 7].map((isoDay) => ({ isoDay, disabled: false, availableTimes: times(isoDay) }));

  it('begin with a working week, and the first one is the default', async () => {
    const first = await create(bob, 'Studio');
    expect(first).toMatchObject({ name: 'Studio', timezone: 'Europe/Paris', isDefault: true });
    expect(first.config.daySchedules.map(({ disabled }) => disabled)).toEqual([
      ...[false, false, false, false, false],
      ...[true, true],
    ]);
    expect(first.config.daySchedules[0]?.availableTimes).toEqual([{ startTime: '09:00', endTime: '17:00' }]);
    const second = await create(bob, 'Evenings');
    expect(second.isDefault).toBe(false);
    const { userAvailabilities, limitedUser } = await list(ann, bob);
    expect(userAvailabilities).toEqual([first, second]);
    expect(limitedUser).toEqual({ email: bob.email, firstName: 'Bob' });
    await remove(bob, second.id);
  });

  it('are changed as a whole; an emptied name stays what it was', async () => {
    const { id } = await create(bob, 'Nights');
    const given = {
      userId: bob.id,
      availabilityId: id,
      isDefault: false,
      name: '  ',
      timezone: 'Asia/Tokyo',
      config: {
        daySchedules: days(() => [{ startTime: '22:00', endTime: '06:00' }]),
        dateOverrides: [{ date: '2026-12-24', availableTimes: [] }],
        outOfOffice: [{ from: '2026-12-25', to: '2027-01-01' }],
      },
    };
    expect((await update(bob, given)).status).toBe(200);
    const { userAvailabilities } = await list(bob, bob);
    expect(userAvailabilities.find((one) => one.id === id)).toMatchObject({
      ...{ name: 'Nights', timezone: 'Asia/Tokyo', config: given.config },
    });
    await remove(bob, id);
  });

  it('keep the dates that a change of the week leaves out, and lose those it empties', async () => {
    const { id, isDefault } = await create(bob, 'Days');
    const dateOverrides = [{ date: '2026-12-24', availableTimes: [] }];
    const outOfOffice = [{ from: '2026-12-25', to: '2027-01-01' }];
    const daySchedules = days(() => [{ startTime: '10:00', endTime: '12:00' }]);
    const configAfter = async (config: object) => {
      const given = { userId: bob.id, availabilityId: id, isDefault, name: 'Days', timezone: 'UTC' };
      expect((await update(bob, { ...given, config })).status).toBe(200);
      return (await list(bob, bob)).userAvailabilities.find((one) => one.id === id)?.config;
    };
    await configAfter({ daySchedules: days(() => []), dateOverrides, outOfOffice });
    expect(await configAfter({ daySchedules })).toEqual({ daySchedules, dateOverrides, outOfOffice });
    expect(await configAfter({ daySchedules, dateOverrides: [] })).toEqual({
      ...{ daySchedules, dateOverrides: [], outOfOffice },
    });
    await remove(bob, id);
  });

  it('are not overwritten by whoever looked at them before somebody else changed them', async () => {
    const made = await create(bob, 'Shared');
    const given = {
      ...{ userId: bob.id, availabilityId: made.id, isDefault: made.isDefault, timezone: 'UTC' },
      ...{ version: made.version, config: { daySchedules: days(() => []) } },
    };
    expect((await update(ann, { ...given, name: 'Of Ann' })).status).toBe(200);
    expect((await update(bob, { ...given, name: 'Of Bob' })).status).toBe(409);
    const now = (await list(bob, bob)).userAvailabilities.find(({ id }) => id === made.id);
    expect([now?.name, now?.version]).toEqual(['Of Ann', made.version + 1]);
    expect((await update(bob, { ...given, version: now?.version, name: 'Of Bob' })).status).toBe(200);
    await remove(bob, made.id);
  });

  it('have one default: another takes its place, also when several are asked for at once', async () => {
    const made = [await create(ann, 'One'), await create(ann, 'Two'), await create(ann, 'Three', true)];
    const asked = [...made, ...made, ...made].map(({ id }) =>
      update(ann, { userId: ann.id, availabilityId: id, isDefault: true }),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
    const { userAvailabilities } = await list(ann, ann);
    expect(userAvailabilities.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const [chosen, other] = userAvailabilities;
    expect(await message(await remove(ann, chosen?.id ?? ''))).toEqual([
      409,
      'The default availability cannot be deleted: make another one the default first',
    ]);
    const kept = { userId: ann.id, availabilityId: chosen?.id, isDefault: false };
    expect(await message(await update(ann, kept))).toEqual([
      409,
      'This is the default availability: make another one the default instead',
    ]);
    expect((await remove(ann, other?.id ?? '')).status).toBe(200);
    expect((await list(ann, ann)).userAvailabilities).toHaveLength(2);
  });

  it('are edited by their owner and by admins alone', async () => {
    const [of] = (await list(bob, ann)).userAvailabilities;
    const refusal = [403, 'Only admins and Ann can edit their availability'];
    const wanted = { userId: ann.id, availabilityId: of?.id, isDefault: true };
    expect(await message(await update(bob, wanted))).toEqual(refusal);
    expect(await message(await remove(bob, of?.id ?? ''))).toEqual(refusal);
    const evenings = await create(bob, 'Evenings');
    expect((await update(ann, { userId: bob.id, availabilityId: evenings.id, isDefault: true })).status).toBe(
      200,
    );
    // Somebody else's availability is not found under their own name.
    expect((await update(bob, { ...wanted, userId: bob.id })).status).toBe(404);
  });

  it('end with the membership of their owner', async () => {
    const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
    const { code } = (await made.json()) as { code: string };
    const cy = await server.signUp('Cy', { invitationCode: code });
    const { id } = await create(cy, 'Mine');
    expect((await ann.call('DELETE', `/v1/people/${cy.id}`)).status).toBe(200);
    expect((await remove(ann, id)).status).toBe(404);
  });

  const week = (daySchedules: unknown) => ({ daySchedules });
  const from = (startTime: string, endTime: string) => week(days(() => [{ startTime, endTime }]));
  it.each([
    ['a zone that does not exist', { timezone: 'Mars/Olympus' }],
    ['an offset for a zone', { timezone: '+02:00' }],
    ['six days', { config: week(days(() => []).slice(1)) }],
    ['a day twice', { config: week(days(() => []).map((day) => ({ ...day, isoDay: 1 }))) }],
    ['a minute that does not exist', { config: from('09:60', '17:00') }],
    ['a start at midnight of the next day', { config: from('24:00', '01:00') }],
    ['an end at its start', { config: from('09:00', '09:00') }],
    [
      'a date that does not exist',
      {
        config: { ...from('09:00', '17:00'), dateOverrides: [{ date: '2026-02-29', availableTimes: [] }] },
      },
    ],
    [
      'an absence backwards',
      {
        config: { ...from('09:00', '17:00'), outOfOffice: [{ from: '2026-12-02', to: '2026-12-01' }] },
      },
    ],
    ['hours without a zone', { timezone: undefined }],
  ])('refuse %s, and stay as they are', async (_, wrong) => {
    const before = await list(bob, bob);
    const [first] = before.userAvailabilities;
    const right = {
      ...{ userId: bob.id, availabilityId: first?.id, isDefault: true, name: 'Changed', timezone: 'UTC' },
      config: from('09:00', '24:00'),
    };
    expect((await update(bob, { ...right, ...wrong })).status).toBe(400);
    expect(await list(bob, bob)).toEqual(before);
  });
});
