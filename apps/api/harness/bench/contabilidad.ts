import http from 'node:http'
import {
  pathOf,
  readAts,
  exportReporte,
  readCasillero,
  readCifras,
  readPapel,
  readReporte,
  readTopProductos,
  type Endpoint,
} from '@yupana/contract'
import { addDays, fechaDePeriodo, fechaIn, PERIODO_REPORTE, TIPO_MOVIMIENTO } from '@yupana/fiscal'
import pg from 'pg'

import type { Bench } from './bench.ts'
import { startContabilidad } from './contabilidad-datos.ts'
import { hasProc, rssOf } from './cpu.ts'
import { figuraOf, median, percentile, type FiguraDescrita } from './figura.ts'
import { signIn, USUARIO } from './prepare.ts'
import { timedGet } from './timed-get.ts'

const RONDAS = 40
const CALENTAMIENTO = 3
const GRANDES = 5
const MUESTRA_MS = 20

interface Medida {
  name: string
  what: string
  endpoint: Endpoint
  query: Record<string, string>
  /** Milliseconds. */
  limit?: number
  rondas?: number
}

const HOY = fechaIn(new Date())
const CERRADO = addDays(`${HOY.slice(0, 7)}-01`, -1).slice(0, 7)
const HACE_UN_ANIO = addDays(HOY, -364)

const periodo = (de: (typeof PERIODO_REPORTE)[keyof typeof PERIODO_REPORTE], dia: string) => ({
  periodo: String(de),
  fecha: fechaDePeriodo(de, dia),
})
const DEL_MES = periodo(PERIODO_REPORTE.MENSUAL, `${CERRADO}-01`)
const DEL_ANIO = periodo(PERIODO_REPORTE.ANUAL, HOY)
const VENTAS = { tipo: String(TIPO_MOVIMIENTO.VENTAS) }
const CIENTO_CUATRO = { formulario: '104', periodo: CERRADO }

const MEDIDAS: readonly Medida[] = [
  { name: 'dashboard-mes', what: 'Dashboard, sales of a month, p95', endpoint: readCifras, query: { ...DEL_MES, ...VENTAS }, limit: 150 },
  {
    name: 'dashboard-anio',
    what: 'Dashboard, sales of a year, p95',
    endpoint: readCifras,
    query: { ...DEL_ANIO, ...VENTAS },
    limit: 150,
    rondas: GRANDES,
  },
  {
    name: 'dashboard-gastos',
    what: 'Dashboard, expenses of a month of 20,000 purchases, p95',
    endpoint: readCifras,
    query: { ...DEL_MES, tipo: String(TIPO_MOVIMIENTO.GASTOS) },
    limit: 150,
  },
  { name: 'top-mes', what: 'Top products of a month, p95', endpoint: readTopProductos, query: DEL_MES, limit: 150 },
  { name: 'top-anio', what: 'Top products of a year, p95', endpoint: readTopProductos, query: DEL_ANIO, limit: 150, rondas: GRANDES },
  {
    name: 'papel-104',
    what: 'Working paper of the 104 of a month of 16,000 sales and 20,000 purchases, p95',
    endpoint: readPapel,
    query: CIENTO_CUATRO,
    limit: 2_000,
    rondas: GRANDES,
  },
  {
    name: 'casillero',
    what: 'Opening its box of sales (411), p95',
    endpoint: readCasillero,
    query: { ...CIENTO_CUATRO, casillero: '411' },
    limit: 100,
  },
  {
    name: 'casillero-compras',
    what: '… of purchases (510), p95',
    endpoint: readCasillero,
    query: { ...CIENTO_CUATRO, casillero: '510' },
    limit: 100,
  },
  {
    name: 'reporte',
    what: 'First page of the report of sales of a month, p95',
    endpoint: readReporte,
    query: { reporte: 'ventas', desde: `${CERRADO}-01`, hasta: addDays(`${HOY.slice(0, 7)}-01`, -1) },
  },
]

/** Screens of an accountant at the end of the month, for a company with 200,000 documents a year among a million. */
export const contabilidad: Bench = async ({ say }) => {
  const installation = await startContabilidad(say)
  const { baseUrl, api } = installation
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await forgetKept(installation.database.adminUrl)
    const token = await signIn(baseUrl, `${USUARIO}1`)
    const address = (endpoint: Endpoint, query: Record<string, string>) =>
      `${baseUrl}${pathOf(endpoint)}?${new URLSearchParams(query).toString()}`
    const figuras: FiguraDescrita[] = []
    for (const { name, what, endpoint, query, limit, rondas = RONDAS } of MEDIDAS) {
      const read = () => timedGet(agent, address(endpoint, query), token)
      const first = await read()
      for (let n = 1; n < CALENTAMIENTO; n++) await read()
      const times: number[] = []
      for (let n = 0; n < rondas; n++) times.push(await read())
      say(`  ${name}: la primera ${first.toFixed(0)} ms, después p50 ${median(times).toFixed(1)} ms`)
      figuras.push(
        figuraOf({
          name: `contabilidad.${name}`,
          what,
          value: percentile(times, 0.95),
          unit: 'ms',
          ...(limit !== undefined && { target: { sign: '<=', limit } }),
        }),
      )
    }
    const ats = await timedGet(agent, address(readAts, { periodo: CERRADO }), token)
    figuras.push(
      figuraOf({
        name: 'contabilidad.ats',
        what: 'ATS of a month of 20,000 purchases, to its last byte',
        value: ats / 1000,
        unit: 's',
        target: { sign: '<=', limit: 5 },
      }),
    )
    const before = rssOf(api.pid ?? 0)
    let most = before
    const timer = setInterval(() => (most = Math.max(most, rssOf(api.pid ?? 0))), MUESTRA_MS)
    const hoja = await timedGet(
      agent,
      address(exportReporte, { reporte: 'ventas', desde: HACE_UN_ANIO, hasta: HOY, formato: 'csv' }),
      token,
    ).finally(() => clearInterval(timer))
    say(`  reporte de un año: ${(hoja / 1000).toFixed(1)} s, de ${before.toFixed(0)} a ${most.toFixed(0)} MB`)
    if (hasProc)
      figuras.push(
        figuraOf({
          name: 'contabilidad.reporte-memoria',
          what: 'What the API grows by while it sends the report of 200,000 rows as .csv',
          value: most - before,
          unit: 'MB',
          target: { sign: '<=', limit: 100 },
        }),
      )
    return figuras
  } finally {
    agent.destroy()
    await installation.stop()
  }
}

/** Deletes the kept sums of months, so that the first reading is one of an unread month. */
async function forgetKept(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('delete from venta_mes; delete from cifra_tramo').finally(() => client.end())
}
