import type { NotaForm } from '@yupana/contract'
import { add, CENTAVO, COD_DOC, fromUnits, sum } from '@yupana/fiscal'
import { DOCUMENTOS, type DetalleNotaCredito, type Factura } from '@yupana/sri'

import type { CreditoGuardado } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { inflate } from '../../db/bytes.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { isSameReceptor } from './factura-origen.ts'
import { claseOf, type Devolucion } from './nota-clase.ts'
import * as sql from './nota.sql.ts'

// A note that was lost with its database and restored from the SRI: its factura of ours, and the lines of it.

/** A note in its XML; `detalles` for a credit note. */
export interface NotaLeida {
  entrada: NotaForm
  /** A guess of its reader. */
  supuesto?: string
  detalles: readonly DetalleNotaCredito[]
}

/** A note with its factura among ours. */
export interface NotaRecuperada {
  entrada: NotaForm
  modificadoId: string | undefined
  creditos: CreditoGuardado[]
  /** A guess, since its XML does not say it, as a sentence for its history. */
  supuesto?: string
}

type DetalleFactura = Factura['detalles'][number]

const isSameProduct = (nota: DetalleNotaCredito, factura: DetalleFactura) =>
  nota.codigoInterno === factura.codigoPrincipal &&
  nota.codigoAdicional === factura.codigoAuxiliar &&
  nota.descripcion === factura.descripcion

const hasSamePrice = (nota: DetalleNotaCredito, factura: DetalleFactura) =>
  Math.abs(nota.precioUnitario - factura.precioUnitario) <= CENTAVO

/** One unit at a price other than the line's returns money, no goods. */
const isOnlyAmount = (nota: DetalleNotaCredito, factura: DetalleFactura) =>
  nota.cantidad === fromUnits(1) && (nota.cantidad > factura.cantidad || !hasSamePrice(nota, factura))

/** For each line of a credit note the returned line of the factura; undefined when one of them matches none. */
export function creditosOf(detalles: readonly DetalleNotaCredito[], factura: readonly DetalleFactura[]): CreditoGuardado[] | undefined {
  const taken = new Set<number>()
  const creditos: CreditoGuardado[] = []
  for (const detalle of detalles) {
    const fits = factura.flatMap((one, at) => (!taken.has(at) && isSameProduct(detalle, one) ? [{ one, at }] : []))
    const found = fits.find(({ one }) => hasSamePrice(detalle, one) && detalle.cantidad <= one.cantidad) ?? fits[0]
    if (!found) return undefined
    taken.add(found.at)
    creditos.push({ linea: found.at, solo_monto: isOnlyAmount(detalle, found.one) })
  }
  return creditos
}

/** Finds the factura of ours that a note changes. Without one it stays as a note of a factura issued elsewhere. */
export async function recuperarNota(
  tx: Tx,
  empresaId: EmpresaId,
  ambiente: string,
  { entrada, detalles, supuesto }: NotaLeida,
): Promise<NotaRecuperada> {
  const { modificado, comprador } = entrada
  const foreign: NotaRecuperada = withClase({ entrada, modificadoId: undefined, creditos: [], ...(supuesto && { supuesto }) })
  if (modificado.cod_doc !== COD_DOC.FACTURA) return foreign
  const found = await sql.findFacturas(tx, { empresaId, ambiente, numero: modificado.numero })
  const fila = found.find((one) => one.fecha_emision === modificado.fecha && isSameReceptor(one, { comprador }))
  if (!fila) return foreign
  const own = { ...modificado, documento_id: fila.id }
  if (entrada.tipo === COD_DOC.NOTA_DEBITO) return { ...foreign, entrada: { ...entrada, modificado: own }, modificadoId: fila.id }
  const vendidos = DOCUMENTOS.factura.fromXml(inflate(fila.xml).toString('utf8')).detalles
  const creditos = creditosOf(detalles, vendidos)
  if (!creditos) return foreign
  const modo = fila.entrada.modo ?? 'NETO'
  const given = creditos.map(({ linea, solo_monto }, at) => {
    const { cantidad = 0, precioTotalSinImpuesto = 0, impuestos = [] } = detalles[at] ?? {}
    // The amount in the price mode of the factura: with IVA if its price had it, which a price with other taxes never has.
    const taxes = modo === 'PVP' && impuestos.length === 1 ? sum(impuestos.map(({ valor }) => valor)) : 0
    return solo_monto ? { linea, monto: add(precioTotalSinImpuesto, taxes) } : { linea, cantidad }
  })
  const isWhole =
    creditos.length === vendidos.length &&
    creditos.every(({ linea, solo_monto }, at) => !solo_monto && detalles[at]?.cantidad === vendidos[linea]?.cantidad)
  const nota: NotaRecuperada = {
    entrada: { ...entrada, modo, modificado: own, creditos: given, lineas: [] },
    modificadoId: fila.id,
    creditos,
  }
  return withClase(nota, { isWhole, soloMonto: creditos.map(({ solo_monto }) => solo_monto) })
}

const SIN_CLASE = 'El XML no dice para qué fue la nota y su motivo tampoco: quedó como corrección.'

/** The note with its class, as far as it can be known. */
function withClase(nota: NotaRecuperada, devolucion?: Devolucion): NotaRecuperada {
  const { entrada } = nota
  if (entrada.tipo !== COD_DOC.NOTA_CREDITO) return nota
  const { clase, isKnown } = claseOf(entrada.motivo, devolucion)
  return { ...nota, entrada: { ...entrada, clase }, ...(!isKnown && { supuesto: SIN_CLASE }) }
}

/** Stores the changed document of a recovered note, as its emission would have. */
export const saveNotaRecuperada = (
  tx: Tx,
  { empresaId, documentoId, version }: Pick<sql.NotaNueva, 'empresaId' | 'documentoId' | 'version'>,
  nota: NotaRecuperada,
): Promise<void> => {
  const { cod_doc: codDoc, numero, fecha } = nota.entrada.modificado
  return sql.insertNota(tx, {
    empresaId,
    documentoId,
    version,
    modificadoId: nota.modificadoId,
    codDoc,
    numero,
    fecha,
    creditos: nota.creditos,
  })
}
