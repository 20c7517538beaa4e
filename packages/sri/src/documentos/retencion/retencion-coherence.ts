import { CENTAVO, COD_DOC, displayMonto, valorRetenidoOf, type Monto, type Porcentaje } from '@yupana/fiscal'

import { docSustentoCoherence } from './retencion-sustento-coherence.ts'
import type { ComprobanteRetencion, Retencion2 } from './retencion-tree.ts'
import { identifiedProblems } from '../partes/sujeto-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

const GRUPO = 'infoCompRetencion'

/** Contradictions between the well-formed fields of a comprobante de retención. */
export function retencionCoherence(retencion: ComprobanteRetencion): Problema[] {
  const { infoCompRetencion: info } = retencion
  return [
    ...identifiedProblems(COD_DOC.RETENCION, info.tipoIdentificacionSujetoRetenido, info.identificacionSujetoRetenido, {
      tipo: `${GRUPO}.tipoIdentificacionSujetoRetenido`,
      identificacion: `${GRUPO}.identificacionSujetoRetenido`,
    }),
    ...(retencion.version === '1.0.0'
      ? retencion.impuestos.flatMap((impuesto, index) => valorProblems(impuesto, `impuestos[${index}]`))
      : docsProblems(retencion)),
  ]
}

function docsProblems({ infoCompRetencion: info, docsSustento }: Retencion2): Problema[] {
  const isForeign = info.tipoIdentificacionSujetoRetenido === '08'
  const kind =
    isForeign === (info.tipoSujetoRetenido !== undefined)
      ? []
      : [
          {
            campo: `${GRUPO}.tipoSujetoRetenido`,
            mensaje: 'El tipo de sujeto retenido consta solo, y siempre, cuando la identificación es del exterior (08).',
          },
        ]
  return [
    ...kind,
    ...docsSustento.flatMap((doc, index) => {
      const campo = `docsSustento[${index}]`
      return [
        ...docSustentoCoherence(doc, info.fechaEmision, campo),
        ...doc.retenciones.flatMap((retencion, at) =>
          // A table of brackets applies to dividends and bananas: their percentage is an average, rounded to three digits.
          retencion.dividendos || retencion.compraCajBanano ? [] : valorProblems(retencion, `${campo}.retenciones[${at}]`),
        ),
      ]
    }),
  ]
}

interface Retenido {
  readonly baseImponible: Monto
  readonly porcentajeRetener: Porcentaje
  readonly valorRetenido: Monto
}

function valorProblems({ baseImponible, porcentajeRetener, valorRetenido }: Retenido, campo: string): Problema[] {
  const expected = valorRetenidoOf(baseImponible, porcentajeRetener)
  if (Math.abs(valorRetenido - expected) <= CENTAVO) return []
  return [
    {
      campo: `${campo}.valorRetenido`,
      mensaje: `El valor retenido (${displayMonto(valorRetenido)}) no es la base por el porcentaje (${displayMonto(expected)}).`,
    },
  ]
}
