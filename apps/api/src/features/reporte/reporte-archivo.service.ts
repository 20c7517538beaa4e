import { columnasDe, REPORTES, type FilaReporte, type PedidoReporte, type TipoColumna } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { tablaOf, type ArchivoEscrito } from '../../http/exportacion.ts'
import type { TipoCelda } from '../../http/xlsx.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { reporteImpreso } from './reporte-impreso.ts'
import * as reporte from './reporte.service.ts'

const CELDA: Readonly<Record<TipoColumna, TipoCelda>> = {
  texto: 'texto',
  fecha: 'fecha',
  comprobante: 'texto',
  numero: 'numero',
  cantidad: 'monto',
  monto: 'monto',
}

export const nombreDeReporte = ({ reporte: cual, desde, hasta }: PedidoReporte): string => `reporte-${cual}-${desde}-${hasta}`

/** The company of a report, for sheets and for the heading of a print. */
export type Quien = reporte.Lugar & { ruc: string; razonSocial: string }

/**
 * A report as a file: `during` reads it completely, and it is written while it is downloaded. @throws 422 for more rows than a print admits
 */
export async function archivoDeReporte(
  { clock, imprenta }: Pick<Deps, 'clock' | 'imprenta'>,
  quien: Quien,
  { formato, ...consulta }: PedidoReporte,
  during: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  onFila?: () => void,
): Promise<ArchivoEscrito> {
  const nombre = nombreDeReporte({ formato, ...consulta })
  if (formato === 'pdf') {
    const { content, totales } = await during((tx) => reporte.readImprimible(tx, quien, consulta))
    const impreso = reporteImpreso({ quien, consulta, filas: content, totales, hoy: fechaIn(clock.now()) })
    const pdf = await imprenta.informe(quien.empresaId, impreso, { producto: PRODUCTO })
    return { mime: 'application/pdf', nombre: `${nombre}.pdf`, contenido: once(Buffer.from(pdf)) }
  }
  const filas = await during((tx) => reporte.readFilas(tx, quien, consulta))
  const columnas = columnasDe(consulta.reporte).map(({ header, tipo }, at) => ({
    header,
    tipo: CELDA[tipo],
    valor: ({ celdas }: FilaReporte) => celdas[at] ?? null,
  }))
  const told = onFila ? each(filas(), onFila) : filas()
  return tablaOf({ nombre, hoja: REPORTES[consulta.reporte].nombre, formato, columnas, filas: told })
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* each<Row>(filas: AsyncIterable<Row>, tell: () => void): AsyncGenerator<Row> {
  for await (const fila of filas) {
    tell()
    yield fila
  }
}
