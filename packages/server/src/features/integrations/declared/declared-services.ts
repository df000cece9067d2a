import type { DeclaredConnectors, DeclaredRow } from '@weft/db';
import { type Connector, declaredConnector } from '@weft/integrations';
import { type ConnectorDeclaration, readDeclaration } from '@weft/protocol';

/** Declarations that are kept as connectors. */
const maxKept = 200;

/** Ids of those of organizations, and of the operator. */
export const isDeclared = (type: string): boolean =>
  /^(con[0-9a-z]{21}|operator[A-Za-z0-9]{1,30})$/.test(type);

/** What a stored declaration says; null: an older version of this server took what this one does not. */
export function storedDeclaration(stored: unknown): ConnectorDeclaration | null {
  const read = readDeclaration(stored);
  return 'declaration' in read ? read.declaration : null;
}

/** Connectors that are declared without code, as those of our own tree are. */
export class DeclaredServices {
  readonly #rows: DeclaredConnectors;
  /** By type and version: what a version says never changes. */
  readonly #kept = new Map<string, Connector>();

  constructor(rows: DeclaredConnectors) {
    this.#rows = rows;
  }

  /** One that an organization has or is given. */
  async find(type: string, organizationId: string): Promise<Connector | undefined> {
    if (!isDeclared(type)) return undefined;
    const row = await this.#rows.find(type, organizationId);
    return row === null ? undefined : this.#connectorOf(row);
  }

  /** Whether it can be connected anew. */
  async isOffered(type: string, organizationId: string): Promise<boolean> {
    return !isDeclared(type) || (await this.#rows.find(type, organizationId))?.offered === true;
  }

  async #connectorOf({ id, version }: DeclaredRow): Promise<Connector | undefined> {
    const key = `${id} ${version}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const versions = new Map(
      [...(await this.#rows.versionsOf(id))].flatMap(([number, stored]) => {
        const declaration = storedDeclaration(stored);
        return declaration === null ? [] : [[number, declaration] as const];
      }),
    );
    if (!versions.has(version)) return undefined;
    const connector = declaredConnector({ type: id, latest: version, versions });
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(key, connector);
    return connector;
  }
}
