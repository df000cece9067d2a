import { type ForeignForm, formOfForeign } from '@weft/forms';
import { type ForeignAnswers, ServiceFault } from '@weft/integrations';
import type { Caller } from '../../http/caller.ts';
import { JobFault } from '../../jobs/job-kind.ts';
import { answeredIn, asRefusal } from './asking.ts';
import { connectionNotFound, loadConnection } from './connection-access.ts';
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
): Promise<ForeignForm & { readonly service: string }> {
  const connection = await loadConnection(deps, caller, serviceId);
  const connector = deps.http.builtInConnector(connection.type);
  if (connector?.readForm === undefined) throw connectionNotFound();
  const given = [AbortSignal.timeout(answeredIn), ...(signal === undefined ? [] : [signal])];
  try {
    const http = await deps.http.of(connection, AbortSignal.any(given));
    const form = await connector.readForm(http, { formId });
    return { ...form, service: connector.label };
  } catch (error) {
    if (error instanceof ServiceFault && error.class === 'reconnect')
      await deps.http.broke(connection, error.message);
    throw asRefusal(error);
  }
}

/** The same of the answers to it, page by page, for a job: the service may ask to come back later. */
export async function openForeignAnswers(
  deps: Deps,
  person: Pick<Caller, 'userId' | 'organizationId' | 'organizationRole'>,
  { serviceId, formId }: FormElsewhere,
  signal: AbortSignal,
): Promise<ForeignAnswers> {
  const connection = await loadConnection(deps, person, serviceId);
  const connector = deps.http.builtInConnector(connection.type);
  const openAnswers = connector?.openAnswers;
  if (openAnswers === undefined) throw connectionNotFound();
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      if (error.class === 'reconnect') await deps.http.broke(connection, error.message);
      if (error.class !== 'retry') throw asRefusal(error);
      throw error.retryAfter === null
        ? error
        : new JobFault(error.message, error.retryAfter, { cause: error });
    }
  };
  const answers = await asking(async () => openAnswers(await deps.http.of(connection, signal), { formId }));
  return { page: (from) => asking(() => answers.page(from)) };
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
