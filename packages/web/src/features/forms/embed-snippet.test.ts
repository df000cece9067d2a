import { expect, it } from 'vitest';
import { embedSnippet } from './embed-snippet.ts';

it('the embed code holds names as texts', () => {
  const code = embedSnippet('https://weft.example/t/guests', 'Say "hi" <b>', 'popup', '');
  expect(code).toBe(
    '<div data-weft-form="https://weft.example/t/guests" data-mode="popup" data-title="Say &quot;hi&quot; &lt;b>"></div>\n<script async src="https://weft.example/embed.js"></script>',
  );
  expect(embedSnippet('https://w.example/t/a', 'A', 'tab', 'Ask "us"')).toContain(
    'data-label="Ask &quot;us&quot;"',
  );
  expect(embedSnippet('https://w.example/t/a', 'A', 'inline', 'Ask')).not.toContain('data-label');
});
