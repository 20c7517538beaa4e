import { esExportacion, IMPUESTO_RETENIDO, negate, sum, TIPO_IVA, type MarcaVenta, type Monto, type Valores } from '@yupana/fiscal'

import { esNota, recibida, retenidas, type Sumas } from './cifras-periodo.service.ts'
import type { CualCompra, GrupoCompra, GrupoVenta } from './sumas.sql.ts'

type Columna = 'neto' | 'impuesto'

/** Sum behind one line of the talón resumen of the ATS. */
export type Renglon =
  | { de: 'ventas'; columna: Columna; takes: (grupo: GrupoVenta) => boolean }
  | { de: 'compras'; columna: Columna; takes: (grupo: CualCompra) => boolean }
  | { de: 'retenidas' | 'recibidas'; impuesto: string }

const SIN_IVA: readonly number[] = [TIPO_IVA.NO_OBJETO, TIPO_IVA.EXENTO, TIPO_IVA.CERO]

const ofTipo =
  (...tipos: readonly number[]) =>
  ({ tipo_iva: tipo }: Pick<CualCompra, 'tipo_iva'>) =>
    tipos.includes(tipo)
const isTaxed = ({ tipo_iva: tipo }: Pick<CualCompra, 'tipo_iva'>) => !SIN_IVA.includes(tipo)

const compras = (takes: (grupo: CualCompra) => boolean, columna: Columna = 'neto') => ({ de: 'compras', columna, takes }) as const
const local = (takes: (grupo: GrupoVenta) => boolean, columna: Columna = 'neto') =>
  ({ de: 'ventas', columna, takes: (grupo: GrupoVenta) => !esExportacion(grupo.marca) && takes(grupo) }) as const
const abroad = (marca: MarcaVenta) => ({ de: 'ventas', columna: 'neto', takes: (grupo: GrupoVenta) => grupo.marca === marca }) as const

/** Every line of the talón: both its total and its documents are read from here. */
export const RENGLONES_ATS: Readonly<Record<string, Renglon>> = {
  compras_cero: compras(ofTipo(TIPO_IVA.CERO)),
  compras_gravada: compras(isTaxed),
  compras_no_objeto: compras(ofTipo(TIPO_IVA.NO_OBJETO)),
  compras_exenta: compras(ofTipo(TIPO_IVA.EXENTO)),
  compras_iva: compras(isTaxed, 'impuesto'),
  ventas_cero: local(ofTipo(TIPO_IVA.CERO)),
  ventas_gravada: local(isTaxed),
  ventas_no_gravada: local(ofTipo(TIPO_IVA.NO_OBJETO, TIPO_IVA.EXENTO)),
  ventas_iva: local(isTaxed, 'impuesto'),
  exportaciones_bienes: abroad('EXPORTACION_BIENES'),
  exportaciones_servicios: abroad('EXPORTACION_SERVICIOS'),
  retencion_iva: { de: 'retenidas', impuesto: IMPUESTO_RETENIDO.IVA },
  retencion_renta: { de: 'retenidas', impuesto: IMPUESTO_RETENIDO.RENTA },
  recibida_iva: { de: 'recibidas', impuesto: IMPUESTO_RETENIDO.IVA },
  recibida_renta: { de: 'recibidas', impuesto: IMPUESTO_RETENIDO.RENTA },
}

/** Credit notes are reported apart and positive; the total of a section subtracts them. */
const addUp = (grupos: readonly (GrupoVenta | GrupoCompra)[], columna: Columna) =>
  sum(
    grupos.map(({ tipo, base, iva }) => {
      const valor = columna === 'neto' ? base : iva
      return esNota(tipo) ? negate(valor) : valor
    }),
  )

function valorOf(renglon: Renglon, sumas: Sumas): Monto {
  if (renglon.de === 'ventas') return addUp(sumas.ventas.filter(renglon.takes), renglon.columna)
  if (renglon.de === 'compras') return addUp(sumas.compras.filter(renglon.takes), renglon.columna)
  return renglon.de === 'recibidas' ? recibida(sumas, renglon.impuesto) : sum(retenidas(sumas, renglon.impuesto).map(({ valor }) => valor))
}

/** The talón resumen of the ATS. */
export const valoresAts = (sumas: Sumas): Valores =>
  Object.fromEntries(Object.entries(RENGLONES_ATS).map(([codigo, renglon]) => [codigo, valorOf(renglon, sumas)]))
