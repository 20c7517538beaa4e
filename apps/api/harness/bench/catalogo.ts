import http from 'node:http'
import {
  pathOf,
  searchCuenta,
  searchEstadoCuenta,
  searchExistencia,
  searchKardex,
  searchMovimiento,
  searchPersona,
  searchProducto,
  searchProductoVenta,
  type Endpoint,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import pg from 'pg'

import { createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../src/db/transaction.ts'
import { searchCuentas, searchEstado } from '../../src/features/cartera/cartera.door.ts'
import { searchExistencias, searchKardex as kardexOf, searchMovimientos, withStock } from '../../src/features/movimiento/movimiento.door.ts'
import { searchPersonas } from '../../src/features/persona/persona.door.ts'
import { searchProductos, searchVenta } from '../../src/features/producto/producto.door.ts'
import type { Bench } from './bench.ts'
import { cargaFiguras } from './catalogo-carga.ts'
import { DEL_CLIENTE, DEL_PRODUCTO, PRODUCTOS, startCatalogo } from './catalogo-datos.ts'
import { compare, replay, statementsOf } from './comparar.ts'
import type { FiguraDescrita } from './figura.ts'
import { signIn, USUARIO } from './prepare.ts'
import { timedGet } from './timed-get.ts'

interface Empresa {
  id: EmpresaId
  bodega: string
  producto: string
  persona: string
}

interface Medida {
  readonly name: string
  readonly what: string
  readonly address: string
  /** The route's work on the database. */
  readonly ask: (tx: Tx) => Promise<unknown>
  readonly limit: number
  readonly ofP95?: boolean
  readonly withRatio?: boolean
}

interface Llamada<Q> {
  readonly path: string
  readonly query?: { parse(query: object): Q } | undefined
}

/** A call with this query: its address, and its work on the database. */
function medidaOf<Q>(
  llamada: Llamada<Q>,
  {
    query,
    id = '',
    ask,
    ...medida
  }: Omit<Medida, 'address' | 'ask'> & { query: object; id?: string; ask: (tx: Tx, query: Q) => Promise<unknown> },
): Medida {
  if (!llamada.query) throw new Error('a call without a query')
  const asked = { page: '0', size: '10', ...query }
  const parsed = llamada.query.parse(asked)
  const address = `${pathOf(llamada as Endpoint, { id })}?${new URLSearchParams(asked).toString()}`
  return { ...medida, address, ask: (tx) => ask(tx, parsed) }
}

/** Searches of an invoice during typing: the first letters, a word, two words, the beginning of a code, a bar code. */
const TECLEADAS = ['ar', 'arroz', 'andina familiar', 'a0123', '7860000054321'] as const
const TECLA = { limit: 50, ofP95: true, withRatio: false } as const
const LISTA = { limit: 10 } as const
const CIEN = { limit: 100, withRatio: false } as const

function medidasOf({ id, bodega, producto, persona }: Empresa): Medida[] {
  const lugar = { empresaId: id, ambiente: 'PRODUCCION' } as const
  const hoy = fechaIn(new Date())
  return [
    ...TECLEADAS.map((q, at) =>
      medidaOf(searchProductoVenta, {
        ...TECLA,
        name: `tecla-${at + 1}`,
        what: `Products of an invoice for «${q}»`,
        query: { q },
        ask: (tx, query) => searchVenta(tx, id, query),
      }),
    ),
    medidaOf(searchProducto, {
      ...LISTA,
      name: 'productos',
      what: `List of ${PRODUCTOS} products with their stock`,
      query: {},
      ask: async (tx, query) => withStock(tx, lugar, (await searchProductos(tx, id, query)).content),
    }),
    medidaOf(searchPersona, {
      ...LISTA,
      name: 'personas',
      what: 'List of 50000 people',
      query: {},
      ask: (tx, query) => searchPersonas(tx, id, query),
    }),
    medidaOf(searchPersona, {
      ...LISTA,
      name: 'personas-palabras',
      what: '… by two words of the name',
      query: { q: 'maria lopez' },
      ask: (tx, query) => searchPersonas(tx, id, query),
    }),
    medidaOf(searchExistencia, {
      ...LISTA,
      name: 'existencias',
      what: 'What there is of each product',
      query: {},
      ask: (tx, query) => searchExistencias(tx, lugar, hoy, query),
    }),
    medidaOf(searchMovimiento, {
      ...LISTA,
      name: 'movimientos',
      what: 'List of movements, which have 1000000 rows',
      query: {},
      ask: (tx, query) => searchMovimientos(tx, lugar, query),
    }),
    medidaOf(searchCuenta, {
      ...LISTA,
      name: 'cuentas',
      what: 'List of 500000 accounts owed, which have 1000000 entries',
      query: { sentido: 'COBRAR' },
      ask: (tx, query) => searchCuentas(tx, lugar, hoy, query),
    }),
    medidaOf(searchKardex, {
      ...CIEN,
      name: 'kardex',
      what: `Kardex of a product of ${DEL_PRODUCTO} rows, first page`,
      id: producto,
      query: {},
      ask: (tx, query) => kardexOf(tx, lugar, { bodegaId: bodega, productoId: producto }, query),
    }),
    medidaOf(searchEstadoCuenta, {
      ...CIEN,
      name: 'estado-de-cuenta',
      what: `Statement of a client of ${DEL_CLIENTE} entries, first page`,
      query: { sentido: 'COBRAR', persona_id: persona },
      ask: (tx, query) => searchEstado(tx, lugar, query),
    }),
  ]
}

async function readEmpresa(adminUrl: string): Promise<Empresa> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Empresa>(
      `select b.empresa_id as id, b.id as bodega, (select p.id from producto p order by p.code limit 1) as producto,
              (select p.id from persona p order by p.identificacion limit 1) as persona from bodega b`,
    )
    if (!rows[0]) throw new Error('the catalogue is empty')
    return rows[0]
  } finally {
    await client.end()
  }
}

/** A large catalogue with its kardex and debts: search, changes, import and export. */
export const catalogo: Bench = async ({ say }) => {
  const installation = await startCatalogo(say)
  const { appUrl, adminUrl } = installation.database
  const pool = createPool(appUrl, 'yupana_app', { max: 1 })
  const client = await pool.connect()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const token = await signIn(installation.baseUrl, `${USUARIO}1`)
    const empresa = await readEmpresa(adminUrl)
    const figuras: FiguraDescrita[] = []
    for (const { name, address, ask, ...medida } of medidasOf(empresa)) {
      const statements = await statementsOf(appUrl, (db) => inEmpresa(db, empresa.id, ask))
      const api = () => timedGet(agent, installation.baseUrl + address, token)
      const direct = () => replay(client, empresa.id, statements)
      figuras.push(...(await compare({ ...medida, name: `catalogo.${name}`, api, direct })))
      say(`  ${name}`)
    }
    return [...figuras, ...(await cargaFiguras(installation, token, say))]
  } finally {
    agent.destroy()
    client.release()
    await pool.end()
    await installation.stop()
  }
}
