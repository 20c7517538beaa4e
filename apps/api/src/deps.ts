import type { Almacen } from './almacen/almacen.ts'
import type { Clock } from './proceso/clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/connect.ts'
import type { Imprenta } from './imprenta/imprenta.ts'
import type { Sobre } from './secretos/sobre.ts'

/** What every part of the server is given: nothing below reads the environment or the machine's clock. */
export interface Deps {
  config: Config
  clock: Clock
  /** Works as the application role, or as the worker's in the worker process. */
  db: Db
  /** Seals and opens what only the server may read. */
  sobre: Sobre
  /** Where large files lie, sealed. */
  almacen: Almacen
  /** Draws what is printed, beside whoever answers. */
  imprenta: Imprenta
}
