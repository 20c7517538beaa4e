import type pg from 'pg'

import { HUECOS } from '../invariantes/consultas.ts'
import type { Asked } from './client.ts'
import type { Scene } from './scene.ts'

export interface Balance {
  acknowledged: number
  documents: number
  lost: number
  duplicated: number
  gaps: number
  /** Good requests that were refused, and documents that did not end AUTORIZADO. */
  others: number
  /** In Spanish, the first of each. */
  ejemplos: string[]
}

interface Row {
  id: string
  numero: string
  clave: string
  estado: string
}

/** Number of a document as the authority knows it: the clave without date, código numérico and check digit. */
const numberOf = (clave: string) => clave.slice(8, 39)

/** What the clients were told, held against the database and the authority's ledger (I3). */
export async function balanceOf(history: readonly Asked[], owner: pg.Pool, scene: Scene): Promise<Balance> {
  const { rows } = await owner.query<Row>(
    `select id, establecimiento || '-' || punto || '-' || lpad(secuencial::text, 9, '0') as numero, clave, estado from documento`)
  const { rows: [huecos] } = await owner.query<{ n: number }>(`select coalesce(sum(faltan), 0)::int as n from (${HUECOS}) h where faltan > 0`)
  const documents = new Map(rows.map((row) => [row.id, row]))
  const asked = new Map(history.map((item) => [item.id, item]))
  const found: Record<'lost' | 'duplicated' | 'others', string[]> = { lost: [], duplicated: [], others: [] }

  for (const { id, told, refused } of history) {
    const row = documents.get(id)
    const [first] = told
    if (told.some(({ numero, clave }) => numero !== first?.numero || clave !== first.clave)) found.duplicated.push(`${id}: se le dijo ${JSON.stringify(told)}`)
    if (first && (!row || row.numero !== first.numero || row.clave !== first.clave)) found.lost.push(`${id}: se le dijo ${first.numero} y hay ${row?.numero ?? 'nada'}`)
    if (refused !== undefined) found.others.push(`${id}: ${refused}`)
  }
  for (const row of rows) {
    if (!asked.has(row.id)) found.duplicated.push(`${row.numero}: nadie lo pidió`)
    if (row.estado !== 'AUTORIZADO') found.others.push(`${row.numero}: quedó ${row.estado}`)
  }
  const claveOfNumber = new Map<string, string>()
  for (const clave of await scene.control.claves()) {
    const known = claveOfNumber.get(numberOf(clave))
    if (known !== undefined && known !== clave) found.duplicated.push(`el SRI tiene ${known} y ${clave} con un mismo número`)
    claveOfNumber.set(numberOf(clave), clave)
  }
  return {
    acknowledged: history.filter(({ told }) => told.length > 0).length,
    documents: rows.length,
    lost: found.lost.length,
    duplicated: found.duplicated.length,
    gaps: huecos?.n ?? 0,
    others: found.others.length,
    ejemplos: Object.values(found).flatMap((list) => list.slice(0, 10)),
  }
}
