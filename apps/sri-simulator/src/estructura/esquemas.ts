// Types of documents, their versions, and their tables.
import { compileTable, type Declaracion } from './compilar.ts'
import { FACTURA } from './tablas/factura.ts'
import { GUIA_REMISION } from './tablas/guia-remision.ts'
import { LIQUIDACION_COMPRA } from './tablas/liquidacion-compra.ts'
import { NOTA_CREDITO } from './tablas/nota-credito.ts'
import { NOTA_DEBITO } from './tablas/nota-debito.ts'
import { RETENCION_1 } from './tablas/retencion-1.ts'
import { RETENCION_2 } from './tablas/retencion-2.ts'

export interface TipoDocumento {
  readonly codDoc: string
  readonly nombre: string
  /** Element with the data of the document. */
  readonly info: string
  readonly versiones: ReadonlyMap<string, Declaracion>
}

const versions = (entries: readonly (readonly [string, string])[]): ReadonlyMap<string, Declaracion> =>
  new Map(entries.map(([version, table]) => [version, compileTable(table, version)]))

const all = (table: string, ...numbers: string[]) => versions(numbers.map((number) => [number, table] as const))

/** By the name of the root element. */
export const TIPOS: ReadonlyMap<string, TipoDocumento> = new Map([
  ['factura', { codDoc: '01', nombre: 'Factura', info: 'infoFactura', versiones: all(FACTURA, '1.0.0', '1.1.0', '2.0.0', '2.1.0') }],
  [
    'liquidacionCompra',
    { codDoc: '03', nombre: 'Liquidación de compra', info: 'infoLiquidacionCompra', versiones: all(LIQUIDACION_COMPRA, '1.0.0', '1.1.0') },
  ],
  ['notaCredito', { codDoc: '04', nombre: 'Nota de Crédito', info: 'infoNotaCredito', versiones: all(NOTA_CREDITO, '1.0.0', '1.1.0') }],
  ['notaDebito', { codDoc: '05', nombre: 'Nota de Débito', info: 'infoNotaDebito', versiones: all(NOTA_DEBITO, '1.0.0') }],
  ['guiaRemision', { codDoc: '06', nombre: 'Guía de Remisión', info: 'infoGuiaRemision', versiones: all(GUIA_REMISION, '1.0.0', '1.1.0') }],
  [
    'comprobanteRetencion',
    {
      codDoc: '07',
      nombre: 'Comprobante de Retención',
      info: 'infoCompRetencion',
      versiones: versions([
        ['1.0.0', RETENCION_1],
        ['2.0.0', RETENCION_2],
      ]),
    },
  ],
])

export const NOMBRE_POR_CODDOC: ReadonlyMap<string, string> = new Map([...TIPOS.values()].map((tipo) => [tipo.codDoc, tipo.nombre]))
