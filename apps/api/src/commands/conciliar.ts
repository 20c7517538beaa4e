import { parseArgs } from 'node:util'
import { createSriClient } from '@yupana/sri'
import pg from 'pg'

import { openAlmacen, type Lugares } from '../almacen/almacen.ts'
import { createClock } from '../proceso/clock.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { createDb, createPool } from '../db/connect.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Ambiente } from '../db/schema-columna.ts'
import { conciliar, type Conciliacion } from '../features/conciliacion/conciliacion.door.ts'
import { requireClaveMaestra } from '../respaldo/clave-maestra.ts'
import { Imprenta } from '../imprenta/imprenta.ts'
import { createSobre } from '../secretos/sobre.ts'
import { exitWithProblem, StartError } from '../instalacion/start-error.ts'

// `npm run conciliar`: after a restore, asks the SRI what this database does not know, and lifts the fence.
// Works as yupana_owner: it reads and writes the documents of every company and moves counters, which no other role may.

const LOCK = 7_401_922_611
const MARGEN = '50'

const say = (line: string) => void process.stdout.write(`· ${line}\n`)

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        margen: { type: 'string', default: MARGEN },
        dias: { type: 'string', default: '0' },
        'sin-simulador': { type: 'boolean', default: false },
        'aceptar-pendientes': { type: 'boolean', default: false },
      },
    })
    const [margen, dias] = [Number(values.margen), Number(values.dias)]
    if (!Number.isInteger(margen) || margen < 1 || margen > 100_000) throw new RangeError('margen')
    if (!Number.isInteger(dias) || dias < 0 || dias > 366) throw new RangeError('dias')
    return { margen, diasAnteriores: dias, withSimulador: !values['sin-simulador'], acceptsPendientes: values['aceptar-pendientes'] }
  } catch {
    throw new StartError('Uso: npm run conciliar -- [--margen NÚMEROS] [--dias DÍAS] [--sin-simulador] [--aceptar-pendientes]')
  }
}

/** Two at once would import the same document twice and meet at its unique keys. */
async function takeLock(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'yupana-conciliar', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCK])
  if (rows[0]?.ok) return client
  await client.end()
  throw new StartError('Ya hay una conciliación en marcha sobre esta base de datos.')
}

const isLoopback = (url: string) => /^(127(\.\d+){3}|localhost|\[::1\])$/.test(new URL(url).hostname)

function serviciosOf(config: Config) {
  const urls = { SIMULADOR: config.simuladorUrl, PRUEBAS: config.sriPruebasUrl, PRODUCCION: config.sriProduccionUrl } as const
  const allowedHosts = Object.values(urls).map((url) => new URL(url).hostname)
  const client = (baseUrl: string) => createSriClient({ baseUrl, allowedHosts })
  const sri = { SIMULADOR: client(urls.SIMULADOR), PRUEBAS: client(urls.PRUEBAS), PRODUCCION: client(urls.PRODUCCION) }
  return {
    sri,
    isPaced: (ambiente: Ambiente) => !isLoopback(urls[ambiente]),
    close: () => Object.values(sri).forEach((service) => service.close()),
  }
}

/** Where nothing is fenced any more this is the living installation: its bucket or folder is its own. */
async function takeOver(done: Conciliacion | undefined, almacen: Lugares): Promise<Conciliacion | undefined> {
  if (done?.levantada === false || !almacen.fuera) return done
  await almacen.takeOver().then(
    () => say('Los archivos de S3_URL o ARCHIVOS_DIR son ahora de esta instalación; otra que los use ya no puede guardar en ese lugar.'),
    (error: Error) => say(`No se pudo tomar el lugar de los archivos (S3_URL o ARCHIVOS_DIR): ${error.message} Repita npm run conciliar.`),
  )
  return done
}

function report({ series, consultas, importados, aclarados, saltados, pendientes, sinRespuesta, cercadas, levantada }: Conciliacion) {
  for (const clave of pendientes.slice(0, 20)) say(`Pendiente en el SRI: ${clave}`)
  say(
    `Conciliación: ${series} series, ${consultas} consultas, ${importados} documentos recuperados, ${aclarados} puestos al día, ${saltados} números sin documento, ${pendientes.length} pendientes.`,
  )
  for (const serie of cercadas) say(`Queda cercada, porque el SRI respondió mal por uno de sus números: ${serie}`)
  if (cercadas.length > 0) say('Repita npm run conciliar más tarde para las series cercadas.')
  if (levantada) return say('La cerca se levantó: la instalación emite, envía y manda correos otra vez.')
  say('La instalación sigue CERCADA.')
  if (sinRespuesta.includes('SIMULADOR'))
    say('El simulador no responde: inicie Yupana (npm start) y repita, o use --sin-simulador si sus documentos de ensayo no importan.')
  if (sinRespuesta.length > 0) say('Repita npm run conciliar cuando el SRI responda: lo ya recuperado no se pierde.')
  if (pendientes.length > 0)
    say('El SRI conoce documentos que aún no devuelve: repita en unos minutos, o use --aceptar-pendientes para saltar sus números.')
}

const config = loadConfig()
try {
  const { withSimulador, ...options } = readOptions()
  const sobre = createSobre(requireClaveMaestra(config))
  const database = await openDatabase(config, say, { join: true })
  const servicios = serviciosOf(config)
  let result: Conciliacion | undefined
  try {
    const lock = await takeLock(database.adminUrl)
    const pool = createPool(database.adminUrl, 'yupana_owner', { max: 6 })
    say('Preguntando al SRI por los números posteriores al respaldo…')
    const db = createDb(pool)
    const almacen = openAlmacen(config, db)
    result = await conciliar({
      ...options,
      ...servicios,
      deps: {
        config,
        clock: createClock(config.relojOffset),
        db,
        sobre,
        almacen,
        imprenta: new Imprenta({ hilos: config.hilosRide }),
      },
      ambientes: withSimulador ? ['SIMULADOR', 'PRUEBAS', 'PRODUCCION'] : ['PRUEBAS', 'PRODUCCION'],
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      onProgress: say,
    })
      .then((done) => takeOver(done, almacen))
      .finally(() => Promise.all([pool.end(), lock.end()]))
    if (result) report(result)
    else say('La instalación no está cercada: no hay nada que conciliar.')
  } finally {
    servicios.close()
    await database.close()
  }
  if (result && !result.levantada) process.exitCode = 1
} catch (error) {
  exitWithProblem(error)
}
