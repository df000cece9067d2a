import { expect, it } from 'vitest';
import { embedSnippet } from './embed-snippet.ts';

const form = (address: string, title: string, parameters: readonly string[] = []) => ({
  ...{ address, title, parameters },
});

it('the embed code holds names as texts', () => {
  const code = embedSnippet(form('https://weft.example/t/guests', 'Say "hi" <b>'), 'popup', '');
  expect(code).toBe(
    '<div data-weft-form="https://weft.example/t/guests" data-mode="popup" data-title="Say &quot;hi&quot; &lt;b>"></div>\n<script async src="https://weft.example/embed.js"></script>',
  );
  expect(embedSnippet(form('https://w.example/t/a', 'A'), 'tab', 'Ask "us"')).toContain(
    'data-label="Ask &quot;us&quot;"',
  );
  expect(embedSnippet(form('https://w.example/t/a', 'A'), 'inline', 'Ask')).not.toContain('data-label');
});

it('and names what hidden fields ask of the address around it', () => {
  const code = embedSnippet(form('https://w.example/t/a', 'A', ['utm_source', 'my name']), 'inline', '');
  expect(code).toContain(' data-pass="utm_source my%20name">');
});
