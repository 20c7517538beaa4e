import type { Contexto, FacturaForm, UltimoPrecio } from '@yupana/contract'
import { addDays, COD_DOC, daysBetween, fechaIn, formatNumero } from '@yupana/fiscal'
import { MATERIALES_CONSTRUCCION } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import * as sql from './contexto.sql.ts'
import { duplicate } from './factura-duplicar.service.ts'

const { FACTURA } = COD_DOC
/** Older sales are not looked at: the bound keeps the search within a range of the list. */
const DIAS_MIRADOS = 90
const MATERIALES = MATERIALES_CONSTRUCCION.map(({ codigo, nombre }) => ({ codigo, nombre }))

export async function readContexto(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  tipo: string,
): Promise<Contexto> {
  const { certificado, ...row } = await sql.readContexto(tx, empresaId, usuarioId, tipo)
  const ahora = clock.now()
  const hoy = fechaIn(ahora)
  return {
    ...row,
    hoy,
    materiales: MATERIALES,
    certificado: certificado && {
      apto: !certificado.inservible && new Date(certificado.desde) <= ahora && ahora < new Date(certificado.hasta),
      dias_restantes: Math.max(daysBetween(hoy, fechaIn(new Date(certificado.hasta))), 0),
    },
  }
}

/** The last price of the product for the person; null before the first sale. */
export async function lastPrecio(
  tx: Tx,
  { empresaId, ambiente }: SesionAbierta,
  personaId: string,
  productoId: string,
): Promise<UltimoPrecio | null> {
  const venta = await sql.lastVentaOf(tx, { empresaId, ambiente, tipo: FACTURA }, personaId, productoId)
  if (!venta) return null
  const form = venta.entrada as FacturaForm
  const linea = form.lineas.find(({ producto_id: id }) => id?.toLowerCase() === productoId.toLowerCase())
  if (!linea) return null
  return {
    precio_unitario: linea.precio_unitario,
    descuento: linea.descuento,
    cantidad: linea.cantidad,
    modo: form.modo,
    fecha_emision: venta.fecha_emision,
    numero: formatNumero({ estab: venta.establecimiento, ptoEmi: venta.punto, secuencial: venta.secuencial }),
  }
}

/** The last sale to a person, or the user's own last one, as a form for another; null before the first. */
export async function lastFactura(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId, ambiente }: SesionAbierta,
  personaId?: string,
): Promise<FacturaForm | null> {
  const hoy = fechaIn(clock.now())
  const ventas = { empresaId, ambiente, tipo: FACTURA }
  const venta = await (personaId === undefined
    ? sql.lastVentaBy(tx, ventas, usuarioId, addDays(hoy, -DIAS_MIRADOS))
    : sql.lastVentaTo(tx, ventas, personaId))
  return venta ? duplicate(tx, empresaId, venta.entrada as FacturaForm, hoy) : null
}
