import { it } from 'vitest';
import { expectShown, type Shown, show } from '../testing.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

const states: readonly (readonly [string, number, boolean, Shown])[] = [
  ['with nothing to send', 0, true, ['text', 'You can go on editing what is open here.']],
  ['with changes kept on the device', 3, true, ['text', 'your changes are kept and sent']],
  ['with changes in this tab alone', 3, false, ['text', '3 changes']],
];

it.each(states)('somebody offline %s is told what becomes of them', async (_, waiting, safe, shown) => {
  show(<OfflineBanner online={false} save={{ kind: 'offline', waiting }} safe={safe} />);
  await expectShown(shown);
});
