import { columnasDe, MAX_FILAS_PDF, REPORTES, type ColumnaReporte, type FilaReporte } from '@yupana/contract'
import { displayFecha, displayMonto, displayNumero, montoOf, type Fecha } from '@yupana/fiscal'
import type { InformeImpreso } from '@yupana/sri'

import { errors } from '../../errors.ts'
import type { Consulta } from './reporte.service.ts'

const text = (valor: string | number | null, { tipo }: ColumnaReporte): string => {
  if (valor === null || valor === '') return ''
  if (tipo === 'monto') return displayMonto(montoOf(Number(valor)))
  if (tipo === 'cantidad') return displayNumero(Number(valor))
  return tipo === 'fecha' ? displayFecha(String(valor)) : String(valor)
}

const columnaOf = ({ id, header, tipo }: ColumnaReporte): InformeImpreso['tablas'][number]['columnas'][number] => {
  if (tipo === 'monto' || tipo === 'cantidad' || tipo === 'numero') return { titulo: header, tipo: 'monto' }
  return id === 'nombre' ? { titulo: header, tipo: 'texto' } : { titulo: header, tipo: 'codigo', tope: 0.17 }
}

interface Hecho {
  quien: { ruc: string; razonSocial: string }
  consulta: Consulta
  filas: readonly FilaReporte[]
  totales: readonly (number | null)[]
  hoy: Fecha
}

/** @throws 422 for more rows than a print admits */
export function requirePrintable(filas: number): void {
  if (filas > MAX_FILAS_PDF)
    throw errors.field('REPORTE_LARGO', 'formato', `El PDF admite hasta ${MAX_FILAS_PDF} filas: acorte el período o descargue el Excel.`)
}

/** A report as it is printed. @throws 422 for more rows than a print admits */
export function reporteImpreso({ quien, consulta: { reporte, desde, hasta }, filas, totales, hoy }: Hecho): InformeImpreso {
  requirePrintable(filas.length)
  const columnas = columnasDe(reporte)
  return {
    titulo: REPORTES[reporte].nombre,
    ...quien,
    periodo: `${displayFecha(desde)} a ${displayFecha(hasta)}`,
    fecha: hoy,
    datos: [{ nombre: 'Filas', valor: String(filas.length) }],
    tablas: [
      {
        columnas: columnas.map(columnaOf),
        filas: filas.map(({ celdas }) => columnas.map((columna, at) => text(celdas[at] ?? null, columna))),
      },
    ],
    totales: columnas.flatMap((columna, at) => {
      const total = totales[at]
      return typeof total === 'number' ? [{ nombre: columna.header, valor: text(total, columna) }] : []
    }),
    notas: [],
  }
}
