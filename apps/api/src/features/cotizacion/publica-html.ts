import { displayFecha, displayMonto, displayNumero, fechaIn } from '@yupana/fiscal'

import type { Publica } from './publica.service.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (value: string): string => value.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

const STYLE = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #4a5565; --line: #d5dbe3; --page: #f5f7f9; --card: #fff; --main: #14509b; --bad: #a3261c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf4; --soft: #aab6c5; --line: #38455a; --page: #10161f; --card: #19212d; --main: #8fbcff; --bad: #ff9d92 }
  button.main { color: #0b1220 !important }
}
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, Arial, sans-serif }
main { max-width: 760px; margin: 0 auto; padding: 24px; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
h1 { margin: 0 0 4px; font-size: 1.5rem } h2 { margin: 24px 0 8px; font-size: 1.125rem } p { margin: 4px 0 }
.soft { color: var(--soft) } .num { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto } table { width: 100%; margin-top: 16px; border-collapse: collapse }
th, td { padding: 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { font-size: .875rem; overflow-wrap: normal } tr.total td { font-size: 1.25rem; font-weight: 700 }
.state { margin: 16px 0 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; font-weight: 600 }
label { display: block; font-weight: 600 }
a.button { display: inline-block }
textarea { width: 100%; margin: 4px 0 12px; padding: 8px; border: 1px solid var(--soft); border-radius: 6px; background: var(--card); color: inherit; font: inherit }
.actions { display: flex; flex-wrap: wrap; gap: 12px }
button, .button { min-height: 44px; padding: 8px 20px; border: 1px solid var(--main); border-radius: 6px; background: var(--card); color: var(--main); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button.main { background: var(--main); color: #fff } button.bad { border-color: var(--bad); color: var(--bad) }
:focus-visible { outline: 2px solid var(--main); outline-offset: 2px }`

const page = (title: string, body: string, nonce: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<title>${text(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body><main>${body}</main></body></html>`

/** In place of a quote: why there is none. */
export const noticePage = (message: string, nonce: string): string =>
  page('Cotización', `<h1>Cotización</h1><p role="alert">${text(message)}</p>`, nonce)

const FILA = (nombre: string, monto: number, isTotal = false) =>
  `<tr${isTotal ? ' class="total"' : ''}><td>${text(nombre)}</td><td class="num">${displayMonto(monto)}</td></tr>`

const IVA = '2'

function totales({ row: { calculo } }: Publica): string {
  const ivas = calculo.impuestos.filter(({ codigo }) => codigo === IVA)
  const otros = calculo.impuestos.filter(({ codigo }) => codigo !== IVA).reduce((sum, { valor }) => sum + valor, 0)
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

/** What became of it, or the form to answer it. */
function situacion({ row, estado }: Publica): string {
  const dia = row.respondida_en === null ? '' : ` el ${displayFecha(fechaIn(new Date(row.respondida_en)))}`
  const nota = row.nota_respuesta === null ? '' : ` Comentario: «${text(row.nota_respuesta)}».`
  if (estado === 'ACEPTADA') return `<p class="state" role="status">Esta cotización fue aceptada${dia}.${nota}</p>`
  if (estado === 'RECHAZADA') return `<p class="state" role="status">Esta cotización fue rechazada${dia}.${nota}</p>`
  if (estado === 'FACTURADA') return '<p class="state" role="status">Esta cotización ya fue facturada.</p>'
  if (estado === 'VENCIDA')
    return `<p class="state" role="status">Esta cotización venció el ${displayFecha(row.vence)}. Pida una nueva a quien se la envió.</p>`
  return `<form method="post"><h2>Su respuesta</h2><input type="hidden" name="version" value="${row.version}">
<label for="nota">Comentario (puede quedar vacío)</label><textarea id="nota" name="nota" rows="3" maxlength="300"></textarea>
<div class="actions"><button class="main" name="decision" value="aceptar">Aceptar cotización</button><button class="bad" name="decision" value="rechazar">Rechazar</button></div></form>`
}

/** The quote as its client sees it, whole without a script. */
export function cotizacionPage(publica: Publica, token: string, nonce: string): string {
  const { row, empresa } = publica
  const titulo = `Cotización ${row.numero}`
  const condiciones = row.entrada.condiciones ? `<h2>Condiciones</h2><p>${text(row.entrada.condiciones)}</p>` : ''
  return page(
    `${titulo} · ${empresa.nombre_comercial ?? empresa.razon_social}`,
    `<h1>${titulo}</h1><p><strong>${text(empresa.nombre_comercial ?? empresa.razon_social)}</strong></p>
<p class="soft">RUC ${text(empresa.ruc)} · ${text(empresa.direccion ?? empresa.dir_matriz)}</p>
<p>Para ${text(row.receptor_nombre)}</p><p class="soft">Fecha ${displayFecha(row.fecha_emision)} · Válida hasta el ${displayFecha(row.vence)}</p>
<div class="wide" role="region" aria-label="Detalle" tabindex="0"><table><thead><tr><th scope="col">Descripción</th><th scope="col" class="num">Cantidad</th><th scope="col" class="num">P. unitario</th><th scope="col" class="num">Subtotal</th></tr></thead><tbody>${lineas(publica)}</tbody></table></div>
<table aria-label="Totales"><tbody>${totales(publica)}</tbody></table>${condiciones}
${situacion(publica)}<h2>Documento</h2><p><a class="button" href="/c/${token}/pdf">Descargar PDF</a></p>`,
    nonce,
  )
}
