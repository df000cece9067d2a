import { type ForeignForm, formOfForeign } from '@weft/forms';
import { ServiceFault } from '@weft/integrations';
import { notFound } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import { asRefusal } from './asking.ts';
import { loadConnection } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';

/** A form at a service that is imported from. */
export interface FormElsewhere {
  readonly serviceId: string;
  readonly formId: string;
}

type Deps = Pick<OwnDeps, 'connections' | 'http'>;

/** Reads a form over a connection that the caller may use. Throws AppError with a sentence. */
export async function readForeignForm(
  deps: Deps,
  caller: Caller,
  { serviceId, formId }: FormElsewhere,
  signal?: AbortSignal,
): Promise<ForeignForm> {
  const connection = await loadConnection(deps, caller, serviceId);
  const read = deps.http.connectorOf(connection.type)?.readForm;
  if (read === undefined) throw notFound('Connection not found');
  try {
    return await read(await deps.http.of(connection, signal), { formId });
  } catch (error) {
    if (error instanceof ServiceFault && error.class === 'reconnect')
      await deps.http.broke(connection, error.message);
    throw asRefusal(error);
  }
}

/** What would become of a form, before a draft is made. */
export async function foreseenForm(
  deps: Deps & Pick<OwnDeps, 'newId'>,
  caller: Caller,
  at: FormElsewhere,
  signal: AbortSignal,
) {
  const form = await readForeignForm(deps, caller, at, signal);
  const { questions, leftOut } = formOfForeign(form, form.title, deps.newId);
  return { title: form.title.slice(0, 255), questions, leftOut: [...leftOut] };
}
