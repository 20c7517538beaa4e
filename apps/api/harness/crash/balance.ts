import type pg from 'pg'

import { HUECOS } from '../../src/invariantes/consultas.ts'
import type { Asked, CajaDicha } from './client.ts'
import { facturasDeOrdenes } from './compras.ts'
import type { Scene } from './scene.ts'

export interface Balance {
  acknowledged: number
  documents: number
  /** SRI codes of their types. */
  tipos: string[]
  lost: number
  duplicated: number
  gaps: number
  /** Refused valid requests, and documents that did not end AUTORIZADO. */
  others: number
  /** First example of each kind, in Spanish. */
  ejemplos: string[]
}

interface Row {
  id: string
  tipo: string
  numero: string
  clave: string
  estado: string
}

/** Number of a document at the authority: the clave without date, código numérico and check digit. */
const numberOf = (clave: string) => clave.slice(8, 39)

/** Compares the acknowledgements of the clients with the database and the authority's ledger (I3). */
export async function balanceOf(history: readonly Asked[], owner: pg.Pool, scene: Scene): Promise<Balance> {
  const deOrdenes = await facturasDeOrdenes(owner)
  const { rows } = await owner.query<Row>(
    `select id, tipo, establecimiento || '-' || punto || '-' || lpad(secuencial::text, 9, '0') as numero, clave, estado from documento`,
  )
  const {
    rows: [huecos],
  } = await owner.query<{ n: number }>(`select coalesce(sum(faltan), 0)::int as n from (${HUECOS}) h where faltan > 0`)
  const documents = new Map(rows.map((row) => [row.id, row]))
  const asked = new Map(history.map((item) => [item.id, item]))
  const found: Record<'lost' | 'duplicated' | 'others', string[]> = { lost: [], duplicated: [], others: [] }

  for (const { id, told, refused } of history) {
    const row = documents.get(id)
    const [first] = told
    if (told.some(({ numero, clave }) => numero !== first?.numero || clave !== first.clave))
      found.duplicated.push(`${id}: se le dijo ${JSON.stringify(told)}`)
    if (first && (!row || row.numero !== first.numero || row.clave !== first.clave))
      found.lost.push(`${id}: se le dijo ${first.numero} y hay ${row?.numero ?? 'nada'}`)
    if (refused !== undefined) found.others.push(`${id}: ${refused}`)
  }
  for (const row of rows) {
    if (!asked.has(row.id) && !deOrdenes.has(row.id)) found.duplicated.push(`${row.tipo} ${row.numero}: nadie lo pidió`)
    if (row.estado !== 'AUTORIZADO') found.others.push(`${row.tipo} ${row.numero}: quedó ${row.estado}`)
  }
  const claveOfNumber = new Map<string, string>()
  for (const clave of await scene.control.claves()) {
    const known = claveOfNumber.get(numberOf(clave))
    if (known !== undefined && known !== clave) found.duplicated.push(`el SRI tiene ${known} y ${clave} con un mismo número`)
    claveOfNumber.set(numberOf(clave), clave)
  }
  return {
    acknowledged: history.filter(({ told }) => told.length > 0).length,
    documents: rows.filter(({ id }) => !deOrdenes.has(id)).length,
    tipos: [...new Set(rows.map(({ tipo }) => tipo))].sort(),
    lost: found.lost.length,
    duplicated: found.duplicated.length,
    gaps: huecos?.n ?? 0,
    others: found.others.length,
    ejemplos: Object.values(found).flatMap((list) => list.slice(0, 10)),
  }
}

interface MailRow {
  clave: string
  message_id: string
  intentos: number
  direcciones: number
  enviados: number
  /** Mails handed over twice without a record: a person was notified. */
  avisados: number
}

const MAILS = `
  select d.clave, c.message_id, c.intentos, count(*)::int as direcciones, count(*) filter (where r.estado = 'ENVIADO')::int as enviados,
         count(*) filter (where r.estado = 'FALLIDO' and r.error like 'Se entregó dos veces%')::int as avisados
    from correo c join documento d on d.empresa_id = c.empresa_id and d.id = c.documento_id
    join correo_destinatario r on r.empresa_id = c.empresa_id and r.correo_id = c.id
   where c.medio = 'SMTP' group by d.clave, c.message_id, c.intentos`

/**
 * Compares the mails at the mail server with our record of sent ones (C14, C15): each mail once, plus one for each interrupted try, always
 * with its own Message-ID; after two interrupted tries a person is notified instead.
 */
export async function mailBalanceOf(owner: pg.Pool, copies: ReadonlyMap<string, number>): Promise<{ copies: number; fallas: string[] }> {
  const { rows } = await owner.query<MailRow>(MAILS)
  const fallas: string[] = []
  const known = new Set<string>()
  for (const { clave, message_id, intentos, direcciones, enviados, avisados } of rows) {
    if (enviados + avisados < direcciones) fallas.push(`${clave}: correo sin enviar`)
    if (avisados > 0 && intentos < 3) fallas.push(`${clave}: correo abandonado en ${intentos} intentos`)
    for (let at = 0; at < direcciones; at++) {
      const id = `${message_id.slice(0, -1)}.${at}>`
      known.add(id)
      const taken = copies.get(id) ?? 0
      if (taken === 0 && enviados === direcciones) fallas.push(`${clave}: correo ${id} dado por enviado y no llegó`)
      if (taken > intentos) fallas.push(`${clave}: ${taken} copias de ${id} en ${intentos} intentos`)
    }
  }
  // Mails about orders of the store: the buyer gets one for each step.
  const { rows: cartas } = await owner.query<{ id: string }>('select id from carta_cuenta')
  for (const { id } of cartas) known.add(`<${id}@yupana>`)
  for (const id of copies.keys()) if (!known.has(id)) fallas.push(`correo ${id}: nadie lo mandó`)
  return { copies: Math.max(0, ...copies.values()), fallas }
}

const FIRMAS = `
  select d.clave from documento_firma f join documento d on d.empresa_id = f.empresa_id and d.id = f.documento_id
   where (select count(*) from certificado_uso u
           where u.empresa_id = f.empresa_id and u.documento_id = f.documento_id and u.version = f.version and u.certificado_id = f.certificado_id and u.sha256 = f.sha256) <> 1
      or (select count(*) from certificado_uso u where u.empresa_id = f.empresa_id and u.documento_id = f.documento_id and u.version = f.version) <> 1`

/** Checks that each document is signed with exactly one certificate, and that this use is recorded (C18). */
export async function firmasOf(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ clave: string }>(FIRMAS)
  return rows.map(({ clave }) => `${clave}: no consta un solo uso de su certificado`)
}

/** Tills that differ from their acknowledged state. */
export async function cajasOf(dichas: readonly CajaDicha[], owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; esperado: number | null }>(
    'select id, esperado from caja where id = any($1) and (cerrada_en is not null or id = any($2))',
    [dichas.map(({ id }) => id), dichas.filter(({ cerrada_en: cerrada }) => cerrada === null).map(({ id }) => id)],
  )
  const there = new Map(rows.map(({ id, esperado }) => [id, esperado]))
  return dichas
    .filter(({ id, esperado, cerrada_en: cerrada }) => (cerrada === null ? !there.has(id) : there.get(id) !== esperado))
    .map(({ id }) => `caja ${id}: no está como se confirmó`)
}
