import type { z } from 'zod';
import type { ServiceAccount } from './connector.ts';
import type { ServiceConfig, ServiceHttp } from './service-http.ts';

/** Whose connection it is, by one read of the service: `check` of a connector. */
export const accountAt =
  <T>(path: string, shape: z.ZodType<T>, told: (answer: T, config: ServiceConfig) => ServiceAccount) =>
  async (http: ServiceHttp): Promise<ServiceAccount> =>
    told(await http.get(path, shape), http.config);
