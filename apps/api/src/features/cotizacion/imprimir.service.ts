import type { CotizacionCalculo, CotizacionForm } from '@yupana/contract'
import type { CotizacionImpresa } from '@yupana/sri'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { requireCotizacion } from './cotizacion.service.ts'
import { readEmpresa, type CotizacionEntera, type EmpresaImpresa } from './cotizacion.sql.ts'

/** What a printed quote is drawn from, read in one transaction. */
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

function impresa(row: CotizacionEntera, empresa: EmpresaImpresa, vendedor: string | undefined): CotizacionImpresa {
  const { entrada: form, calculo } = row
  const { comprador } = form
  return {
    emisor: {
      ruc: empresa.ruc,
      razonSocial: empresa.razon_social,
      nombreComercial: empresa.nombre_comercial ?? undefined,
      direccion: empresa.direccion ?? empresa.dir_matriz,
      telefono: empresa.telefono ?? undefined,
      correo: empresa.correo ?? undefined,
    },
    numero: row.numero,
    fechaEmision: row.fecha_emision,
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

/** @throws 404 */
export async function readImpresion(deps: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<Impresion> {
  const { row } = await requireCotizacion(deps, tx, empresaId, id)
  const [empresa, vendedores] = [await readEmpresa(tx, empresaId, row.establecimiento), await readVendedores(tx)]
  return {
    numero: row.numero,
    cotizacion: impresa(row, empresa, vendedores.get(row.usuario_id)),
    logo: empresa.logo,
    producto: empresa.producto ?? PRODUCTO,
  }
}

/** @throws 429 or 503 when it cannot be drawn now */
export const printCotizacion = (
  { imprenta }: Pick<Deps, 'imprenta'>,
  empresaId: EmpresaId,
  { cotizacion, logo, producto }: Impresion,
): Promise<Uint8Array> => imprenta.cotizacion(empresaId, cotizacion, { producto, ...(logo && { logo }) })
