import {
  calcular103,
  calcular104,
  COMPROBANTES_NOTA_CREDITO,
  esExportacion,
  filaDeCompra,
  filaDeVenta,
  IMPUESTO_RETENIDO,
  sum,
  TIPO_IVA,
  type Conteo,
  type Fecha,
  type MarcaVenta,
  type Sumado,
  type Valores,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Ambito } from './lineas.sql.ts'
import * as sql from './sumas.sql.ts'

// From the sums of a period to the boxes of a form: the one way for the paper, what opens a box, the list and reports.

export const esNota = (tipo: string): boolean => COMPROBANTES_NOTA_CREDITO.includes(tipo)
export const filaDe = {
  ventas: ({ tipo_iva: tipoIva, marca }: sql.GrupoVenta): string => filaDeVenta({ tipoIva, marca }),
  compras: ({ tipo, tipo_iva: tipoIva, sustento, negocio_popular: negocioPopular, importacion }: sql.GrupoCompra): string =>
    filaDeCompra({ tipo, tipoIva, sustento, negocioPopular, importacion }),
}

export interface Sumas {
  ventas: sql.GrupoVenta[]
  compras: sql.GrupoCompra[]
  retenciones: sql.GrupoRetencion[]
  /** From the company, by tax. */
  recibidas: { impuesto: string; valor: number }[]
  sinRetencion: number
  conteos: Record<Conteo, number>
}

export const readSumas = async (tx: Tx, ambito: Ambito, ventas: sql.Ventas): Promise<Sumas> => ({
  ventas: ventas.grupos,
  compras: await sql.sumCompras(tx, ambito),
  retenciones: await sql.sumRetenciones(tx, ambito),
  recibidas: await sql.sumRecibidas(tx, ambito),
  sinRetencion: await sql.sumSinRetencion(tx, ambito),
  conteos: { emitidos: ventas.emitidos, anulados: ventas.anulados, ...(await sql.countCompras(tx, ambito)) },
})

export interface Digitado {
  /** Boxes of the period before. */
  anterior: Valores
  ajustes: Valores
  difiere: boolean
}

const retenidas = ({ retenciones }: Sumas, impuesto: string) => retenciones.filter((one) => one.impuesto === impuesto)

const recibida = ({ recibidas }: Sumas, impuesto: string) =>
  sum(recibidas.filter((one) => one.impuesto === impuesto).map(({ valor }) => valor))

export const valores104 = (sumas: Sumas, hasta: Fecha, digitado: Digitado): Valores =>
  calcular104({
    hasta,
    ventas: sumas.ventas.map((grupo): Sumado => ({
      fila: filaDe.ventas(grupo),
      esNota: esNota(grupo.tipo),
      tipoIva: grupo.tipo_iva,
      aCredito: grupo.a_credito,
      base: grupo.base,
      iva: grupo.iva,
    })),
    compras: sumas.compras.map((grupo): Sumado => ({
      fila: filaDe.compras(grupo),
      esNota: esNota(grupo.tipo),
      tipoIva: grupo.tipo_iva,
      base: grupo.base,
      iva: grupo.iva,
    })),
    retencionesIva: Object.fromEntries(retenidas(sumas, IMPUESTO_RETENIDO.IVA).map(({ codigo, valor }) => [codigo, valor])),
    retencionRecibida: recibida(sumas, IMPUESTO_RETENIDO.IVA),
    conteos: sumas.conteos,
    ...digitado,
  })

export const valores103 = (sumas: Sumas, hasta: Fecha, ajustes: Valores): Valores =>
  calcular103({ hasta, rentas: retenidas(sumas, IMPUESTO_RETENIDO.RENTA), sinRetencion: sumas.sinRetencion, ajustes })

const NO_OBJETO: readonly number[] = [TIPO_IVA.NO_OBJETO]
const EXENTA: readonly number[] = [TIPO_IVA.EXENTO]
const CERO: readonly number[] = [TIPO_IVA.CERO]
const SIN_IVA = [...NO_OBJETO, ...EXENTA, ...CERO]

interface Grupo {
  tipo: string
  tipo_iva: number
  base: number
  iva: number
}

/** Credit notes are reported apart and positive; what a section comes to takes them off. */
const neto = (grupos: readonly Grupo[], columna: 'base' | 'iva', takes: (tipoIva: number) => boolean): number =>
  sum(grupos.filter(({ tipo_iva: tipo }) => takes(tipo)).map((grupo) => (esNota(grupo.tipo) ? -grupo[columna] : grupo[columna])))

/** The talón resumen of the ATS. */
export function valoresAts(sumas: Sumas): Valores {
  const { compras } = sumas
  const ventas = sumas.ventas.filter(({ marca }) => !esExportacion(marca))
  const abroad = (marca: MarcaVenta) =>
    neto(
      sumas.ventas.filter((one) => one.marca === marca),
      'base',
      () => true,
    )
  const isOf = (tipos: readonly number[]) => (tipo: number) => tipos.includes(tipo)
  const isTaxed = (tipo: number) => !SIN_IVA.includes(tipo)
  return {
    compras_cero: neto(compras, 'base', isOf(CERO)),
    compras_gravada: neto(compras, 'base', isTaxed),
    compras_no_objeto: neto(compras, 'base', isOf(NO_OBJETO)),
    compras_exenta: neto(compras, 'base', isOf(EXENTA)),
    compras_iva: neto(compras, 'iva', isTaxed),
    ventas_cero: neto(ventas, 'base', isOf(CERO)),
    ventas_gravada: neto(ventas, 'base', isTaxed),
    ventas_no_gravada: neto(ventas, 'base', isOf([...NO_OBJETO, ...EXENTA])),
    ventas_iva: neto(ventas, 'iva', isTaxed),
    exportaciones_bienes: abroad('EXPORTACION_BIENES'),
    exportaciones_servicios: abroad('EXPORTACION_SERVICIOS'),
    retencion_iva: sum(retenidas(sumas, IMPUESTO_RETENIDO.IVA).map(({ valor }) => valor)),
    retencion_renta: sum(retenidas(sumas, IMPUESTO_RETENIDO.RENTA).map(({ valor }) => valor)),
    recibida_iva: recibida(sumas, IMPUESTO_RETENIDO.IVA),
    recibida_renta: recibida(sumas, IMPUESTO_RETENIDO.RENTA),
  }
}
