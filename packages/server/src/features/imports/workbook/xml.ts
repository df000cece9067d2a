import sax, { type QualifiedTag, type Tag } from 'sax';
import { refusedWorkbook } from './workbook-file.ts';

/** What a reader of XML is told, by names without their prefixes. */
export interface XmlReader {
  readonly open?: (name: string, attributes: Attributes) => void;
  /** A text may come in several pieces. */
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

export type Attributes = { readonly [name: string]: string | undefined };

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function attributesOf(tag: Tag | QualifiedTag): Attributes {
  const attributes: { [name: string]: string } = Object.create(null);
  for (const [name, value] of Object.entries(tag.attributes))
    if (typeof value === 'string') attributes[local(name)] = value;
  return attributes;
}

/** Reads XML piece by piece; after each piece the reader's caller may take what was found. */
export async function* readXml(pieces: AsyncIterable<string>, reader: XmlReader): AsyncGenerator<void> {
  const parser = sax.parser(true);
  parser.onopentag = (tag) => reader.open?.(local(tag.name), attributesOf(tag));
  parser.ontext = (text) => reader.text?.(text);
  parser.oncdata = (text) => reader.text?.(text);
  parser.onclosetag = (name) => reader.close?.(local(name));
  parser.onerror = () => {
    throw refusedWorkbook('one of its parts is no XML');
  };
  for await (const piece of pieces) {
    parser.write(piece);
    yield;
  }
  parser.close();
}

/** The same where all of it is wanted at once. */
export async function readAllXml(pieces: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  for await (const _ of readXml(pieces, reader));
}
