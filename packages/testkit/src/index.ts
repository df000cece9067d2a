export {
  findPostgres,
  freePort,
  type PostgresBinaries,
  type PostgresCluster,
  startPostgres,
} from './postgres.ts';
