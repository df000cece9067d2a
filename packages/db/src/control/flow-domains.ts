import type { Engine, Row, Sql } from '../engine/engine.ts';

/** Hours for which a domain stays with its flow although the DNS says otherwise: a record that was lost is put back. */
export const domainGraceHours = 72;
/** Days for which the DNS is asked about a claim again and again; after that, when somebody asks for it. */
const daysAsked = 14;

/** A domain that a flow is to be shown at. */
export interface FlowDomain {
  readonly flowId: string;
  /** As hosts are written: ASCII, small letters. */
  readonly domain: string;
  readonly token: string;
  /** Null: nobody has shown that it is theirs. */
  readonly verifiedAt: string | null;
  readonly checkedAt: string | null;
  readonly failingSince: string | null;
  /** What the last check did not find, in words. */
  readonly fault: string | null;
  /** Whether its addresses are those of this server; null: not looked for. */
  readonly leadsHere: boolean | null;
}

/** What a check found. `unknown`: the DNS did not answer, which says nothing. */
export interface DomainFinding {
  readonly is: 'proven' | 'missing' | 'unknown';
  readonly fault: string | null;
  readonly leadsHere: boolean | null;
}

/** A flow's place on a host of its own. */
export interface ShownDomain {
  readonly domain: string;
  readonly publicIdentifier: string;
  /** The end of its link in words, which leads to it as well. */
  readonly customEnding: string | null;
  /** It is in the trash: its domain is free for whoever shows that it is theirs. */
  readonly trashed: boolean;
  readonly isApp: boolean;
}

const columns = 'flow_id, domain, token, verified_at, checked_at, failing_since, fault, leads_here' as const;

const present = ([flowId, domain, token, verifiedAt, checkedAt, failingSince, fault, leadsHere]: Row) =>
  ({ flowId, domain, token, verifiedAt, checkedAt, failingSince, fault, leadsHere }) as FlowDomain;

/** Claims a domain for a flow in the place of the one before; null gives it up. The same one again changes nothing. */
export async function writeDomain(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  claim: Pick<FlowDomain, 'domain' | 'token'> | null,
): Promise<void> {
  if (claim === null) {
    await tx.query('DELETE FROM weft.flow_domains WHERE flow_id = $1', [flowId]);
    return;
  }
  await tx.query(
    `INSERT INTO weft.flow_domains (flow_id, domain, token) VALUES ($1, $2, $3)
     ON CONFLICT (flow_id) DO UPDATE SET domain = excluded.domain, token = excluded.token, claimed_at = now(),
       verified_at = NULL, checked_at = NULL, failing_since = NULL, fault = NULL, leads_here = NULL
     WHERE flow_domains.domain <> excluded.domain`,
    [flowId, claim.domain, claim.token],
  );
}

/**
 * Writes what a check of a claim found. Of flows that have shown a domain to be theirs the first keeps it; one in the trash
 * does not. False: another flow has it.
 */
export async function writeFinding(
  tx: Pick<Sql, 'query'>,
  { flowId, domain, token }: Pick<FlowDomain, 'flowId' | 'domain' | 'token'>,
  { is, fault, leadsHere }: DomainFinding,
): Promise<boolean> {
  // Two flows may be found to have shown it at once.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`domain ${domain}`]);
  const claim = [flowId, domain, token];
  if (is !== 'proven') {
    await tx.query(
      `UPDATE weft.flow_domains SET checked_at = now(), fault = $4, leads_here = coalesce($5, leads_here),
         failing_since = CASE WHEN $6 THEN coalesce(failing_since, now()) ELSE failing_since END,
         verified_at = CASE WHEN $6 AND failing_since < now() - interval '${domainGraceHours} hours' THEN NULL
           ELSE verified_at END
       WHERE flow_id = $1 AND domain = $2 AND token = $3`,
      [...claim, fault, leadsHere, is === 'missing'],
    );
    return true;
  }
  await tx.query(
    `UPDATE weft.flow_domains d SET verified_at = NULL FROM weft.flows f
     WHERE d.domain = $1 AND d.flow_id <> $2 AND d.verified_at IS NOT NULL AND f.id = d.flow_id
       AND f.trashed_at IS NOT NULL`,
    [domain, flowId],
  );
  const written = await tx.query(
    `UPDATE weft.flow_domains SET verified_at = coalesce(verified_at, now()), checked_at = now(), failing_since = NULL,
       fault = NULL, leads_here = coalesce($4, leads_here)
     WHERE flow_id = $1 AND domain = $2 AND token = $3 AND NOT EXISTS (
       SELECT 1 FROM weft.flow_domains o WHERE o.domain = $2 AND o.flow_id <> $1 AND o.verified_at IS NOT NULL)
     RETURNING flow_id`,
    [...claim, leadsHere],
  );
  if (written.length > 0) return true;
  await tx.query(
    `UPDATE weft.flow_domains SET checked_at = now(), fault = $4, leads_here = coalesce($5, leads_here)
     WHERE flow_id = $1 AND domain = $2 AND token = $3`,
    [...claim, 'The record is there, but another page of this server has this domain.', leadsHere],
  );
  return false;
}

/** The domains of flows. */
export class FlowDomains {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async of(flowId: string): Promise<FlowDomain | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.flow_domains WHERE flow_id = $1`, [
      flowId,
    ]);
    return row === undefined ? null : present(row);
  }

  /**
   * Those that flows have, in the trash too: nothing else of the server is to be seen there. Apps have one below the domain
   * of apps as well; the domains that are people's own come last.
   */
  async shown(appsDomain: string | null): Promise<readonly ShownDomain[]> {
    const rows = await this.#engine.query(
      `SELECT p.custom_subdomain || '.' || $1, f.public_identifier, NULL, f.trashed_at IS NOT NULL, true
       FROM weft.documents p JOIN weft.flows f ON f.id = p.flow_id
       WHERE p.custom_subdomain IS NOT NULL AND $1::text IS NOT NULL
       UNION ALL
       SELECT d.domain, f.public_identifier, p.custom_ending, f.trashed_at IS NOT NULL, f.type = 'zite'
       FROM weft.flow_domains d
       JOIN weft.flows f ON f.id = d.flow_id LEFT JOIN weft.documents p ON p.flow_id = f.id
       WHERE d.verified_at IS NOT NULL`,
      [appsDomain],
    );
    return rows.map(
      ([domain, publicIdentifier, customEnding, trashed, isApp]) =>
        ({ domain, publicIdentifier, customEnding, trashed, isApp }) as ShownDomain,
    );
  }

  /** Those to be asked about again: claims every hour for some days, those that flows have once a day. */
  async due(limit: number): Promise<readonly FlowDomain[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.flow_domains
       WHERE CASE WHEN verified_at IS NULL
         THEN claimed_at > now() - interval '${daysAsked} days'
           AND coalesce(checked_at, claimed_at) < now() - interval '50 minutes'
         ELSE coalesce(checked_at, verified_at) < now() -
           CASE WHEN failing_since IS NULL THEN interval '23 hours' ELSE interval '50 minutes' END END
       ORDER BY checked_at NULLS FIRST, flow_id LIMIT $1`,
      [limit],
    );
    return rows.map(present);
  }
}
