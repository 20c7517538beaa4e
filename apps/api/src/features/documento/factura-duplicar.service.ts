import type { FacturaDeCotizacion, FacturaForm, LineaForm } from '@yupana/contract'
import { fechaIn, lugarIvaOf, TIPO_IVA, tipoIvaGeneralAt, whyNotTarifaIva, condicionAt, type Fecha, type LugarIva } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readCondiciones, shown, type Condicion } from '../comprobante/armado/armado.door.ts'
import { readFacturable } from '../cotizacion/cotizacion.door.ts'
import { reviseFactura } from './factura-reglas.ts'
import { readPrecios, type PrecioDeLista } from './precio.sql.ts'

interface Dia {
  hoy: Fecha
  lugar: LugarIva
}

/** A rate that no longer holds is replaced by that of the product, or else by the general rate (O-92). */
function ivaAt({ iva, producto_id, codigo }: LineaForm, productos: readonly PrecioDeLista[], { hoy, lugar }: Dia): number {
  const holds = (one: number) => whyNotTarifaIva(one, hoy, lugar) === undefined
  if (holds(iva)) return iva
  const producto = productos.find(({ id }) => id === producto_id?.toLowerCase()) ?? productos.find(({ code }) => code === codigo)
  return producto && holds(producto.iva) ? producto.iva : tipoIvaGeneralAt(hoy)
}

/** The line by the rules of today: taxes that the company does not charge are removed, a negocio popular sells at 0 % (O-99, O-102). */
function lineaAt(linea: LineaForm, productos: readonly PrecioDeLista[], condiciones: readonly Condicion[], dia: Dia): LineaForm {
  const { hoy } = dia
  const { ice, irbpnr, ...rest } = linea
  const isPopular = condicionAt(condiciones, 'REGIMEN', hoy)?.valor === 'NEGOCIO_POPULAR'
  return {
    ...rest,
    iva: isPopular ? TIPO_IVA.CERO : ivaAt(linea, productos, dia),
    ...(ice && !isPopular && condicionAt(condiciones, 'ICE', hoy) && { ice }),
    ...(irbpnr && condicionAt(condiciones, 'IRBPNR', hoy) && { irbpnr }),
  }
}

/**
 * The form of an issued factura, for another one: no date, no quote, and today's rules. A single payment follows the total; several are
 * left to the user.
 */
export async function duplicate(tx: Tx, empresaId: EmpresaId, entrada: FacturaForm, hoy: Fecha): Promise<FacturaForm> {
  const { fecha_emision: _fecha, cotizacion_id: _cotizacion, ...form } = entrada
  const { condiciones, canton } = await readCondiciones(tx, empresaId, form.establecimiento)
  const dia = { hoy, lugar: lugarIvaOf(condiciones, hoy, canton) }
  const productos = await readPrecios(
    tx,
    empresaId,
    form.lineas.flatMap(({ producto_id }) => producto_id ?? []),
    form.lineas.flatMap(({ codigo }) => codigo ?? []),
  )
  const renewed = { ...form, lineas: form.lineas.map((linea) => lineaAt(linea, productos, condiciones, dia)) }
  const [pago] = form.pagos
  if (form.pagos.length !== 1 || !pago) return renewed
  return { ...renewed, pagos: [{ ...pago, total: reviseFactura(renewed, hoy, condiciones, canton).totales.importeTotal }] }
}

/** The factura of a quote, by today's rules, with its warnings. */
export async function facturaOfCotizacion(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  id: string,
): Promise<FacturaDeCotizacion> {
  const { form, avisos } = await readFacturable({ clock }, tx, session, id)
  return { ...(await duplicate(tx, session.empresaId, form, fechaIn(clock.now()))), cotizacion_id: id, avisos: shown(avisos) }
}
