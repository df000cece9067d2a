import type { UserAvailability } from '@weft/db';
import type { HttpAnswer } from '@weft/protocol';
import {
  type AvailabilityConfig,
  maxAvailabilities,
  newAvailabilityConfig,
  type PublicHolidays,
  whyNotEdited,
} from '@weft/scheduling';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { SchedulingDeps } from './deps.ts';

const present = ({
  userId: _,
  config,
  ...availability
}: UserAvailability): HttpAnswer<'POST /admin/userAvailabilities/'>['userAvailability'] => ({
  ...availability,
  // Stored as the call that set it took it.
  config: config as AvailabilityConfig,
});

const firstName = (name: string): string => name.split(' ')[0] ?? name;
const noPerson = () => notFound('Person not found');
const noAvailability = () => notFound('Availability not found');

function requireEditor(caller: Caller, owner: { readonly userId: string; readonly name: string }): void {
  const { userId, organizationRole } = caller;
  const named = { userId: owner.userId, name: firstName(owner.name) };
  const fault = whyNotEdited({ userId, isAdmin: organizationRole === 'admin' }, named);
  if (fault !== null) throw new AppError('forbidden', fault);
}

/** A place whose holidays are known. */
async function requirePlace(
  { holidays }: Pick<SchedulingDeps, 'holidays'>,
  place: Pick<PublicHolidays, 'country' | 'region'>,
) {
  const found = await holidays.of(place);
  if (found === null) throw invalid('country', 'The holidays of this country or region are not known');
  return found;
}

/** The availabilities of the people of an organization. Everybody there sees them; their owner and admins change them. */
export function mountAvailabilities(app: FastifyInstance, deps: SchedulingDeps): void {
  const { availabilities } = deps;

  serve(app, 'POST /admin/userAvailabilities/', async ({ request, body }) => {
    const caller = requireCaller(request);
    const made = { ...body(), id: deps.newId('avl'), config: newAvailabilityConfig };
    const availability = await availabilities.create(caller, made, maxAvailabilities);
    if (availability === null)
      throw new AppError('conflict', `One person has at most ${maxAvailabilities} availabilities`);
    return { userAvailability: present(availability) };
  });

  serve(app, 'POST /admin/userAvailabilities/update', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { userId, availabilityId, isDefault, name = '', timezone, config, version = null } = body();
    if (config?.publicHolidays) await requirePlace(deps, config.publicHolidays);
    const member = { organizationId: caller.organizationId, userId };
    const found = await availabilities.of(member);
    if (found === null) throw noPerson();
    requireEditor(caller, { userId, name: found.person.name });
    const to =
      timezone === undefined || config === undefined ? null : { name: name.trim(), timezone, config };
    const changed = await availabilities.change(member, availabilityId, { isDefault, version, to });
    if (changed === 'unknown') throw noAvailability();
    if (changed === 'stale')
      throw new AppError(
        'conflict',
        'Somebody else has changed this availability. Nothing of yours is saved: close it, open it again and make your change anew',
      );
    if (changed === 'default')
      throw new AppError(
        'conflict',
        'This is the default availability: make another one the default instead',
      );
    return { success: true } as const;
  });

  serve(app, 'DELETE /admin/userAvailabilities/delete/:availabilityId', async ({ request, path }) => {
    const caller = requireCaller(request);
    const { organizationId } = caller;
    const owner = await availabilities.ownerOf(organizationId, path.availabilityId);
    if (owner === null) throw noAvailability();
    requireEditor(caller, owner);
    const removed = await availabilities.remove(
      { organizationId, userId: owner.userId },
      path.availabilityId,
    );
    if (removed === 'unknown') throw noAvailability();
    if (removed === 'default')
      throw new AppError(
        'conflict',
        'The default availability cannot be deleted: make another one the default first',
      );
    return { success: true } as const;
  });

  serve(app, 'GET /v1/scheduling/holidays', async ({ request, query }) => {
    requireCaller(request);
    const { country, region = '' } = query();
    const countries = [...(await deps.holidays.countries())];
    if (country === undefined) return { countries, regions: [], days: [] };
    const { regions, days } = await requirePlace(deps, { country, region });
    return { countries, regions: [...regions], days: [...days] };
  });

  serve(app, 'GET /admin/userAvailabilities/availabilities/:userId', async ({ request, path }) => {
    const { organizationId } = requireCaller(request);
    const found = await availabilities.of({ organizationId, userId: path.userId });
    if (found === null) throw noPerson();
    const { name, email } = found.person;
    return {
      userAvailabilities: found.availabilities.map(present),
      limitedUser: { email, firstName: firstName(name) },
    };
  });
}
