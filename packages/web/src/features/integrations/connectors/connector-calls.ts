import { type ConnectorDeclaration, readDeclaration } from '@weft/protocol';
import { AppError } from '@weft/std';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { catalogueQuery, connectionsKey, connectorsQuery } from '../integration-queries.ts';

type Written = { readonly [key: string]: unknown };

const reread = () =>
  Promise.all([
    queryClient.invalidateQueries(connectorsQuery),
    queryClient.invalidateQueries(catalogueQuery),
    queryClient.invalidateQueries({ queryKey: connectionsKey }),
  ]);

export async function declareConnector(declaration: Written): Promise<string> {
  const { type } = await rpc.call('integrations.declareConnector', { declaration });
  await reread();
  return type;
}

export async function changeConnector(type: string, version: number, declaration: Written): Promise<void> {
  await rpc.call('integrations.changeConnector', { type, version, declaration });
  await reread();
}

export async function removeConnector(type: string): Promise<void> {
  await rpc.call('integrations.removeConnector', { type });
  await reread();
}

/** A declaration out of a file. Throws what is wrong with it, a line each. */
export async function readFile(file: File): Promise<Written> {
  const wrong = (text: string) => new AppError('invalid', text);
  if (file.size > 32_768) throw wrong('Choose a file of at most 32 KB');
  let written: unknown;
  try {
    written = JSON.parse(await file.text());
  } catch {
    throw wrong(`${file.name} is no JSON`);
  }
  const read = readDeclaration(written);
  if ('faults' in read)
    throw wrong(
      [`${file.name} cannot be taken:`, ...read.faults.map((one) => `${one.path}: ${one.message}`)].join(
        '\n',
      ),
    );
  return read.declaration;
}

/** Hands a connector over as a JSON file; no key is in it. */
export function exportConnector(declaration: ConnectorDeclaration): void {
  const text = `${JSON.stringify(declaration, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${declaration.name.replaceAll(/[^\p{L}\p{N}]+/gu, '') || 'connector'}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
