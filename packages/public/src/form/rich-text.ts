import { urlLink } from '@weft/core';
import { type Html, html } from '../html.ts';

/**
 * Bold, italic and links; what is no link that may be followed stays as it was written. No mark holds the sign it begins
 * with, so that a text of nothing but beginnings is read once, not once for each.
 */
const marks = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]+)\]\(([^)\s[]+)\)/g;

function linkOf(address: string): string | null {
  const link = urlLink(address);
  return link !== null && /^(https?|mailto|tel):/i.test(link) ? link : null;
}

type Pipe = (text: string) => string;

function inline(text: string, pipe: Pipe): readonly Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, bold, italic, label, address = ''] = match;
    const link = label === undefined ? null : linkOf(address);
    parts.push(html`${pipe(text.slice(end, match.index))}`);
    if (bold !== undefined) parts.push(html`<strong>${pipe(bold)}</strong>`);
    else if (italic !== undefined) parts.push(html`<em>${pipe(italic)}</em>`);
    else if (link !== null)
      parts.push(html`<a href="${link}" rel="noopener noreferrer" target="_blank">${pipe(label ?? '')}</a>`);
    else parts.push(html`${whole}`);
    end = match.index + whole.length;
  }
  return [...parts, html`${pipe(text.slice(end))}`];
}

/** The lines of one paragraph or list. */
function block(lines: readonly string[], pipe: Pipe): Html {
  if (lines.every((line) => line.startsWith('- ')))
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2), pipe)}</li>`)}</ul>`;
  return html`<p>${lines.map((line, place) => html`${place > 0 && html`<br>`}${inline(line, pipe)}`)}</p>`;
}

/**
 * Text with a few marks, as HTML: an empty line begins a paragraph, '- ' a list. `pipe` puts answers into what stands
 * between the marks, so that no answer makes any.
 */
export const richText = (text: string, pipe: Pipe = String): Html =>
  html`${text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map((lines) => block(lines, pipe))}`;
