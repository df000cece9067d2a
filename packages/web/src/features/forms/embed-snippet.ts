export const embedModes = [
  { value: 'inline', label: 'In the page', hint: 'As high as the form is' },
  { value: 'popup', label: 'Popup', hint: 'A button opens it over the page' },
  { value: 'slider', label: 'Slider', hint: 'A button opens it at the right edge' },
  { value: 'tab', label: 'Side tab', hint: 'A tab at the right edge opens it' },
  { value: 'full', label: 'Full page', hint: 'It covers the page' },
] as const;

export type EmbedMode = (typeof embedModes)[number]['value'];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What is pasted into the page of another site. */
export function embedSnippet(address: string, title: string, mode: EmbedMode, label: string): string {
  const { origin } = new URL(address);
  const opens = mode !== 'inline' && mode !== 'full';
  const named = opens && label.trim() !== '' ? ` data-label="${escaped(label.trim())}"` : '';
  return `<div data-weft-form="${escaped(address)}" data-mode="${mode}" data-title="${escaped(title)}"${named}></div>
<script async src="${origin}/embed.js"></script>`;
}
