import { setTimeout as pause } from 'node:timers/promises'

import { openAlmacen } from '../almacen/almacen.ts'
import { readConfig } from '../config/config.ts'
import { createDb, createPool } from '../db/connect.ts'
import { Trabajos, type TipoDeTrabajo } from '../features/trabajo/trabajo.door.ts'
import { Imprenta } from '../imprenta/imprenta.ts'
import { createClock } from '../proceso/clock.ts'
import { createSobre } from '../secretos/sobre.ts'

// A worker in the middle of a file, for a test to kill: two parts are in the storage, the rest never comes.
const { DATABASE_URL_WORKER: url = '', CLAVE_MAESTRA: claveMaestra = '' } = process.env
const config = readConfig(process.env)
const db = createDb(createPool(url, 'yupana_worker', { max: 3 }))
const deps = {
  config,
  db,
  almacen: openAlmacen(config, db),
  clock: createClock(config.relojOffset),
  sobre: createSobre(claveMaestra),
  imprenta: new Imprenta({ hilos: 0 }),
}

async function* half(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(2_000_000)
  await pause(600_000)
}
const kind = (id: TipoDeTrabajo['id']): TipoDeTrabajo => ({
  id,
  make: () => Promise.resolve({ mime: 'application/octet-stream', contenido: half() }),
})
await new Trabajos(deps, [kind('ARCHIVOS'), kind('REPORTE')]).tick(new AbortController().signal)
process.exit(1)
