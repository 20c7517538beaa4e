import type { NotaForm } from '@yupana/contract'
import {
  COD_DOC,
  CODIGO_IMPUESTO,
  receptorKey,
  saldoOf,
  sum,
  TIPO_IDENTIFICACION,
  tipoIvaOf,
  type ImpuestoTotales,
  type LineaTotales,
  type ModoPrecio,
  type Monto,
  type NotaCreditoTotales,
  type Saldo,
} from '@yupana/fiscal'
import { DOCUMENTOS, type Factura, type NotaCredito } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import { inflate } from '../../db/bytes.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import * as sql from './nota.sql.ts'

/** A factura of ours with its sold quantities and the rest of them. */
export interface FacturaOrigen {
  fila: sql.FacturaGuardada
  factura: Factura
  modo: ModoPrecio
  lineas: LineaTotales[]
  previas: Pick<NotaCreditoTotales, 'lineas' | 'totalConImpuestos'>[]
  saldo: Saldo
}

type Detalle = Pick<Factura['detalles'][number], 'cantidad' | 'precioUnitario' | 'precioTotalSinImpuesto'> & {
  descuento?: Monto | undefined
  impuestos: readonly Impuesto[]
}
interface Impuesto {
  codigo: string
  codigoPorcentaje: string
  tarifa?: number | undefined
  baseImponible: Monto
  valor: Monto
}

const impuestoOf = ({ codigo, codigoPorcentaje, tarifa = 0, baseImponible, valor }: Impuesto): ImpuestoTotales => ({
  codigo,
  codigoPorcentaje,
  tarifa,
  baseImponible,
  valor,
})

/** A line of the XML as issued, unchanged by later rules. */
const lineaOf = ({ cantidad, precioUnitario, descuento = 0, precioTotalSinImpuesto, impuestos }: Detalle): LineaTotales => ({
  cantidad,
  precioUnitario,
  descuento,
  precioTotalSinImpuesto,
  impuestos: impuestos.map(impuestoOf),
  total: sum([precioTotalSinImpuesto, ...impuestos.map(({ valor }) => valor)]),
})

const previaOf = ({ xml, creditos }: sql.NotaGuardada): FacturaOrigen['previas'][number] => {
  const nota: NotaCredito = DOCUMENTOS.notaCredito.fromXml(inflate(xml).toString('utf8'))
  return {
    lineas: nota.detalles.map((detalle, at) => ({
      ...lineaOf(detalle),
      linea: creditos[at]?.linea ?? at,
      soloMonto: creditos[at]?.solo_monto ?? false,
    })),
    totalConImpuestos: nota.infoNotaCredito.totalConImpuestos.map(impuestoOf),
  }
}

/** Undefined for a document that is no factura of the company. `except`: a note under correction, which does not count. */
export async function readOrigen(tx: Tx, empresaId: EmpresaId, facturaId: string, except?: string): Promise<FacturaOrigen | undefined> {
  const fila = await sql.readFactura(tx, empresaId, facturaId)
  if (!fila || fila.tipo !== COD_DOC.FACTURA) return undefined
  const factura = DOCUMENTOS.factura.fromXml(inflate(fila.xml).toString('utf8'))
  const modo = fila.entrada.modo ?? 'NETO'
  const lineas = factura.detalles.map(lineaOf)
  const totalConImpuestos = factura.infoFactura.totalConImpuestos.map(impuestoOf)
  const previas = (await sql.listNotasOf(tx, empresaId, facturaId, except)).map(previaOf)
  return { fila, factura, modo, lineas, previas, saldo: saldoOf(modo, { lineas, totalConImpuestos }, previas) }
}

/** The reason why no note of that kind can be made of it; undefined when one can. */
export function impedimentoOf({ fila, saldo }: FacturaOrigen, ambiente: string, tipo: NotaForm['tipo']): string | undefined {
  if (fila.ambiente !== ambiente) return `La factura es del ambiente ${fila.ambiente}.`
  if (fila.estado !== 'AUTORIZADO') return 'La factura no está autorizada.'
  if (fila.receptor_tipo === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) return 'Una factura a consumidor final no admite notas.'
  // A debit note adds: it needs no rest of the factura.
  return tipo === COD_DOC.NOTA_CREDITO && saldo.total <= 0 ? 'La factura ya está acreditada por completo.' : undefined
}

/** Tax-rate ids of its lines, each once. */
export function tarifasOf({ lineas }: Pick<FacturaOrigen, 'lineas'>): number[] {
  const codigos = lineas.flatMap(({ impuestos }) =>
    impuestos.filter(({ codigo }) => codigo === CODIGO_IMPUESTO.IVA).map(({ codigoPorcentaje }) => codigoPorcentaje),
  )
  return [...new Set(codigos)].flatMap((codigo) => tipoIvaOf(codigo) ?? [])
}

/** Whether note and factura have the same receiver: a cédula and its RUC are one (O-62). */
export const isSameReceptor = (
  fila: Pick<sql.FacturaGuardada, 'receptor_tipo' | 'receptor_identificacion'>,
  { comprador }: Pick<NotaForm, 'comprador'>,
): boolean =>
  receptorKey(fila.receptor_tipo, fila.receptor_identificacion) === receptorKey(comprador.tipo_identificacion, comprador.identificacion)
