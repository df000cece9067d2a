import { onTestFinished } from 'vitest';
import type { OutgoingItem, OutgoingValue, Target } from '../connectors/connector.ts';
import { connectorOf } from '../connectors/connectors.ts';
import type { ServiceFault } from '../connectors/service-http.ts';
import { connection } from './connection.ts';
import { standIns } from './stand-ins.ts';
import { StrictServer } from './strict-server.ts';

/** A service beside its stand-in, which is closed when the test ends. */
export async function besideStandIn(type: string, way = 0) {
  const connector = connectorOf(type);
  const vendor = standIns[type]?.();
  if (connector === undefined || vendor === undefined) throw new Error(`There is no ${type}`);
  const server = await new StrictServer(vendor.routes).listen();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { http } = connection(connector, vendor, server, way);
  const item = (values: { readonly [id: string]: OutgoingValue }): OutgoingItem => ({
    ...{ key: 'key1', fields: vendor.fields, values: new Map(Object.entries(values)) },
  });
  const write = (values: { readonly [id: string]: OutgoingValue }, target: Target = vendor.target) =>
    connector.write?.run(http, target, item(values));
  return { connector, vendor, server, http, write };
}

export const classOf = (work: Promise<unknown> | undefined) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => (error as ServiceFault).class,
  );
