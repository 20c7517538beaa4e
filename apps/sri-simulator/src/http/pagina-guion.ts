// The browser script of the control page, without framework or build.
export const GUION_DE_PAGINA = String.raw`'use strict'
const byId = (id) => document.getElementById(id)
const say = (text) => { byId('aviso').textContent = text }

async function call(method, place, body) {
  const answer = await fetch(place, { method, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(JSON.parse(text).error)
  return text
}
const json = async (place) => JSON.parse(await call('GET', place))

/** Does something, says what came of it and shows how things are now. */
async function act(done, work) {
  try {
    await work()
    say(done)
  } catch (error) {
    say('No se pudo: ' + error.message)
  }
  await show()
}

function element(name, text, className) {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

function button(text, done, work) {
  const made = element('button', text)
  made.type = 'button'
  made.addEventListener('click', () => act(done, work))
  return made
}

function actionsOf({ clave, anulado, autorizacion }) {
  if (!autorizacion || autorizacion.estado !== 'AUTORIZADO' || anulado === 'ANULADO') return []
  if (anulado === 'PENDIENTE DE ANULAR') return [
    button('El receptor acepta', 'Comprobante anulado.', () => call('POST', 'anulacion/respuesta', { clave, acepta: true })),
    button('El receptor rechaza', 'El comprobante sigue vigente.', () => call('POST', 'anulacion/respuesta', { clave, acepta: false })),
  ]
  return [
    button('Solicitar anulación', 'Solicitud registrada.', () => call('POST', 'anulacion', { clave })),
    button('Anular de oficio', 'Comprobante anulado de oficio.', () => call('POST', 'anular', { clave })),
  ]
}

function rowOf(line) {
  const row = document.createElement('tr')
  row.append(element('td', line.clave, 'clave'), element('td', line.veredicto), element('td', line.autorizacion ? line.autorizacion.estado : ''), element('td', line.anulado || ''))
  const cell = document.createElement('td')
  cell.append(...actionsOf(line))
  row.append(cell)
  return row
}

async function show() {
  const [salud, config, fallas, { intentos }] = await Promise.all(['salud', 'config', 'fallas', 'estadisticas'].map(json))
  byId('hora').textContent = salud.hora
  byId('modo').textContent = salud.modo
  byId('pendiente').value = config.pendiente
  byId('caido').value = String(config.caido)
  byId('fallas').replaceChildren(...fallas.map((falla) => {
    const item = element('li', JSON.stringify(falla) + ' ')
    item.append(button('Quitar', 'Falla quitada.', () => call('DELETE', 'fallas/' + falla.id)))
    return item
  }))
  const lines = (await call('GET', 'libro?desde=' + Math.max(0, intentos - 50))).split('\n').filter(Boolean).map((line) => JSON.parse(line))
  byId('documentos').replaceChildren(...lines.reverse().map(rowOf))
}

for (const item of document.querySelectorAll('[data-avanzar]')) item.addEventListener('click', () => act('El tiempo avanzó.', () => call('POST', 'avanzar', { ms: Number(item.dataset.avanzar) })))
byId('pendiente').addEventListener('change', (event) => act('Ajuste guardado.', () => call('POST', 'config', { pendiente: event.target.value })))
byId('caido').addEventListener('change', (event) => act('Ajuste guardado.', () => call('POST', 'config', { caido: event.target.value === 'true' })))
byId('quitar').addEventListener('click', () => act('Fallas quitadas.', () => call('DELETE', 'fallas')))
byId('falla').addEventListener('submit', (event) => {
  event.preventDefault()
  const falla = {}
  for (const [name, value] of new FormData(event.target)) if (value !== '') falla[name] = name === 'veces' || name === 'ms' ? Number(value) : value
  act('Falla agregada.', () => call('POST', 'fallas', falla))
})
show().catch((error) => say('No se pudo: ' + error.message))
`
