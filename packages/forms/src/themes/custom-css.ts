import type { Content } from '@weft/documents';
import { type CssNode, generate, type List, parse, type Selector, tokenize, walk } from 'css-tree';

/** What a form's own style sheet comes to: what is kept of it, and what is not, in sentences. */
export interface CustomCss {
  readonly css: string;
  readonly faults: readonly string[];
}

/** The element that a published page puts everything of a form into; rules apply within it alone. */
const root = 'main';

/** Properties of how things look; none that takes something out of its place, or from elsewhere. */
const properties = new RegExp(
  `^(${[
    'color|opacity|accent-color|caret-color|color-scheme',
    'background|background-(color|image|position|repeat|size|clip|origin)',
    '(border|outline)(-(top|right|bottom|left|inline|block)(-(start|end))?)?(-(color|style|width))?|outline-offset',
    'border-(top|bottom)-(left|right)-radius|border-(start|end)-(start|end)-radius|border-radius|box-shadow',
    '(margin|padding)(-(top|right|bottom|left|inline|block)(-(start|end))?)?',
    '(min-|max-)?(width|height|inline-size|block-size)|aspect-ratio|box-sizing',
    'font|font-(family|size|style|weight|stretch|variant|variant-numeric|feature-settings)|line-height',
    'letter-spacing|word-spacing|white-space|overflow-wrap|hyphens',
    'text-(align|decoration|transform|indent|shadow|wrap|underline-offset)|text-decoration-(color|line|style|thickness)',
    'display|gap|row-gap|column-gap|align-(items|content|self)|justify-(items|content|self)',
    'flex|flex-(basis|direction|flow|grow|shrink|wrap)|order',
    'grid|grid-(area|auto-columns|auto-flow|auto-rows|column|row|template|template-areas|template-columns|template-rows)',
    'columns|column-count|column-width|list-style|list-style-(type|position)|object-fit|object-position|vertical-align',
    'transition|transition-(property|duration|delay|timing-function)|cursor',
    '--w-[a-z0-9-]+',
  ].join('|')})$`,
);

const functions = new Set(
  [
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp',
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient',
    'cubic-bezier steps minmax repeat fit-content',
  ].flatMap((line) => line.split(' ')),
);

/** Properties whose strings are names; in others a string is text that would be shown. */
const namesByString =
  /^(font|font-family|font-feature-settings|grid-area|grid-template|grid-template-areas)$/;

const rootOnly = `rules apply within the form: begin with ‘${root}’, or with what stands in it`;

const unreadable = 'this selector cannot be read';

/** Why a value is not taken; null: it is. */
function valueFault(property: string, value: CssNode): string | null {
  let fault: string | null = null;
  walk(value, (node) => {
    if (node.type === 'Url') fault = 'addresses are not allowed: choose images in the settings of the theme';
    else if (node.type === 'Function' && !functions.has(node.name.toLowerCase()))
      fault = `the function ‘${node.name}()’ is not allowed`;
    else if (node.type === 'String' && !namesByString.test(property)) fault = 'texts are not allowed here';
    else if (property === 'display' && node.type === 'Identifier' && /^(none|contents)$/i.test(node.name))
      fault = 'nothing is taken off the page here: delete it, or show it by conditions';
    else if (property === 'display' && node.type === 'Function')
      fault = 'how something is displayed is written out here';
    else if (node.type === 'Raw') fault = 'this value cannot be read';
  });
  return fault;
}

/** Holds a selector to what stands in the form; gives back why it cannot be. */
function selectorFault({ children }: Selector): string | null {
  const nodes = children.toArray();
  const outside = nodes.some(
    (node) =>
      node.type === 'NestingSelector' ||
      (node.type === 'TypeSelector' && /^(html|body)$/i.test(node.name)) ||
      (node.type === 'PseudoClassSelector' && /^(root|scope|host|host-context)$/i.test(node.name)),
  );
  if (outside) return rootOnly;
  const [first] = nodes;
  if (first?.type === 'Combinator') return unreadable;
  if (first?.type === 'TypeSelector' && first.name.toLowerCase() === root) {
    const next = nodes.find(({ type }) => type === 'Combinator');
    // What stands beside the form is not of it.
    return next?.type === 'Combinator' && /[+~]/.test(next.name) ? rootOnly : null;
  }
  children.prependData({ type: 'Combinator', name: ' ' });
  children.prependData({ type: 'TypeSelector', name: root });
  return null;
}

