import type { DeclaredConnectors, DeclaredTile } from '@weft/db';
import { type Connector, declaredConnector } from '@weft/integrations';
import { type ConnectorDeclaration, readDeclaration } from '@weft/protocol';

/** Characters of declarations that are kept as connectors: what was used last. */
const mostKept = 16 * 1024 * 1024;

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
  /** By type and version, which says the same for good; the one used last at the end. */
  readonly #kept = new Map<string, { readonly connector: Connector; readonly size: number }>();
  readonly #most: number;
  #size = 0;

  constructor(rows: DeclaredConnectors, most = mostKept) {
    this.#rows = rows;
    this.#most = most;
  }

  /** Characters of the declarations that are kept. */
  get size(): number {
    return this.#size;
  }

  /** One that an organization has or is given. */
  async find(type: string, organizationId: string): Promise<Connector | undefined> {
    const row = await this.#row(type, organizationId);
    return row === null ? undefined : this.#connectorOf(row);
  }

  /** What can be connected anew: its version, null of a service of our own tree. Undefined: it is not offered. */
  async offeredVersion(type: string, organizationId: string): Promise<number | null | undefined> {
    if (!isDeclared(type)) return null;
    const row = await this.#row(type, organizationId);
    return row?.offered === true ? row.version : undefined;
  }

  #row(type: string, organizationId: string): Promise<DeclaredTile | null> {
    return isDeclared(type) ? this.#rows.find(type, organizationId) : Promise.resolve(null);
  }

  async #connectorOf({ id, version }: DeclaredTile): Promise<Connector | undefined> {
    const key = `${id} ${version}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.connector;
    }
    const stored = [...(await this.#rows.versionsOf(id))];
    const versions = new Map(
      stored.flatMap(([number, one]) => {
        const declaration = storedDeclaration(one);
        return declaration === null ? [] : [[number, declaration] as const];
      }),
    );
    if (!versions.has(version)) return undefined;
    const connector = declaredConnector({ type: id, latest: version, versions });
    this.#keep(key, connector, JSON.stringify(stored).length);
    return connector;
  }

  #keep(key: string, connector: Connector, size: number): void {
    // Somebody else may have read it meanwhile.
    this.#drop(key);
    if (size > this.#most) return;
    this.#kept.set(key, { connector, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}
