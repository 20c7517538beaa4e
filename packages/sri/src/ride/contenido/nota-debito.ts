import { pagosOf } from './comprobante-comun.ts'
import type { Tabla } from './contenido.ts'
import type { NotaDebito } from '../../documentos/nota-debito/nota-debito-tree.ts'
import { dinero } from './formato.ts'
import { maquinaFiscalBloque } from './maquina-fiscal.ts'
import { sujetoNota } from './nota.ts'
import type { ParteRide } from './parte.ts'
import { fila, filasImpuestos } from './totales-impuestos.ts'

/** RIDE content of a nota de débito (sri §12): reasons with their amounts instead of lines. */
export function parteNotaDebito({ infoNotaDebito: info, motivos, maquinaFiscal }: NotaDebito): ParteRide {
  const { subtotales, impuestos } = filasImpuestos(info.impuestos, [])
  return {
    obligaciones: info,
    sujeto: sujetoNota(info),
    cuerpo: [{ tabla: motivosTabla(motivos) }],
    totales: [
      ...subtotales,
      fila('SUBTOTAL SIN IMPUESTOS', info.totalSinImpuestos),
      ...impuestos,
      { ...fila('VALOR TOTAL', info.valorTotal), destacado: true },
    ],
    pagos: pagosOf(info.pagos),
    bloques: maquinaFiscalBloque(maquinaFiscal),
  }
}

const motivosTabla = (motivos: NotaDebito['motivos']): Tabla => ({
  columnas: [
    { titulo: 'Razón de la modificación', tipo: 'texto' },
    { titulo: 'Valor de la modificación', tipo: 'monto' },
  ],
  filas: motivos.map(({ razon, valor }) => ({
    celdas: [{ texto: razon }, { texto: dinero(valor) }],
    ticket: { texto: razon, detalle: '', valor: dinero(valor) },
  })),
})
