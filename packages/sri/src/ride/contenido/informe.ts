import type { Fecha } from '@yupana/fiscal'

import type { Columna, ContenidoRide, Dato, Fila, Total } from './contenido.ts'
import { dia } from './formato.ts'

/** A printed report or working paper, with texts ready to print. */
export interface InformeImpreso {
  readonly titulo: string
  readonly razonSocial: string
  readonly ruc: string
  /** Period or days: «septiembre de 2026», «01/09/2026 a 30/09/2026». */
  readonly periodo: string
  readonly fecha: Fecha
  readonly datos: readonly Dato[]
  readonly tablas: readonly {
    readonly titulo?: string
    readonly columnas: readonly Columna[]
    readonly filas: readonly (readonly string[])[]
  }[]
  readonly totales: readonly Total[]
  readonly notas: readonly string[]
}

const filaOf = (celdas: readonly string[]): Fila => ({
  celdas: celdas.map((texto) => ({ texto })),
  ticket: { texto: celdas[0] ?? '', detalle: celdas[1] ?? '', valor: celdas.at(-1) ?? '' },
})

/** Content of a printed report. */
export const contenidoInforme = ({
  titulo,
  razonSocial,
  ruc,
  periodo,
  fecha,
  datos,
  tablas,
  totales,
  notas,
}: InformeImpreso): ContenidoRide => ({
  titulo: titulo.toUpperCase(),
  emisor: { razonSocial, ruc, datos: [] },
  clave: { numero: periodo, ambiente: '', emision: '', fechaEmision: fecha },
  comercial: [{ nombre: 'Fecha', valor: dia(fecha) }],
  sujeto: [{ nombre: 'Período', valor: periodo, ancho: true }, ...datos],
  cuerpo: tablas.map(({ titulo: heading, columnas, filas }) => ({
    ...(heading !== undefined && { titulo: heading }),
    tabla: { columnas, filas: filas.map(filaOf) },
  })),
  totales,
  adicional: [],
  pagos: { columnas: [], filas: [] },
  bloques:
    notas.length === 0 ? [] : [{ titulo: 'Notas', datos: notas.map((nota, at) => ({ nombre: String(at + 1), valor: nota, ancho: true })) }],
})
