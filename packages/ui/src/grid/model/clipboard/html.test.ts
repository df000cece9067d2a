import { expect, it } from 'vitest';
import { writeHtml } from './html.ts';

it('writes what a cell holds so that no reader of HTML changes it', () => {
  const canonical = 'a\r\nb "<&>';
  const html = writeHtml([[{ text: 'a', kind: 'long_text', canonical, unfit: false }]]);
  expect(html).toContain('data-weft-value="a&#13;&#10;b &quot;&lt;&amp;&gt;"');
  expect(html).toContain('<table data-weft="1">');
});
