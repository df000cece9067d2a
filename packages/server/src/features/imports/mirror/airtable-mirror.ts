import {
  type AirtableRecord,
  createAirtableRecord,
  deleteAirtableRecord,
  ServiceFault,
  updateAirtableRecord,
} from '@weft/integrations';
import { AppError, invalid, must } from '@weft/std';
import type { MirrorValues } from '../../bases/mirrors.ts';
import { AirtableSource, type PlannedTable } from '../airtable/airtable-source.ts';
import { BaseReader } from '../airtable/base-reader.ts';
import type { ConnectedReads } from '../from-service/connected-reads.ts';
import type { ServiceRow, ServiceTable, SourceContext } from '../from-service/service-source.ts';
import { isWritable, toAirtable } from './airtable-values.ts';
import { MirrorIds } from './mirror-ids.ts';
import type { MirroredService, MirroredStructure } from './mirrored-service.ts';

/** Airtable says either of what is not there. */
const isGone = (error: unknown): boolean =>
  error instanceof AppError &&
  error.cause instanceof ServiceFault &&
  (error.cause.status === 404 || error.cause.status === 403);

/** A base of Airtable that a database here shows. */
export class AirtableMirror implements MirroredService {
  readonly label = 'Airtable';
  readonly #reads: ConnectedReads;
  readonly #airtableBaseId: string;
  readonly #ids: MirrorIds;
  readonly #source: AirtableSource;

  /** `textFieldId`: a field whose cells are texts here, whatever it is there. */
  constructor(
    reads: ConnectedReads,
    airtableBaseId: string,
    { baseId, textFieldId }: { readonly baseId: string; readonly textFieldId: string | undefined },
  ) {
    this.#reads = reads;
    this.#airtableBaseId = airtableBaseId;
    this.#ids = new MirrorIds(baseId);
    this.#source = new AirtableSource(
      (signal) => new BaseReader(reads, airtableBaseId, signal),
      this.#ids,
      null,
      { textFieldId },
    );
  }

  async structure(context: SourceContext): Promise<MirroredStructure> {
    const structure = await this.#source.structure(context);
    const fixedFields = this.#source.planned.flatMap(({ fields }) =>
      fields.flatMap(({ source, id, plan }) => (isWritable(source, plan) ? [] : [id])),
    );
    return { ...structure, fixedFields };
  }

  async read({ table }: ServiceTable, recordId: string, context: SourceContext): Promise<ServiceRow | null> {
    const planned = this.#planned(table.id);
    const reader = new BaseReader(this.#reads, this.#airtableBaseId, context.signal);
    const there = this.#ids.recordThere(recordId);
    const record = await reader.record(planned.source.id, there).catch((error: unknown) => {
      if (isGone(error)) return null;
      throw error;
    });
    return record && this.#source.rowOf(planned, record, context);
  }

  create(table: ServiceTable, values: MirrorValues, context: SourceContext): Promise<ServiceRow> {
    return this.#write(table, values, context, (http, place, fields) =>
      createAirtableRecord(http, place, fields),
    );
  }

  update(
    table: ServiceTable,
    recordId: string,
    values: MirrorValues,
    context: SourceContext,
  ): Promise<ServiceRow> {
    return this.#write(table, values, context, (http, place, fields) =>
      updateAirtableRecord(http, place, this.#ids.recordThere(recordId), fields),
    );
  }

  async remove({ table }: ServiceTable, recordId: string, { signal }: SourceContext): Promise<void> {
    const place = { baseId: this.#airtableBaseId, tableId: this.#planned(table.id).source.id };
    const there = this.#ids.recordThere(recordId);
    try {
      await this.#reads.ask(this.#airtableBaseId, signal, (http) => deleteAirtableRecord(http, place, there));
    } catch (error) {
      if (!isGone(error)) throw error;
      // Refused, or gone: it is seen by looking.
      const reader = new BaseReader(this.#reads, this.#airtableBaseId, signal);
      const isThere = await reader.record(place.tableId, there).then(
        () => true,
        () => false,
      );
      if (isThere) throw error;
    }
  }

  #planned(tableId: string): PlannedTable {
    const found = this.#source.planned.find(({ id }) => id === tableId);
    if (found === undefined)
      throw new AppError('conflict', 'This table is no longer in the base of Airtable');
    return found;
  }

  async #write(
    { table }: ServiceTable,
    values: MirrorValues,
    context: SourceContext,
    send: (
      http: Parameters<typeof createAirtableRecord>[0],
      place: Parameters<typeof createAirtableRecord>[1],
      fields: { readonly [id: string]: unknown },
    ) => Promise<AirtableRecord>,
  ): Promise<ServiceRow> {
    const planned = this.#planned(table.id);
    const fields: { [id: string]: unknown } = {};
    for (const [fieldId, value] of values) {
      const one = planned.fields.find(({ id }) => id === fieldId);
      if (one === undefined || !isWritable(one.source, one.plan))
        throw invalid(fieldId, 'Airtable fills this in: it cannot be changed here');
      fields[one.source.id] =
        one.plan.becomes === 'link'
          ? (((value ?? []) as readonly string[]).map((id) => this.#ids.recordThere(id)) as unknown)
          : toAirtable(
              one.source,
              table.fields.find(({ id }) => id === fieldId),
              value,
            );
    }
    const place = { baseId: this.#airtableBaseId, tableId: planned.source.id };
    const record = await this.#reads.ask(this.#airtableBaseId, context.signal, (http) =>
      send(http, place, fields),
    );
    return must(await this.#source.rowOf(planned, record, context));
  }
}
