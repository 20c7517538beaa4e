import type { Pago } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { cajasDePago } from '../caja/caja.door.ts'
import { cartasDePago } from '../carta/carta.door.ts'
import { readNombres } from './cuenta.sql.ts'
import { deLado } from './lado.ts'
import type { Lugar } from './libro.sql.ts'
import * as sql from './pago.sql.ts'

/** Mails shown for one receipt. */
const MAX_CARTAS = 50

/** A payment with names, tills and mails; the caller checks the right to collections or payments. @throws 404 */
export async function readSinLado(tx: Tx, lugar: Lugar, id: string): Promise<Pago> {
  const row = await sql.readPago(tx, lugar, id)
  if (!row) throw errors.notFound()
  const { usuario_id: usuario, reversado_por: reverso, ...pago } = row
  const names = await readNombres(tx)
  return {
    ...pago,
    usuario: names.get(usuario) ?? null,
    reversado_por: reverso === null ? null : (names.get(reverso) ?? null),
    ...(await cajasDePago(tx, lugar.empresaId, id)),
    correos: await cartasDePago(tx, lugar.empresaId, id, MAX_CARTAS),
  }
}

/** @throws 404, 403 for a payment to a supplier, without the right to see it */
export async function read(tx: Tx, session: SesionAbierta, id: string): Promise<Pago> {
  const pago = await readSinLado(tx, session, id)
  deLado(session, pago)
  return pago
}
