import { sum } from '@yupana/fiscal'

import { pagosOf } from './comprobante-comun.ts'
import { detalleTabla } from './detalle.ts'
import type { NotaCredito } from '../../documentos/nota-credito/nota-credito-tree.ts'
import { maquinaFiscalBloque } from './maquina-fiscal.ts'
import { sujetoNota } from './nota.ts'
import type { ParteRide } from './parte.ts'
import { fila, filasImpuestos } from './totales-impuestos.ts'

/** RIDE content of a nota de crédito (sri §12). */
export function parteNotaCredito({ infoNotaCredito: info, detalles, maquinaFiscal }: NotaCredito): ParteRide {
  const { subtotales, impuestos } = filasImpuestos(info.totalConImpuestos, detalles)
  return {
    obligaciones: info,
    sujeto: sujetoNota(info, info.motivo),
    cuerpo: [
      {
        tabla: detalleTabla(
          detalles.map((detalle) => ({ ...detalle, codigo: detalle.codigoInterno, codigoAuxiliar: detalle.codigoAdicional })),
        ),
      },
    ],
    totales: [
      ...subtotales,
      fila('SUBTOTAL SIN IMPUESTOS', info.totalSinImpuestos),
      fila('TOTAL DESCUENTO', sum(detalles.map(({ descuento }) => descuento ?? 0))),
      ...impuestos,
      { ...fila('VALOR TOTAL', info.valorModificacion), destacado: true },
    ],
    pagos: pagosOf(),
    bloques: maquinaFiscalBloque(maquinaFiscal),
  }
}
