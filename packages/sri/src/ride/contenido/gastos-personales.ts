import type { Fecha } from '@yupana/fiscal'

import type { ContenidoRide, Fila } from './contenido.ts'
import { dia } from './formato.ts'

/** Form SRI-GP in print: a person's declaration to the employer. */
export interface GastosImpresos {
  readonly anio: number
  readonly identificacion: string
  readonly nombre: string
  readonly fecha: Fecha
  /** Boxes in their order, each with its text ready to print. */
  readonly casilleros: readonly { readonly codigo: string; readonly nombre: string; readonly valor: string }[]
  /** Remarks on the figures, and unconfirmed points. */
  readonly notas: readonly string[]
}

const filaOf = ({ codigo, nombre, valor }: GastosImpresos['casilleros'][number]): Fila => ({
  celdas: [{ texto: codigo }, { texto: nombre }, { texto: valor }],
  ticket: { texto: `${codigo} ${nombre}`, detalle: '', valor },
})

/** Content of the printed form. */
export const contenidoGastos = ({ anio, identificacion, nombre, fecha, casilleros, notas }: GastosImpresos): ContenidoRide => ({
  titulo: 'FORMULARIO SRI-GP',
  emisor: {
    razonSocial: nombre,
    ruc: identificacion,
    rotulo: 'Cédula o pasaporte',
    datos: [{ nombre: 'Documento', valor: 'Declaración de gastos personales a ser utilizados por el empleador' }],
  },
  clave: { numero: String(anio), ambiente: '', emision: '', fechaEmision: fecha },
  comercial: [{ nombre: 'Fecha', valor: dia(fecha) }],
  sujeto: [
    { nombre: 'Contribuyente', valor: nombre, ancho: true },
    { nombre: 'Identificación', valor: identificacion },
  ],
  cuerpo: [
    {
      tabla: {
        columnas: [
          { titulo: 'Casillero', tipo: 'codigo', tope: 0.12 },
          { titulo: 'Concepto', tipo: 'texto' },
          { titulo: 'Valor', tipo: 'monto' },
        ],
        filas: casilleros.map(filaOf),
      },
    },
  ],
  totales: [],
  adicional: [],
  pagos: { columnas: [], filas: [] },
  bloques: [
    { titulo: 'Notas', datos: notas.map((nota, at) => ({ nombre: String(at + 1), valor: nota, ancho: true })) },
    {
      titulo: 'Firmas',
      datos: [
        { nombre: 'Firma del contribuyente', valor: '______________________________' },
        { nombre: 'Firma del empleador', valor: '______________________________' },
      ],
    },
  ],
})
