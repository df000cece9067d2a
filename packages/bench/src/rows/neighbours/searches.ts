import { asking, type Neighbour } from './neighbour.ts';

/** What nobody asked before, so that no list is at hand. */
const texts = (caller: number, round: number) => `${round.toString(36)}${caller.toString(36)}`;

/** Twenty searches and conditions at once on a million rows, each with its total. */
export const searches: Neighbour = {
  name: '20 searches of 1,000,000 rows with totals',
  work: ({ product, session }, { basePublicId, tableId, fieldIds }, stop) =>
    asking(20, stop, (caller, round) => {
      const text = texts(caller, round);
      const items = [{ fieldId: fieldIds[3], operator: 'contains', value: `indigo ${text}` }];
      const choice = caller % 2 === 0 ? { search: text } : { filters: { conjunction: 'and', items } };
      const input = { basePublicId, tableId, limit: 100, includeTotal: true, ...choice };
      const query = encodeURIComponent(JSON.stringify(input));
      return fetch(`${product.url}/rpc/records.list?input=${query}`, {
        headers: session.headers,
        signal: stop,
      });
    }),
};
