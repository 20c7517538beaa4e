import type { CotizacionCalculo, CotizacionForm } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import type { CotizacionImpresa } from '@yupana/sri'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { EmisorCotizacion } from '../../db/schema-cotizacion.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { requireCotizacion } from './cotizacion.service.ts'
import { readEmpresa, type EmpresaImpresa } from './cotizacion.sql.ts'
import { emisorOf, requireVersion, type CualVersion } from './version.service.ts'

/** The content of a printed quote, read in one transaction. */
export interface Impresion {
  numero: string
  cotizacion: CotizacionImpresa
  logo: Buffer | null
  producto: string
}

const lineasOf = ({ lineas }: CotizacionForm, calculo: CotizacionCalculo): CotizacionImpresa['lineas'] =>
  lineas.map((linea, at) => {
    const total = calculo.lineas[at]
    if (!total) throw new Error('a line without totals')
    return {
      codigo: linea.codigo,
      codigoAuxiliar: linea.codigo_auxiliar,
      descripcion: linea.descripcion,
      unidadMedida: linea.unidad_medida,
      cantidad: linea.cantidad,
      precioUnitario: total.precio_unitario,
      descuento: total.descuento,
      precioTotalSinImpuesto: total.base,
      detallesAdicionales: linea.detalles_adicionales,
    }
  })

/** The printed part of a quote, or of a version of it. */
interface Imprimible {
  numero: string
  fecha_emision: Fecha
  vence: Fecha
  entrada: CotizacionForm
  calculo: CotizacionCalculo
}

interface Quien {
  emisor: EmisorCotizacion
  vendedor: string | undefined
  /** Its version; undefined for a draft. */
  version: number | undefined
}

function impresa(row: Imprimible, { emisor, vendedor, version }: Quien): CotizacionImpresa {
  const { entrada: form, calculo } = row
  const { comprador } = form
  return {
    emisor: {
      ruc: emisor.ruc,
      razonSocial: emisor.razon_social,
      nombreComercial: emisor.nombre_comercial ?? undefined,
      direccion: emisor.direccion,
      telefono: emisor.telefono ?? undefined,
      correo: emisor.correo ?? undefined,
    },
    numero: row.numero,
    fechaEmision: row.fecha_emision,
    version,
    vence: row.vence,
    vendedor,
    cliente: {
      razonSocial: comprador.razon_social,
      identificacion: comprador.identificacion,
      direccion: comprador.direccion,
      telefono: comprador.telefono,
      correos: comprador.correos,
    },
    lineas: lineasOf(form, calculo),
    totales: {
      subtotal: calculo.subtotal,
      descuento: calculo.descuento,
      impuestos: calculo.impuestos.map(({ codigo, codigo_porcentaje, tarifa, base, valor }) => ({
        codigo,
        codigoPorcentaje: codigo_porcentaje,
        tarifa,
        baseImponible: base,
        valor,
      })),
      total: calculo.total,
    },
    adicional: form.info_adicional,
    condiciones: form.condiciones,
  }
}

const impresionOf = (numero: string, cotizacion: CotizacionImpresa, { logo, producto }: EmpresaImpresa): Impresion => ({
  numero,
  cotizacion,
  logo,
  producto: producto ?? PRODUCTO,
})

/** @throws 404 */
export async function readImpresion(deps: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<Impresion> {
  const { row } = await requireCotizacion(deps, tx, empresaId, id)
  const [empresa, vendedores] = [await readEmpresa(tx, empresaId, row.establecimiento), await readVendedores(tx)]
  const quien = { emisor: emisorOf(empresa), vendedor: vendedores.get(row.usuario_id), version: row.version_enviada ?? undefined }
  return impresionOf(row.numero, impresa(row, quien), empresa)
}

/** A version as it was sent; the logo is that of today, as on every reprint. @throws 404 */
export async function readImpresionVersion(tx: Tx, empresaId: EmpresaId, cual: CualVersion): Promise<Impresion> {
  const row = await requireVersion(tx, empresaId, cual)
  const empresa = await readEmpresa(tx, empresaId, row.establecimiento)
  const quien = { emisor: row.emisor, vendedor: row.vendedor ?? undefined, version: row.n }
  return impresionOf(row.numero, impresa(row, quien), empresa)
}

/** @throws 429 or 503 when it cannot be drawn now */
export const printCotizacion = (
  { imprenta }: Pick<Deps, 'imprenta'>,
  empresaId: EmpresaId,
  { cotizacion, logo, producto }: Impresion,
): Promise<Uint8Array> => imprenta.cotizacion(empresaId, cotizacion, { producto, ...(logo && { logo }) })
