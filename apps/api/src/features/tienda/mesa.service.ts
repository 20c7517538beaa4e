import type { Listing, OrdenEnCola, OrdenRevisada } from '@yupana/contract'
import { canMoveOrden, type EstadoOrden } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Sesion } from '../../plugins/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { deliver, filaOf, read as readOrden, requireOrden } from './orden.service.ts'
import * as sql from './orden.sql.ts'

// The desk of SUPER_ADMIN: what it decides is written in the company of the order.

interface Lugar {
  empresa_id: string
  id: string
}

export async function search(
  { db, clock }: Deps,
  session: Sesion,
  query: { page: number; size: number; estado?: EstadoOrden | undefined },
): Promise<Listing<OrdenEnCola>> {
  const { page, size } = query
  const ahora = clock.now()
  const { rows, total } = await sql.pageEnCola(db, session, { ...query, ahora })
  const content = rows.map((row) => ({ ...filaOf(row, ahora), empresa_id: row.empresa_id, empresa: row.empresa, ruc: row.ruc }))
  return { content, totalElements: total, totalPages: Math.ceil(total / size), number: page, size, exact: true }
}

async function revisada(tx: Tx, { empresa_id, id }: Lugar, en: Date): Promise<OrdenRevisada> {
  const orden = await readOrden(tx, { empresaId: empresa_id, en }, id)
  const empresa = await sql.findEmpresa(tx, empresa_id)
  return { ...orden, empresa_id, empresa: empresa?.nombre_comercial ?? empresa?.razon_social ?? '', ruc: empresa?.ruc ?? '' }
}

export const read = ({ db, clock }: Deps, lugar: Lugar): Promise<OrdenRevisada> =>
  inEmpresa(db, lugar.empresa_id, (tx) => revisada(tx, lugar, clock.now()))

interface Decision extends Lugar {
  version: number
  estado: 'PAGADA' | 'RECHAZADA'
  motivo?: string | undefined
}

/** One payment, whatever is pressed twice or meanwhile: state and version decide. @throws 404, 409, 422 */
export const decide = (
  { db, clock }: Deps,
  { usuarioId }: Sesion,
  { version, estado, motivo, ...lugar }: Decision,
): Promise<OrdenRevisada> =>
  inEmpresa(db, lugar.empresa_id, async (tx) => {
    const en = clock.now()
    const orden = await requireOrden(tx, lugar.empresa_id, lugar.id, true)
    if (!canMoveOrden(orden.estado, estado)) throw errors.orderMove()
    if (estado === 'RECHAZADA' && (motivo ?? '').length < 5)
      throw errors.field('REASON', 'motivo', 'Escriba por qué se rechaza el comprobante.')
    if (!(await sql.updateOrden(tx, lugar.empresa_id, { id: lugar.id, version }, { estado }, en))) throw errors.conflict()
    if (estado === 'PAGADA') await deliver(tx, lugar.empresa_id, orden)
    await sql.insertHistoria(tx, lugar.empresa_id, { ordenId: lugar.id, estado, en, quien: null, motivo })
    const detalle = { estado, total: orden.total, ...(motivo && { motivo }) }
    await recordAuditoria(tx, { empresaId: lugar.empresa_id, usuarioId, en, accion: 'orden.decidir', objeto: lugar.id, detalle })
    return revisada(tx, lugar, en)
  })
