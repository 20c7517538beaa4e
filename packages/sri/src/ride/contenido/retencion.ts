import { displayPorcentaje, sum, type Fecha, type Monto, type Porcentaje } from '@yupana/fiscal'

import { comprobanteName, pagosOf } from './comprobante-comun.ts'
import { filled, type Tabla, type Total } from './contenido.ts'
import { nombreIn } from '../../catalogos/entrada.ts'
import { IMPUESTOS_RETENCION } from '../../catalogos/retencion-impuestos.ts'
import type { ComprobanteRetencion } from '../../documentos/retencion/retencion-tree.ts'
import { dia, dinero } from './formato.ts'
import { maquinaFiscalBloque } from './maquina-fiscal.ts'
import type { ParteRide } from './parte.ts'
import { reembolsosBloque } from './reembolsos.ts'
import { fila } from './totales-impuestos.ts'

/** A withheld amount with its supporting document: a row of both layouts. */
interface Retenido {
  readonly codigo: string
  readonly codigoRetencion: string
  readonly baseImponible: Monto
  readonly porcentajeRetener: Porcentaje
  readonly valorRetenido: Monto
  readonly codDocSustento?: string | undefined
  readonly numDocSustento?: string | undefined
  readonly fechaEmisionDocSustento?: Fecha | undefined
}

/** RIDE content of a comprobante de retención (sri §12): version 2.0.0 is printed in the layout of 1.0.0. */
export function parteRetencion(retencion: ComprobanteRetencion): ParteRide {
  const { infoCompRetencion: info } = retencion
  const retenidos = retenidosOf(retencion)
  const reembolsos = retencion.version === '2.0.0' ? retencion.docsSustento.flatMap((doc) => doc.reembolsos ?? []) : []
  return {
    obligaciones: info,
    sujeto: filled([
      ['Razón social / Nombres y apellidos', info.razonSocialSujetoRetenido, 'ancho'],
      ['Identificación', info.identificacionSujetoRetenido],
      ['Fecha de emisión', dia(info.fechaEmision)],
    ]),
    cuerpo: [{ tabla: retenidosTabla(retenidos, info.periodoFiscal) }],
    totales: totales(retenidos),
    pagos: pagosOf(),
    bloques: [
      ...reembolsosBloque(reembolsos, (reembolso) => reembolso.numeroAutorizacionDocReemb),
      ...maquinaFiscalBloque(retencion.maquinaFiscal),
    ],
  }
}

const retenidosOf = (retencion: ComprobanteRetencion): readonly Retenido[] =>
  retencion.version === '1.0.0'
    ? retencion.impuestos
    : retencion.docsSustento.flatMap((doc) => doc.retenciones.map((each) => ({ ...doc, ...each })))

const impuestoName = (codigo: string): string => nombreIn(IMPUESTOS_RETENCION, codigo)

/** «001-001-000000123»: the XML of a retención writes the number without dashes. */
const conGuiones = (numero: string | undefined): string => numero?.replace(/^(\d{3})(\d{3})(\d{9})$/, '$1-$2-$3') ?? ''

const retenidosTabla = (retenidos: readonly Retenido[], periodoFiscal: string): Tabla => ({
  columnas: [
    { titulo: 'Comprobante', tipo: 'codigo', tope: 0.18 },
    { titulo: 'Número', tipo: 'codigo', tope: 0.2 },
    { titulo: 'Fecha de emisión', tipo: 'codigo' },
    { titulo: 'Ejercicio fiscal', tipo: 'codigo' },
    { titulo: 'Base imponible para la retención', tipo: 'monto' },
    { titulo: 'Impuesto', tipo: 'codigo' },
    { titulo: 'Código', tipo: 'codigo' },
    { titulo: 'Porcentaje de retención', tipo: 'monto' },
    { titulo: 'Valor retenido', tipo: 'monto' },
  ],
  filas: retenidos.map((r) => {
    const comprobante = r.codDocSustento === undefined ? '' : comprobanteName(r.codDocSustento)
    const numero = conGuiones(r.numDocSustento)
    const porcentaje = displayPorcentaje(r.porcentajeRetener)
    return {
      celdas: [
        comprobante,
        numero,
        r.fechaEmisionDocSustento ? dia(r.fechaEmisionDocSustento) : '',
        periodoFiscal,
        dinero(r.baseImponible),
        impuestoName(r.codigo),
        r.codigoRetencion,
        porcentaje,
        dinero(r.valorRetenido),
      ].map((texto) => ({ texto })),
      ticket: {
        texto: `${comprobante} ${numero}`.trim(),
        detalle: `${impuestoName(r.codigo)} ${r.codigoRetencion}: ${dinero(r.baseImponible)} × ${porcentaje}`,
        valor: dinero(r.valorRetenido),
      },
    }
  }),
})

/** One row per tax, and the total withheld. */
function totales(retenidos: readonly Retenido[]): Total[] {
  const codigos = [...new Set(retenidos.map(({ codigo }) => codigo))].sort()
  const totalOf = (of: readonly Retenido[]): Monto => sum(of.map(({ valorRetenido }) => valorRetenido))
  return [
    ...codigos.map((codigo) => fila(`RETENCIÓN ${impuestoName(codigo)}`, totalOf(retenidos.filter((each) => each.codigo === codigo)))),
    { ...fila('TOTAL RETENIDO', totalOf(retenidos)), destacado: true },
  ]
}
