import { COLUMNAS_PAPEL, type Casilla } from '@yupana/contract'
import { formatMonto, plainMonto } from '@yupana/fiscal'

import { csvHead, csvLine } from '../../http/csv.ts'
import { xlsxOf, type Celda } from '../../http/xlsx.ts'
import type { PapelImprimible } from './papel-presentado.service.ts'

// A working paper as a sheet: a line for each box.

const COLUMNAS = Object.entries(COLUMNAS_PAPEL).map(([id, header]) => ({ id, header }))
const ANCHO: Readonly<Record<string, number>> = { seccion: 32, casillero: 10, concepto: 60, formula: 50, cifras: 60 }

function valorDe({ valor, unidad }: Casilla): Celda {
  if (unidad === 'dolares') return { tipo: 'monto', texto: plainMonto(valor, 2) }
  return { tipo: 'numero', texto: formatMonto(valor, unidad === 'factor' ? 4 : 0) }
}

const texto = (value: string | null): Celda => ({ tipo: 'texto', texto: value ?? '' })

function* filasDe({ secciones }: PapelImprimible): Generator<Celda[]> {
  for (const { titulo, filas } of secciones)
    for (const { casillas } of filas)
      for (const casilla of casillas)
        if (casilla)
          yield [
            texto(titulo),
            texto(casilla.codigo),
            texto(casilla.concepto),
            valorDe(casilla),
            { tipo: 'monto', texto: casilla.ajuste === 0 ? '' : plainMonto(casilla.ajuste, 2) },
            texto(casilla.formula),
            texto(casilla.cifras),
          ]
}

async function* eachOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}

export function* csvPapel(papel: PapelImprimible): Generator<string> {
  yield csvHead(COLUMNAS.map(({ header }) => header))
  for (const celdas of filasDe(papel)) yield csvLine(celdas.map(({ texto: one }) => one))
}

export const xlsxPapel = (papel: PapelImprimible) =>
  xlsxOf({
    nombre: `${papel.formulario} ${papel.periodo}`,
    columnas: COLUMNAS.map(({ id, header }) => ({ header, ancho: ANCHO[id] ?? 16 })),
    filas: eachOf(filasDe(papel)),
  })
