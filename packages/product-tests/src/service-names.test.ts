import { usualThirdParties } from '@weft/integrations';
import { expect, it } from 'vitest';

it('people without an account are told services by their names', async () => {
  const { href } = new URL('../../web/src/shell/service-name.ts', import.meta.url);
  const { serviceName } = (await import(href)) as { readonly serviceName: (type: string) => string };
  const { connectors } = usualThirdParties;
  expect(Object.fromEntries(connectors.map(({ type }) => [type, serviceName(type)]))).toEqual(
    Object.fromEntries(connectors.map(({ type, label }) => [type, label])),
  );
});