function ruleFault(prelude: CssNode): string | null {
  if (prelude.type !== 'SelectorList') return unreadable;
  for (const selector of prelude.children.toArray()) {
    const fault = selector.type === 'Selector' ? selectorFault(selector) : unreadable;
    if (fault !== null) return fault;
  }
  return null;
}

/** Markup would end the style element that it is served in; escapes write names that nobody recognises. */
function signFault(node: CssNode | null): string | null {
  const [sign] = node === null ? [] : (/[<\\]/.exec(generate(node)) ?? []);
  return sign === undefined ? null : `the sign ‘${sign}’ is not allowed`;
}

type Place = 'sheet' | 'rule';

/** Leaves in a list what may be there, and says what may not. */
function keepAllowed(children: List<CssNode>, place: Place, faults: string[]): void {
  children.forEach((node, item) => {
    const refuse = (why: string) => {
      faults.push(`Line ${node.loc?.start.line ?? 1}: ${why}`);
      children.remove(item);
    };
    if (node.type === 'Comment' || node.type === 'WhiteSpace') children.remove(item);
    else if (node.type === 'Declaration') {
      const name = node.property.toLowerCase();
      const fault = valueFault(name, node.value) ?? signFault(node.value);
      if (!properties.test(name)) refuse(`the property ‘${node.property}’ is not allowed`);
      else if (node.important)
        refuse('‘!important’ is not allowed: these rules win over the theme without it');
      else if (fault !== null) refuse(fault);
    } else if (place === 'rule') {
      refuse(node.type === 'Rule' ? 'a rule cannot stand in another' : 'this is no declaration');
    } else if (node.type === 'Rule') {
      const fault = ruleFault(node.prelude) ?? signFault(node.prelude);
      if (fault !== null) refuse(fault);
      else keepAllowed(node.block.children, 'rule', faults);
    } else if (node.type === 'Atrule') {
      const fault = signFault(node.prelude);
      if (node.name.toLowerCase() !== 'media' || node.block === null || node.prelude?.type === 'Raw')
        refuse(`‘@${node.name}’ is not allowed`);
      else if (fault !== null) refuse(`${fault}: write ‘min-width’ and ‘max-width’`);
      else keepAllowed(node.block.children, 'sheet', faults);
    } else refuse('this is no rule');
  });
}

/** Brackets in one another. Each is read by a call in a call: a page must not run out of stack over them. */
const deepest = 30;

/** Whether brackets stand deeper in one another than any rule needs. Those in texts and comments are none. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let most = 0;
  tokenize(text, (_type, start, end) => {
    const [first, last] = [text[start] ?? '', text[end - 1] ?? ''];
    // A function is a token with its bracket.
    if ('([{'.includes(last) && !`"'/`.includes(first)) most = Math.max(most, ++depth);
    else if (end - start === 1 && ')]}'.includes(first)) depth = Math.max(0, depth - 1);
  });
  return most > deepest;
}

/** Reads a form's own style sheet, and keeps what only says how the form looks: nothing else is ever served. */
export function readCustomCss(text: string): CustomCss {
  if (isTooDeep(text)) return { css: '', faults: ['Line 1: brackets stand too deep in one another'] };
  const faults: string[] = [];
  const sheet = parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ message, line }) => void faults.push(`Line ${line}: ${message}`),
  });
  if (sheet.type === 'StyleSheet') keepAllowed(sheet.children, 'sheet', faults);
  return { css: generate(sheet), faults };
}

/** What is wrong with the style sheet of a form, by line. */
export const customCssFaults = ({ props }: Content): readonly string[] =>
  typeof props.css === 'string' ? readCustomCss(props.css).faults : [];
