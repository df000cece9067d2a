import { signUp } from '@weft/testkit';
import { csv } from '../../dataset.ts';
import { asking, type Neighbour } from './neighbour.ts';

/** Files of 5 MB, eight at a time, until there is no room for more. */
export const uploads: Neighbour = {
  name: 'uploads until the quota is full',
  work: async ({ product, engine }, _large, stop) => {
    const { headers } = await signUp(product.url, `collector ${engine}`);
    const file = new Blob([...csv(20_000)], { type: 'text/csv' });
    return asking(8, stop, () => {
      const body = new FormData();
      body.append('file', file, 'orders.csv');
      return fetch(`${product.url}/csvupload`, { method: 'POST', headers, body, signal: stop });
    });
  },
};
