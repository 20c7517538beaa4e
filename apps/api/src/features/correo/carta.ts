import { COD_DOC } from '@yupana/fiscal'

import { nombreComprobante } from '../comprobante/nombres.service.ts'

export interface Carta {
  asunto: string
  texto: string
  adjuntos: { filename: string; contentType: string }[]
}

export interface CartaDatos {
  asunto: string
  empresa: string
  tipo: string
  numero: string
  clave: string
  receptor: string
  total: string
  ambiente: 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION'
  motivo: 'AUTORIZACION' | 'REENVIO' | 'ANULACION'
}

/** Goods on their way have no amount. */
const importeOf = ({ tipo, total }: Pick<CartaDatos, 'tipo' | 'total'>): string =>
  tipo === COD_DOC.GUIA_REMISION ? '' : tipo === COD_DOC.RETENCION ? `, por un total retenido de ${total}` : `, por un total de ${total}`

/** The mail as its receiver reads it; the outbox shows the same text. */
export function writeCarta(datos: CartaDatos): Carta {
  const nombre = nombreComprobante(datos.tipo)
  const trial = datos.ambiente === 'PRODUCCION' ? '' : `\nDOCUMENTO DE PRUEBA (${datos.ambiente}): SIN VALIDEZ TRIBUTARIA.\n`
  const [electronica, anulada] = datos.tipo === COD_DOC.RETENCION ? ['electrónico', 'ANULADO'] : ['electrónica', 'ANULADA']
  const cual = `${nombre.toLowerCase()} ${electronica} ${datos.numero}${importeOf(datos)}`
  const noticia = datos.motivo === 'ANULACION'
    ? `${datos.empresa} le informa que en el SRI quedó ${anulada} y sin validez tributaria su ${cual}.`
    : `${datos.empresa} le envía su ${cual}.`
  const texto = `Estimado/a ${datos.receptor}:
${trial}
${noticia}

Clave de acceso y número de autorización:
${datos.clave}

Adjuntamos la representación impresa (RIDE, en PDF) y el documento electrónico (XML). Consérvelos siete años.

${datos.empresa}
Enviado con Yupana · Factura en línea, desde cualquier lugar
`
  return {
    asunto: datos.asunto,
    texto,
    adjuntos: [
      { filename: `${datos.clave}.pdf`, contentType: 'application/pdf' },
      { filename: `${datos.clave}.xml`, contentType: 'application/xml' },
    ],
  }
}
