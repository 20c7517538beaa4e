import type { Fecha } from '@yupana/fiscal'

import { filled, type Columna, type ContenidoRide, type Fila, type Total } from './contenido.ts'
import { dia } from './formato.ts'

type Par = readonly [nombre: string, valor: string | undefined, ancho?: 'ancho']

/** A sheet such as a receipt or an account statement, which is no document of the SRI. All texts are ready to print. */
export interface HojaComercial {
  readonly titulo: string
  readonly emisor: {
    readonly ruc: string
    readonly razonSocial: string
    readonly nombreComercial?: string | undefined
    readonly direccion?: string | undefined
    readonly telefono?: string | undefined
    readonly correo?: string | undefined
  }
  readonly numero: string
  readonly fecha: Fecha
  readonly comercial: readonly Par[]
  readonly sujeto: readonly Par[]
  readonly tablas: readonly {
    readonly titulo: string
    readonly columnas: readonly Columna[]
    readonly filas: readonly (readonly string[])[]
    /** Indexes of two columns on a ticket: the right-aligned value, by default the last column, and the detail under the first. */
    readonly ticket?: { readonly valor: number; readonly detalle: number }
  }[]
  readonly totales: readonly Total[]
  readonly notas: readonly Par[]
}

function ticketOf({ columnas, ticket }: HojaComercial['tablas'][number], celdas: readonly string[]): Fila['ticket'] {
  const texto = celdas[0] ?? ''
  const detalle = ticket && celdas[ticket.detalle]
  if (!ticket || !detalle) return { texto, detalle: '', valor: celdas[ticket?.valor ?? celdas.length - 1] ?? '' }
  const { titulo = '', tipo } = columnas[ticket.detalle] ?? {}
  return { texto, detalle: tipo === 'monto' ? `${titulo} ${detalle}` : detalle, valor: celdas[ticket.valor] ?? '' }
}

/** Content of a printed sheet. */
export const contenidoHoja = ({
  titulo,
  emisor,
  numero,
  fecha,
  comercial,
  sujeto,
  tablas,
  totales,
  notas,
}: HojaComercial): ContenidoRide => ({
  titulo,
  emisor: {
    razonSocial: emisor.razonSocial,
    nombreComercial: emisor.nombreComercial,
    ruc: emisor.ruc,
    datos: filled([
      ['Dirección', emisor.direccion],
      ['Teléfono', emisor.telefono],
      ['Correo', emisor.correo],
    ]),
  },
  clave: { numero, ambiente: '', emision: '', fechaEmision: fecha },
  comercial: filled([['Fecha', dia(fecha)], ...comercial]),
  sujeto: filled(sujeto),
  cuerpo: tablas.map((tabla) => ({
    titulo: tabla.titulo,
    tabla: {
      columnas: tabla.columnas,
      filas: tabla.filas.map((celdas) => ({
        celdas: celdas.map((texto) => ({ texto })),
        ticket: ticketOf(tabla, celdas),
      })),
    },
  })),
  totales,
  adicional: [],
  pagos: { columnas: [], filas: [] },
  bloques: [{ datos: filled(notas) }],
})
