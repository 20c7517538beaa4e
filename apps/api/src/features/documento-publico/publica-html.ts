import { COD_DOC, displayFecha, displayMonto, displayNumero, fechaIn } from '@yupana/fiscal'

import { page, text } from '../../http/pagina-publica.ts'
import { tituloOf } from './enlace.service.ts'
import type { Publica } from './publica.service.ts'

/** A page with a message in place of the document. */
export const noticePage = (message: string, nonce: string): string =>
  page('Comprobante', `<h1>Comprobante</h1><p role="alert">${text(message)}</p>`, nonce)

const HORA = new Intl.DateTimeFormat('es-EC', { timeZone: 'America/Guayaquil', hour: '2-digit', minute: '2-digit', hour12: false })
const cuando = (instant: string) => `${displayFecha(fechaIn(new Date(instant)))} a las ${HORA.format(new Date(instant))}`

/** The state according to the SRI, or our own until it answers. */
function validez({ documento: { estado, fecha_autorizacion: autorizado }, enlace, isAsking }: Publica): string {
  if (estado === 'ANULADO' || enlace.consultado === 'ANULADO') return 'ANULADO en el SRI: no tiene validez tributaria.'
  if (autorizado === null) return 'Todavía no tiene la autorización del SRI.'
  if (isAsking) return 'Autorizado por el SRI. Preguntando al SRI si sigue vigente…'
  if (enlace.consultado === 'POR_ACEPTAR') return 'Autorizado por el SRI; su emisor pidió anularlo.'
  if (enlace.consultado === 'VIGENTE' && enlace.consultado_en !== null)
    return `Autorizado y vigente: el SRI lo confirmó el ${cuando(enlace.consultado_en)}.`
  return 'Autorizado por el SRI. El SRI no responde ahora: puede comprobarlo en su portal con la clave de acceso.'
}

const celda = (value: string) => `<td class="num">${text(value)}</td>`

/** Goods of a sale or a transport, or withholdings, as far as a telephone shows them; the RIDE has the rest. */
function detalle({ lineas, totales, documento: { tipo } }: Publica): string {
  const hasMontos = tipo !== COD_DOC.GUIA_REMISION
  const filas = lineas.map(
    ({ descripcion, cantidad, base }) =>
      `<tr><td>${text(descripcion)}</td>${celda(displayNumero(cantidad))}${hasMontos ? celda(displayMonto(base)) : ''}</tr>`,
  )
  const columnas = ['Cantidad', ...(hasMontos ? ['Subtotal'] : [])].map((nombre) => `<th scope="col" class="num">${nombre}</th>`)
  const tabla = `<div class="wide" role="region" aria-label="Detalle" tabindex="0"><table><thead><tr><th scope="col">Descripción</th>${columnas.join('')}</tr></thead><tbody>${filas.join('')}</tbody></table></div>`
  const sumas = totales.map(
    ({ nombre, valor, destacado }) => `<tr${destacado ? ' class="total"' : ''}><td>${text(nombre)}</td>${celda(valor)}</tr>`,
  )
  return (lineas.length > 0 ? tabla : '') + (sumas.length > 0 ? `<table aria-label="Totales"><tbody>${sumas.join('')}</tbody></table>` : '')
}

function respuesta({ enlace: { no_corresponde_en: en } }: Publica): string {
  if (en !== null)
    return `<p class="state" role="status">El ${displayFecha(fechaIn(new Date(en)))} se avisó al emisor que no le corresponde.</p>`
  return `<form method="post"><h2>¿No es suyo?</h2><label for="nota">Comentario (puede quedar vacío)</label>
<textarea id="nota" name="nota" rows="2" maxlength="300"></textarea><div class="actions"><button class="bad">No me corresponde</button></div></form>`
}

/** An issued document as its receiver sees it; it works without a script. */
export function documentoPage(publica: Publica, token: string, nonce: string): string {
  const { documento, isAsking } = publica
  const { empresa, ruc, receptor, fecha_emision, clave, ambiente } = documento
  const titulo = tituloOf(documento)
  const prueba = ambiente === 'PRODUCCION' ? '' : '<p class="state">DOCUMENTO DE PRUEBA: SIN VALIDEZ TRIBUTARIA.</p>'
  return page(
    `${titulo} · ${empresa}`,
    `<h1>${text(titulo)}</h1><p><strong>${text(empresa)}</strong></p><p class="soft">RUC ${text(ruc)}</p>
<p>Para ${text(receptor)}</p><p class="soft">Emitido el ${displayFecha(fecha_emision)}</p>${prueba}${detalle(publica)}
<p class="state" role="status">${validez(publica)}</p><h2>Documento</h2>
<div class="actions"><a class="button main" href="/d/${token}/pdf">Descargar RIDE (PDF)</a><a class="button" href="/d/${token}/xml">Descargar XML</a></div>
<h2>Clave de acceso</h2><p class="clave">${clave}</p>${respuesta(publica)}`,
    nonce,
    isAsking ? `<meta http-equiv="refresh" content="2; url=/d/${token}?espera=1">` : '',
  )
}
