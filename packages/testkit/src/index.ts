export { type ProductEngine, postgresServer, productEngines, startProductOn } from './engines.ts';
export {
  findPostgres,
  freePort,
  type PostgresBinaries,
  type PostgresCluster,
  startPostgres,
} from './postgres.ts';
export { type Product, startProduct } from './product.ts';
export { type Session, signUp } from './session.ts';
