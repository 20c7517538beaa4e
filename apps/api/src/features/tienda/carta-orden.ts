import { displayFecha, displayMonto, numeroOrden, type EstadoOrdenGuardado, type Fecha, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { correoDePersona, postCarta } from '../carta/carta.door.ts'

interface OrdenContada {
  id: string
  usuario_id: string
  numero: number
  total: Monto
  vence: Fecha
}

/** What a state means for the buyer; nothing for the buyer's own cancellation, which has no reason. */
export function palabrasOf(
  estado: EstadoOrdenGuardado,
  { total, vence }: Pick<OrdenContada, 'total' | 'vence'>,
  motivo: string | undefined,
): string | undefined {
  switch (estado) {
    case 'POR_PAGAR':
      return `Se registró por ${displayMonto(total)}. Transfiera hasta el ${displayFecha(vence)} y envíe el comprobante.`
    case 'EN_REVISION':
      return 'Recibimos su comprobante. Pronto confirmaremos el pago.'
    case 'PAGADA':
      return `Su pago de ${displayMonto(total)} está confirmado. La factura está en su historial de compras.`
    case 'RECHAZADA':
      return `El comprobante fue rechazado: ${motivo ?? 'no corresponde a esta orden'}. Puede enviar otro.`
    case 'DEVUELTA':
      return `Se le devuelve ${displayMonto(total)}: ${motivo ?? 'devolución'}. La nota de crédito está en su historial de compras.`
    case 'ANULADA':
      return motivo === undefined ? undefined : `Fue anulada: ${motivo}. Si ya transfirió ${displayMonto(total)}, se le devuelve.`
  }
}

/** Tells the buyer by letter how an order goes, in the transaction that moves it. */
export async function tellComprador(
  deps: Pick<Deps, 'config' | 'clock' | 'sobre'>,
  tx: Tx,
  orden: OrdenContada,
  { estado, motivo }: { estado: EstadoOrdenGuardado; motivo?: string | undefined },
): Promise<void> {
  const palabras = palabrasOf(estado, orden, motivo)
  if (palabras !== undefined) await post(deps, tx, orden, palabras)
}

/** Tells the buyer that the money of a card goes back, and why. */
export const tellReverso = (
  deps: Parameters<typeof tellComprador>[0],
  tx: Tx,
  orden: OrdenContada,
  { monto, problema }: { monto: Monto; problema: string },
): Promise<void> => post(deps, tx, orden, `Los ${displayMonto(monto)} cobrados a su tarjeta se le devuelven. ${problema}`)

/** Tells the buyer that the SRI has a declaration that was bought. */
export const tellDeclarada = (
  deps: Parameters<typeof tellComprador>[0],
  tx: Tx,
  orden: OrdenContada,
  { nombre, numero, fecha }: { nombre: string; numero: string; fecha: string },
): Promise<void> => post(deps, tx, orden, `${nombre} está presentada en el SRI desde el ${fecha}, con el número ${numero}.`)

async function post(deps: Parameters<typeof tellComprador>[0], tx: Tx, orden: OrdenContada, palabras: string): Promise<void> {
  const para = await correoDePersona(tx, orden.usuario_id)
  if (para === undefined) return
  const asunto = `Orden ${numeroOrden(orden.numero)} de la tienda`
  const texto = `${asunto}\n\n${palabras}\n\nVéala en ${deps.config.urlPublica}/#/historial_compras?orden=${orden.id}\n`
  await postCarta(deps, tx, { para, asunto, texto })
}
