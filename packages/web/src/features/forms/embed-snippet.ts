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

interface EmbeddedForm {
  readonly address: string;
  readonly title: string;
  /** What of the address of the page around it its hidden questions ask for. */
  readonly parameters: readonly string[];
}

/** What is pasted into the page of another site. */
export function embedSnippet(
  { address, title, parameters }: EmbeddedForm,
  mode: EmbedMode,
  label: string,
): string {
  const { origin } = new URL(address);
  const opens = mode !== 'inline' && mode !== 'full';
  const named = opens && label.trim() !== '' ? ` data-label="${escaped(label.trim())}"` : '';
  const passed = parameters.map(encodeURIComponent).join(' ');
  const passes = passed === '' ? '' : ` data-pass="${escaped(passed)}"`;
  return `<div data-weft-form="${escaped(address)}" data-mode="${mode}" data-title="${escaped(title)}"${named}${passes}></div>
<script async src="${origin}/embed.js"></script>`;
}
