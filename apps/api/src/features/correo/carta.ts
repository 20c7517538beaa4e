import { claseOf, llenarPlantilla, PLANTILLA, type CampoCorreo } from '@yupana/contract'
import { COD_DOC, displayFecha, displayMonto, nombreComprobante, type Monto } from '@yupana/fiscal'

import type { Ambiente } from '../../db/schema.ts'
import { LEMA, PRODUCTO } from '../../instalacion/version.ts'
import { enLinea, htmlOf, type Ajuste } from '../carta/carta.door.ts'
import { marcaAsunto, numeroOfClave } from '../comprobante/identidad/identidad.door.ts'

export interface Carta {
  asunto: string
  texto: string
  html: string
  adjuntos: { filename: string; contentType: string }[]
}

/** The document and its issuer, from the database. */
export interface CartaDatos {
  /** The standard subject at the time of the mail. */
  asunto: string
  empresa: string
  ruc: string
  tipo: string
  clave: string
  fecha_emision: string
  receptor: string
  total: Monto
  ambiente: Ambiente
  motivo: 'AUTORIZACION' | 'REENVIO' | 'ANULACION'
  /** The message of the user who sent it again. */
  mensaje?: string | null
  /** Address where the document is seen without signing in; null when revoked. */
  enlace: string | null
  /** The installation's own name, null for the product's (O-83). */
  producto: string | null
}

const CONSERVE = 'Adjuntamos la representación impresa (RIDE, en PDF) y el documento electrónico (XML). Consérvelos siete años.'

/** The data for all parts except the link. */
type SinEnlace = Omit<CartaDatos, 'enlace'>

const EN_LINEA = 'Véalo en línea, con lo que el SRI dice hoy de su validez'

const valoresDe = ({ receptor, empresa, ruc, tipo, clave, fecha_emision, total }: SinEnlace): Record<CampoCorreo, string> => ({
  receptor,
  empresa,
  ruc,
  comprobante: nombreComprobante(tipo),
  numero: numeroOfClave(clave),
  fecha: displayFecha(fecha_emision),
  total: displayMonto(total),
  clave,
})

/** The subject: the company's own for this kind, or the standard one; that of a voiding is always the standard one. */
export function asuntoOf(datos: SinEnlace, ajuste: Pick<Ajuste, 'textos'> | null): string {
  const propio = datos.motivo === 'ANULACION' ? null : (ajuste?.textos[claseOf(datos.tipo)]?.asunto ?? null)
  return propio === null ? datos.asunto : marcaAsunto(datos.ambiente) + enLinea(llenarPlantilla(propio, valoresDe(datos)))
}

function cuerpoOf(datos: CartaDatos, ajuste: Ajuste | null): string {
  const clase = claseOf(datos.tipo)
  const valores = valoresDe(datos)
  if (datos.motivo !== 'ANULACION') return llenarPlantilla(ajuste?.textos[clase]?.texto ?? PLANTILLA[clase].texto, valores)
  const [electronica, anulada] = datos.tipo === COD_DOC.RETENCION ? ['electrónico', 'ANULADO'] : ['electrónica', 'ANULADA']
  return llenarPlantilla(
    `Estimado/a {receptor}:\n\n{empresa} le informa que en el SRI quedó ${anulada} y sin validez tributaria su ${valores.comprobante.toLowerCase()} ${electronica} {numero}.`,
    valores,
  )
}

/** The mail as its receiver reads it; the outbox shows the same text. Written with the settings of its time. */
export function writeCarta(datos: CartaDatos, ajuste: Ajuste | null): Carta {
  const { clave, empresa, ambiente, tipo, enlace } = datos
  const valores = valoresDe(datos)
  const asunto = asuntoOf(datos, ajuste)
  const aviso = ambiente === 'PRODUCCION' ? '' : `DOCUMENTO DE PRUEBA (${ambiente}): SIN VALIDEZ TRIBUTARIA.`
  const cuerpo = [cuerpoOf(datos, ajuste), datos.mensaje ?? ''].filter(Boolean).join('\n\n')
  const pie = ajuste?.pie ?? empresa
  const hecho = `Enviado con ${datos.producto ?? PRODUCTO} · ${LEMA}`
  const texto = `${aviso && `${aviso}\n\n`}${cuerpo}

Clave de acceso y número de autorización:
${clave}

${enlace ? `${EN_LINEA}:\n${enlace}\n\n` : ''}${CONSERVE}

${pie}
${hecho}
`
  const hechos: [string, string][] = [
    ['Comprobante', valores.comprobante],
    ['Número', valores.numero],
    ['Fecha de emisión', valores.fecha],
    ...(tipo === COD_DOC.GUIA_REMISION
      ? []
      : [[tipo === COD_DOC.RETENCION ? 'Total retenido' : 'Total', valores.total] as [string, string]]),
    ['Clave de acceso y número de autorización', clave],
  ]
  return {
    asunto,
    texto,
    html: htmlOf({
      titulo: asunto,
      empresa,
      aviso,
      cuerpo,
      hechos,
      ...(enlace !== null && { enlace: { texto: 'Ver en línea', url: enlace } }),
      nota: CONSERVE,
      pie,
      hecho,
    }),
    adjuntos: [
      { filename: `${clave}.pdf`, contentType: 'application/pdf' },
      { filename: `${clave}.xml`, contentType: 'application/xml' },
    ],
  }
}
