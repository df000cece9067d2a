export {
  findPostgres,
  freePort,
  type PostgresBinaries,
  type PostgresCluster,
  startPostgres,
} from './postgres.ts';
export { type Product, startProduct } from './product.ts';
