import { must } from '@weft/std';
import {
  type Product,
  postgresServer,
  productEngines,
  type Session,
  signUp,
  startProductOn,
} from '@weft/testkit';
import { afterAll, beforeAll, describe } from 'vitest';

/** The product of a suite and a person signed in; read inside its tests. */
export interface Running {
  readonly product: Product;
  readonly ann: Session;
}

/** Runs a suite against the whole product on the embedded database, and on PostgreSQL where a server is named. */
export function describeProduct(name: string, suite: (running: Running) => void): void {
  describe.each(productEngines)(`${name}, on %s`, (engine) => {
    describe.skipIf(engine !== 'embedded' && postgresServer() === undefined)('', () => {
      let product: Product | undefined;
      let ann: Session | undefined;
      beforeAll(async () => {
        product = await startProductOn(engine);
        ann = await signUp(product.url, 'ann');
      });
      afterAll(() => product?.stop());
      suite({
        get product() {
          return must(product);
        },
        get ann() {
          return must(ann);
        },
      });
    });
  });
}
