import { expect, it } from 'vitest';
import { filesOf } from './page-files.ts';

const manifest = {
  'src/entries/form.ts': { file: 'form.js', imports: ['_shared.js'] },
  'src/entries/booking.ts': { file: 'booking.js', imports: ['_shared.js'], css: ['booking.css'] },
  '_shared.js': {
    file: 'shared.js',
    css: ['form.css'],
    assets: ['inter-latin-wght.woff2', 'inter-greek.woff2'],
  },
};

it('gives a page the styles and fonts that it shares with others, before its own', () => {
  const read = () => Buffer.from(JSON.stringify(manifest));
  const fonts = ['/inter-latin-wght.woff2'];
  expect(filesOf(read)).toEqual({ scripts: ['/form.js'], styles: ['/form.css'], fonts });
  const styles = ['/form.css', '/booking.css'];
  expect(filesOf(read, 'booking')).toEqual({ scripts: ['/booking.js'], styles, fonts });
});

it('gives a page without a build nothing', () => {
  expect(filesOf(() => null)).toEqual({ scripts: [], styles: [], fonts: [] });
});
