import {
  calcular103,
  calcular104,
  COMPROBANTES_NOTA_CREDITO,
  filaDeCompra,
  filaDeVenta,
  IMPUESTO_RETENIDO,
  sum,
  type Conteo,
  type Fecha,
  type Monto,
  type Sumado,
  type Valores,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Ambito } from './lineas.sql.ts'
import * as sql from './sumas.sql.ts'

// From the sums of a period to the boxes of a form: the only way, shared by the paper, the documents of a box, the list and reports.

export const esNota = (tipo: string): boolean => COMPROBANTES_NOTA_CREDITO.includes(tipo)
export const filaDe = {
  ventas: ({ tipo_iva: tipoIva, marca }: sql.GrupoVenta): string => filaDeVenta({ tipoIva, marca }),
  compras: ({ tipo, tipo_iva: tipoIva, sustento, negocio_popular: negocioPopular, importacion }: sql.CualCompra): string =>
    filaDeCompra({ tipo, tipoIva, sustento, negocioPopular, importacion }),
}

export interface Sumas {
  ventas: sql.GrupoVenta[]
  compras: sql.GrupoCompra[]
  retenciones: sql.GrupoRetencion[]
  /** Withheld from the company, by tax. */
  recibidas: { impuesto: string; valor: Monto }[]
  sinRetencion: Monto
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

export const retenidas = ({ retenciones }: Sumas, impuesto: string) => retenciones.filter((one) => one.impuesto === impuesto)

export const recibida = ({ recibidas }: Sumas, impuesto: string) =>
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
