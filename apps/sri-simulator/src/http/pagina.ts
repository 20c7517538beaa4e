// The page for people: clock, faults, settings and the voiding of documents, through the same calls as scripts.
import { CONTENIDO, TRANSPORTE } from '../fallas/falla.ts'
import type { Llamada } from './llamada.ts'
import { GUION_DE_PAGINA } from './pagina-guion.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const options = (values: readonly string[]): string => values.map((value) => `<option>${value}</option>`).join('')

const PAGINA = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulador del SRI</title>
<style>
:root { color-scheme: light dark }
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
form, .fila { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end }
label { display: grid; font-size: .85rem }
input, select, button { font: inherit; padding: .3rem .5rem; min-height: 2.25rem }
.tabla { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); vertical-align: top }
.clave { font-family: ui-monospace, monospace; overflow-wrap: anywhere; min-width: 12rem }
li { overflow-wrap: anywhere }
#aviso { min-height: 1.5rem; font-weight: 600 }
</style>
</head>
<body>
<h1>Simulador del SRI</h1>
<p>Hora del simulador: <strong id="hora">…</strong> · modo <span id="modo">…</span></p>
<p id="aviso" role="status" aria-live="polite"></p>

<h2>Tiempo</h2>
<div class="fila">
  <button type="button" data-avanzar="60000">Avanzar 1 minuto</button>
  <button type="button" data-avanzar="3600000">Avanzar 1 hora</button>
  <button type="button" data-avanzar="86400000">Avanzar 1 día</button>
  <label><span>Respuesta mientras procesa</span><select id="pendiente"><option value="vacia">vacía</option><option value="en-proceso">EN PROCESO</option><option value="en-procesamiento">EN PROCESAMIENTO</option><option value="ppr">EN PROCESAMIENTO (PPR)</option></select></label>
  <label><span>Servicio</span><select id="caido"><option value="false">en marcha</option><option value="true">caído</option></select></label>
</div>

<h2>Fallas</h2>
<form id="falla">
  <label><span>Tipo</span><select name="tipo">${options([...TRANSPORTE, ...CONTENIDO])}</select></label>
  <label><span>Fase</span><select name="fase">${options(['todas', 'recepcion', 'autorizacion', 'consulta'])}</select></label>
  <label><span>Veces</span><input name="veces" type="number" min="1" value="1" size="4"></label>
  <label><span>Código</span><input name="codigo" size="4" inputmode="numeric"></label>
  <label><span>Milisegundos</span><input name="ms" type="number" size="8"></label>
  <label><span>RUC</span><input name="ruc" size="14" inputmode="numeric"></label>
  <label><span>Clave de acceso</span><input name="clave" size="30" inputmode="numeric"></label>
  <button>Agregar falla</button>
  <button type="button" id="quitar">Quitar todas</button>
</form>
<ul id="fallas"></ul>

<h2>Últimos comprobantes</h2>
<div class="tabla"><table>
<thead><tr><th>Clave de acceso</th><th>Recepción</th><th>Autorización</th><th>Portal</th><th>Acciones</th></tr></thead>
<tbody id="documentos"></tbody>
</table></div>
<script src="pagina.js"></script>
</body>
</html>
`

export function sendPagina({ res }: Llamada): undefined {
  const isScript = res.req.url?.split('?')[0]?.endsWith('.js') ?? false
  const body = Buffer.from(isScript ? GUION_DE_PAGINA : PAGINA)
  res
    .writeHead(200, {
      'Content-Type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`,
      'Content-Length': body.length,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
    .end(body)
}
