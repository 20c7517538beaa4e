import { displayFecha, displayMonto, displayNumero, fechaIn, sum, type Monto } from '@yupana/fiscal'

import { page, text } from '../../http/pagina-publica.ts'
import type { Publica } from './publica.service.ts'

/** A page with a message in place of the quote. */
export const noticePage = (message: string, nonce: string): string =>
  page('Cotización', `<h1>Cotización</h1><p role="alert">${text(message)}</p>`, nonce)

const FILA = (nombre: string, monto: Monto, isTotal = false) =>
  `<tr${isTotal ? ' class="total"' : ''}><td>${text(nombre)}</td><td class="num">${displayMonto(monto)}</td></tr>`

const IVA = '2'

function totales({ row: { calculo } }: Publica): string {
  const ivas = calculo.impuestos.filter(({ codigo }) => codigo === IVA)
  const otros = sum(calculo.impuestos.filter(({ codigo }) => codigo !== IVA).map(({ valor }) => valor))
  return [
    FILA('Subtotal', calculo.subtotal),
    ...(calculo.descuento > 0 ? [FILA('Descuento incluido', calculo.descuento)] : []),
    ...ivas.map(({ tarifa, valor }) => FILA(`IVA ${displayNumero(tarifa)}%`, valor)),
    ...(otros > 0 ? [FILA('Otros impuestos', otros)] : []),
    FILA('Total', calculo.total, true),
  ].join('')
}

const lineas = ({ row: { entrada, calculo } }: Publica): string =>
  entrada.lineas
    .map(
      ({ descripcion, cantidad }, at) =>
        `<tr><td>${text(descripcion)}</td><td class="num">${displayNumero(cantidad)}</td><td class="num">${displayMonto(calculo.lineas[at]?.precio_unitario ?? 0, 2)}</td><td class="num">${displayMonto(calculo.lineas[at]?.base ?? 0)}</td></tr>`,
    )
    .join('')

/** The result of the quote, or the form to answer it. */
function situacion({ row, estado }: Publica): string {
  const dia = row.respondida_en === null ? '' : ` el ${displayFecha(fechaIn(new Date(row.respondida_en)))}`
  const nota = row.nota_respuesta === null ? '' : ` Comentario: «${text(row.nota_respuesta)}».`
  const cual = row.version_enviada === null ? 'Esta cotización' : `La versión ${row.version_enviada} de esta cotización`
  if (estado === 'ACEPTADA') return `<p class="state" role="status">${cual} fue aceptada${dia}.${nota}</p>`
  if (estado === 'RECHAZADA') return `<p class="state" role="status">${cual} fue rechazada${dia}.${nota}</p>`
  if (estado === 'FACTURADA_EN_PARTE') return '<p class="state" role="status">Esta cotización fue facturada en parte.</p>'
  if (estado === 'FACTURADA') return '<p class="state" role="status">Esta cotización ya fue facturada.</p>'
  if (estado === 'VENCIDA')
    return `<p class="state" role="status">Esta cotización venció el ${displayFecha(row.vence)}. Pida una nueva a quien se la envió.</p>`
  return `<form method="post"><h2>Su respuesta</h2><input type="hidden" name="version" value="${row.version}">
<label for="nota">Comentario (puede quedar vacío)</label><textarea id="nota" name="nota" rows="3" maxlength="300"></textarea>
<div class="actions"><button class="main" name="decision" value="aceptar">Aceptar cotización</button><button class="bad" name="decision" value="rechazar">Rechazar</button></div></form>`
}

/** The quote as its client sees it; it works without a script. */
export function cotizacionPage(publica: Publica, token: string, nonce: string): string {
  const { row, empresa } = publica
  const titulo = `Cotización ${row.numero}`
  const version = row.version_enviada === null ? '' : `Versión ${row.version_enviada} · `
  const condiciones = row.entrada.condiciones ? `<h2>Condiciones</h2><p>${text(row.entrada.condiciones)}</p>` : ''
  return page(
    `${titulo} · ${empresa.nombre_comercial ?? empresa.razon_social}`,
    `<h1>${titulo}</h1><p><strong>${text(empresa.nombre_comercial ?? empresa.razon_social)}</strong></p>
<p class="soft">RUC ${text(empresa.ruc)} · ${text(empresa.direccion ?? empresa.dir_matriz)}</p>
<p>Para ${text(row.receptor_nombre)}</p><p class="soft">${version}Fecha ${displayFecha(row.fecha_emision)} · Válida hasta el ${displayFecha(row.vence)}</p>
<div class="wide" role="region" aria-label="Detalle" tabindex="0"><table><thead><tr><th scope="col">Descripción</th><th scope="col" class="num">Cantidad</th><th scope="col" class="num">P. unitario</th><th scope="col" class="num">Subtotal</th></tr></thead><tbody>${lineas(publica)}</tbody></table></div>
<table aria-label="Totales"><tbody>${totales(publica)}</tbody></table>${condiciones}
${situacion(publica)}<h2>Documento</h2><p><a class="button" href="/c/${token}/pdf">Descargar PDF</a></p>`,
    nonce,
  )
}
