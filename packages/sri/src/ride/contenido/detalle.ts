import { displayNumero, subtract, type Cantidad, type Monto } from '@yupana/fiscal'

import type { Celda, Columna, Fila, Tabla } from './contenido.ts'
import type { DetalleAdicional } from '../../documentos/partes/partes.ts'
import { dinero, precio } from './formato.ts'

/** A line of goods or services, with the same names for the codes of all types. */
export interface Linea {
  readonly codigo?: string | undefined
  readonly codigoAuxiliar?: string | undefined
  readonly descripcion: string
  readonly unidadMedida?: string | undefined
  readonly cantidad: Cantidad
  readonly precioUnitario: Monto
  readonly precioSinSubsidio?: Monto | undefined
  readonly descuento?: Monto | undefined
  readonly precioTotalSinImpuesto: Monto
  readonly detallesAdicionales?: readonly DetalleAdicional[] | undefined
}

interface ColumnaDetalle extends Columna {
  /** Whether the column is left out when all of its cells are empty. */
  readonly optional?: boolean
  celda(linea: Linea): Celda
}

const COLUMNAS: readonly ColumnaDetalle[] = [
  { titulo: 'Cód. principal', tipo: 'codigo', optional: true, celda: (d) => ({ texto: d.codigo ?? '' }) },
  { titulo: 'Cód. auxiliar', tipo: 'codigo', optional: true, celda: (d) => ({ texto: d.codigoAuxiliar ?? '' }) },
  { titulo: 'Cantidad', tipo: 'monto', celda: (d) => ({ texto: displayNumero(d.cantidad, 2) }) },
  { titulo: 'Unidad', tipo: 'codigo', optional: true, celda: (d) => ({ texto: d.unidadMedida ?? '' }) },
  { titulo: 'Descripción', tipo: 'texto', celda: (d) => ({ texto: d.descripcion, notas: notasOf(d) }) },
  { titulo: 'Precio unitario', tipo: 'monto', celda: (d) => ({ texto: precio(d.precioUnitario) }) },
  {
    titulo: 'Subsidio',
    tipo: 'monto',
    optional: true,
    celda: (d) => ({ texto: d.precioSinSubsidio ? precio(subtract(d.precioSinSubsidio, d.precioUnitario)) : '' }),
  },
  {
    titulo: 'Precio sin subsidio',
    tipo: 'monto',
    optional: true,
    celda: (d) => ({ texto: d.precioSinSubsidio ? precio(d.precioSinSubsidio) : '' }),
  },
  { titulo: 'Descuento', tipo: 'monto', celda: (d) => ({ texto: dinero(d.descuento ?? 0) }) },
  { titulo: 'Precio total', tipo: 'monto', celda: (d) => ({ texto: dinero(d.precioTotalSinImpuesto) }) },
]

export const notasOf = ({
  detallesAdicionales = [],
}: {
  readonly detallesAdicionales?: readonly DetalleAdicional[] | undefined
}): string[] => detallesAdicionales.map(({ nombre, valor }) => `${nombre}: ${valor}`)

/** The table of lines with prices. */
export function detalleTabla(lineas: readonly Linea[]): Tabla {
  const columnas = COLUMNAS.filter((columna) => !columna.optional || lineas.some((linea) => columna.celda(linea).texto !== ''))
  return {
    columnas,
    filas: lineas.map((linea): Fila => ({
      celdas: columnas.map((columna) => columna.celda(linea)),
      ticket: {
        texto: [linea.codigo, linea.descripcion].filter(Boolean).join(' '),
        notas: notasOf(linea),
        detalle: `${displayNumero(linea.cantidad)} × ${precio(linea.precioUnitario)}${linea.descuento ? `  desc. ${dinero(linea.descuento)}` : ''}`,
        valor: dinero(linea.precioTotalSinImpuesto),
      },
    })),
  }
}
