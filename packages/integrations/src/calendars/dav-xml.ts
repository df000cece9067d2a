import { XMLParser } from 'fast-xml-parser';
import { CalendarFault } from './calendar-fault.ts';

/** An element: its text, and the elements in it by name, without their prefixes. */
export interface DavNode {
  readonly [name: string]: string | DavNode | readonly (string | DavNode)[];
}

/** What a server says of one address. */
export interface DavResponse {
  readonly href: string;
  /** The properties that it found. */
  readonly props: DavNode;
  /** Whether it says of all or some that it cannot tell now. */
  readonly failed: boolean;
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  // Decodes '&#13;' too, which servers write at the end of lines.
  htmlEntities: true,
});

const listOf = (value: DavNode[string] | undefined): readonly (string | DavNode)[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as string | DavNode];

export const nodesOf = (parent: string | DavNode | undefined, name: string): readonly DavNode[] =>
  typeof parent !== 'object'
    ? []
    : listOf(parent[name]).map((one) => (typeof one === 'string' ? { '#text': one } : one));

export const nodeOf = (parent: string | DavNode | undefined, name: string): DavNode | undefined =>
  nodesOf(parent, name)[0];

export function textOf(parent: DavNode | undefined, name: string): string {
  const [value] = listOf(parent?.[name]);
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const text = value['#text'];
  return typeof text === 'string' ? text : '';
}

/** The responses of a multistatus (RFC 4918, section 13). */
export function multistatus(xml: string): readonly DavResponse[] {
  // A document type declares entities: no answer of a calendar server has one.
  if (/<!DOCTYPE/i.test(xml))
    throw new CalendarFault('unreadable', 'The calendar server sent a document type');
  let root: DavNode;
  try {
    root = parser.parse(xml, true) as DavNode;
  } catch (error) {
    throw new CalendarFault('unreadable', 'The calendar server’s answer is malformed', { cause: error });
  }
  if (root.multistatus === undefined)
    throw new CalendarFault('unreadable', 'This address does not answer as a calendar server does');
  return nodesOf(nodeOf(root, 'multistatus'), 'response').map((response) => {
    const found = nodesOf(response, 'propstat').filter((one) => / 2\d\d\b/.test(textOf(one, 'status')));
    const statuses = [response, ...nodesOf(response, 'propstat')].map((one) => textOf(one, 'status'));
    return {
      href: textOf(response, 'href'),
      failed: statuses.some((status) => / (?:5\d\d|401|403|429)\b/.test(status)),
      props: Object.assign({}, ...found.map((one) => nodeOf(one, 'prop') ?? {})) as DavNode,
    };
  });
}
