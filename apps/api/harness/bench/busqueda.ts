import http from 'node:http'
import { countComprobante, pathOf, searchFactura, type ComprobanteBusqueda } from '@yupana/contract'
import pg from 'pg'

import { createPool } from '../../src/db/connect.ts'
import { inEmpresa } from '../../src/db/transaction.ts'
import { countComprobantes, searchComprobantes } from '../../src/features/comprobante/lectura/lectura.door.ts'
import type { SesionAbierta } from '../../src/plugins/sesion/session.ts'
import type { Bench } from './bench.ts'
import { startMillon } from './busqueda-datos.ts'
import { compare, replay, statementsOf } from './comparar.ts'
import type { FiguraDescrita } from './figura.ts'
import type { Installation } from './installation.ts'
import { signIn, USUARIO } from './prepare.ts'
import { timedGet } from './timed-get.ts'

const FACTURA = '01'

interface Buscada {
  readonly name: string
  readonly what: string
  readonly query: Readonly<Record<string, string>>
}

export const busqueda: Bench = async ({ say }) => {
  const installation = await startMillon(say)
  const { appUrl } = installation.database
  const pool = createPool(appUrl, 'yupana_app', { max: 1 })
  const client = await pool.connect()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const token = await signIn(installation.baseUrl, `${USUARIO}1`)
    const empresa = await bigCompany(installation)
    const session = { empresaId: empresa.id, ambiente: 'PRODUCCION' } as SesionAbierta
    const get = (path: string) => timedGet(agent, installation.baseUrl + path, token)
    const figuras: FiguraDescrita[] = []
    for (const { name, what, query } of searches(empresa)) {
      const statements = await statementsOf(appUrl, (db) =>
        inEmpresa(db, session.empresaId, (tx) => searchComprobantes(tx, session, { page: 0, size: 10, ...typed(query) }, [FACTURA])),
      )
      const path = `${pathOf(searchFactura)}?${new URLSearchParams({ page: '0', size: '10', ...query }).toString()}`
      figuras.push(
        ...(await compare({
          name: `busqueda.${name}`,
          what,
          limit: 10,
          api: () => get(path),
          direct: () => replay(client, session.empresaId, statements),
        })),
      )
    }
    const counting = await statementsOf(appUrl, (db) => inEmpresa(db, session.empresaId, (tx) => countComprobantes(tx, session, {})))
    figuras.push(
      ...(await compare({
        name: 'busqueda.pestanas',
        what: 'Counts of the tabs',
        limit: 30,
        api: () => get(pathOf(countComprobante)),
        direct: () => replay(client, session.empresaId, counting),
        withRatio: false,
      })),
    )
    return figuras
  } finally {
    agent.destroy()
    client.release()
    await pool.end()
    await installation.stop()
  }
}

interface Empresa {
  id: string
  /** Number of a document from the middle of the period. */
  numero: string
  secuencial: string
  identificacion: string
  nombre: string
  mes: string
}

async function bigCompany({ database }: Installation): Promise<Empresa> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Empresa>(
      `select e.id, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, d.secuencial::text, d.receptor_identificacion as identificacion,
              d.receptor_nombre as nombre, to_char(d.fecha_emision, 'YYYY-MM') as mes
         from (select id from empresa order by ruc limit 1) e
         join lateral (select * from documento where empresa_id = e.id and creado_en < now() - interval '400 days' order by creado_en desc limit 1) d on true`,
    )
    if (!rows[0]) throw new Error('the million is empty')
    return rows[0]
  } finally {
    await client.end()
  }
}

const searches = ({ numero, secuencial, identificacion, nombre, mes }: Empresa): Buscada[] => [
  { name: 'primera-pagina', what: 'First page', query: {} },
  { name: 'por-estado', what: 'By state: authorised', query: { tributario: '1' } },
  { name: 'por-estado-raro', what: 'By state: not authorised', query: { tributario: '4' } },
  { name: 'por-fechas', what: 'By date range: one month of last year', query: { desde: `${mes}-01`, hasta: `${mes}-28` } },
  {
    name: 'por-cliente-palabras',
    what: 'By two words of the client’s name',
    query: { q: nombre.split(' ').slice(0, 2).join(' ').toLowerCase() },
  },
  { name: 'por-cliente-identificacion', what: 'By the client’s identification', query: { q: identificacion } },
  { name: 'por-numero', what: 'By whole number', query: { q: numero } },
  { name: 'por-secuencial', what: 'By sequence number alone', query: { q: secuencial } },
]

const typed = ({ tributario, ...rest }: Readonly<Record<string, string>>): Partial<ComprobanteBusqueda> =>
  ({
    ...rest,
    ...(tributario !== undefined && { tributario: Number(tributario) as ComprobanteBusqueda['tributario'] }),
  }) as Partial<ComprobanteBusqueda>
