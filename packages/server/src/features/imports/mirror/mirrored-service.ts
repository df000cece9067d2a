import type { MirrorValues } from '../../bases/mirrors.ts';
import type {
  ServiceRow,
  ServiceStructure,
  ServiceTable,
  SourceContext,
} from '../from-service/service-source.ts';

/** The structure of a service with what apps need to know of it besides. */
export interface MirroredStructure extends ServiceStructure {
  /** Fields that nobody fills in here. */
  readonly fixedFields: readonly string[];
}

/**
 * What a database shows of a service, in the ids of the database: read whole, one record at a time, and written. Throws
 * AppError with a sentence.
 */
export interface MirroredService {
  /** What it is called: 'Airtable'. */
  readonly label: string;
  structure(context: SourceContext): Promise<MirroredStructure>;
  /** One record as it is there now; null: it is gone. */
  read(table: ServiceTable, recordId: string, context: SourceContext): Promise<ServiceRow | null>;
  create(table: ServiceTable, values: MirrorValues, context: SourceContext): Promise<ServiceRow>;
  update(
    table: ServiceTable,
    recordId: string,
    values: MirrorValues,
    context: SourceContext,
  ): Promise<ServiceRow>;
  /** One that is gone already is as good. */
  remove(table: ServiceTable, recordId: string, context: SourceContext): Promise<void>;
}
