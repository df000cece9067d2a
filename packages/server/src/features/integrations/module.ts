import { type Deliveries, integrationQueue } from '@weft/db';
import { integrationKind, type Target } from '@weft/integrations';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { deliveryJob } from '../../jobs/delivery-kind.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import { ReadableConnections } from './connected-reads.ts';
import { ConnectionHttp } from './connection-http.ts';
import { connectionMethods } from './connection-methods.ts';
import { mountConnections } from './connection-routes.ts';
import { declaredMethods } from './declared/declared-methods.ts';
import { readOperatorConnectors } from './declared/operator-connectors.ts';
import type { OwnDeps } from './deps.ts';
import { type FormElsewhere, openForeignAnswers, readForeignForm } from './foreign-forms.ts';
import { HostConnections } from './host-connections.ts';
import { integrationDelivery } from './integration-delivery.ts';
import { integrationMethods } from './integration-methods.ts';
import type { IntegrationsDeps } from './integrations-deps.ts';
import { ListedValues } from './listed-values.ts';
import { logMethods } from './log-methods.ts';
import { mountNewTargets } from './new-target-routes.ts';
import { noticeMethods } from './notice-methods.ts';
import { paymentAccounts } from './payment-accounts.ts';
import { serialKey, targetPlace } from './serial-key.ts';
import { mountSignIns } from './sign-in.ts';
import { Targets } from './targets.ts';
import { mountTest } from './test-route.ts';
import { mountVendors } from './vendor-routes.ts';

/** Connections to third-party services, and what flows write with them. */
export function integrationsModule(given: IntegrationsDeps) {
  const http = new ConnectionHttp(given);
  const deps: OwnDeps = { ...given, http };
  const targets = new Targets({ http, now: given.now });
  return {
    readable: new ReadableConnections(deps),
    readForm: (caller: Caller, at: FormElsewhere, signal: AbortSignal) =>
      readForeignForm(deps, caller, at, signal),
    openAnswers: (
      person: Pick<Caller, 'userId' | 'organizationId' | 'organizationRole'>,
      at: FormElsewhere,
      signal: AbortSignal,
    ) => openForeignAnswers(deps, person, at, signal),
    handlers: {
      ...bindHandlers(connectionMethods(targets), deps),
      ...bindHandlers(integrationMethods, deps),
      ...bindHandlers(logMethods, deps),
      ...bindHandlers(noticeMethods, deps),
      ...bindHandlers(declaredMethods, deps),
    },
    /** Reads the connectors that the operator has declared without code. */
    readConnectors: (folder: string) => readOperatorConnectors(given, folder),
    /** The place at a service that a target is in. */
    placeOf: (type: string, target: Target): string => targetPlace(http, type, target),
    /** What deliveries of services that lose what is written at once are queued by. */
    queueKeyOf: (
      { kind, target }: { readonly kind: string; readonly target: string },
      organizationId: string,
    ): string | null => (kind === integrationKind ? serialKey(http, target, organizationId) : null),
    payments: paymentAccounts(deps),
    lists: new ListedValues(deps),
    calendarConnections: new HostConnections(deps),
    /** Writes answers to third-party services. */
    job: (deliveries: Deliveries) =>
      deliveryJob(deliveries, [integrationDelivery(deps, targets)], {
        ...{ queue: integrationQueue, label: 'Write an answer to a third-party service' },
      }),
    mount: (app: FastifyInstance) => {
      mountConnections(app, deps);
      mountVendors(app, deps, targets);
      mountNewTargets(app, deps, targets);
      mountSignIns(app, deps);
      mountTest(app, deps, targets);
    },
  };
}
