import { readConfig } from '../config/config.ts'
import { createDb, createPool } from '../db/connect.ts'
import { Lectura } from '../features/buzon/buzon.door.ts'
import { Imprenta } from '../imprenta/imprenta.ts'
import { createClock } from '../proceso/clock.ts'
import { createSobre } from '../secretos/sobre.ts'

// One reading of a mailbox, in a process that a test may kill at CRASH_AT.
const { DATABASE_URL_WORKER: url = '', CLAVE_MAESTRA: claveMaestra = '' } = process.env
const config = readConfig(process.env)
const db = createDb(createPool(url, 'yupana_worker', { max: 2 }))
const imprenta = new Imprenta({ hilos: 0 })
await new Lectura({
  config,
  db,
  reclamos: db,
  imprenta,
  clock: createClock(config.relojOffset),
  sobre: createSobre(claveMaestra),
}).readNext()
process.exit(0)
