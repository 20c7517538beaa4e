import { expect, it } from 'vitest'

import './browser-stubs.ts'

it('a field has the labels that name it or hold it, and a hidden one none', () => {
  const form = document.createElement('form')
  form.innerHTML = `
    <label for="ruc">RUC</label> <input id="ruc"> <label for="ruc">Identificación</label>
    <label>Correo <input name="correo"> <button>Quitar</button></label>
    <label for="otro">Ciudad <select></select></label>
    <label><input type="hidden"> Nota <textarea></textarea></label>
    <label for="">Sin destino</label> <input name="sin-id">
    <label for="doble">Doble</label> <input id="doble" name="primera"> <input id="doble" name="segunda">
    <label for="otra-cosa">Tapada</label> <div id="otra-cosa"></div> <input id="otra-cosa" name="tapada">`
  document.body.append(form)
  const labelsOf = (field: string) => {
    const { labels } = form.querySelector<HTMLInputElement>(field)!
    return labels && Array.from(labels, (label) => label.textContent?.trim().split(/\s/)[0])
  }
  const names = ['sin-id', 'primera', 'segunda', 'tapada'].map((name) => `[name=${name}]`)
  expect(['#ruc', '[name=correo]', 'button', 'select', '[type=hidden]', 'textarea', ...names].map(labelsOf)).toEqual([
    ['RUC', 'Identificación'],
    ['Correo'],
    [],
    [],
    null,
    ['Nota'],
    [],
    ['Doble'],
    [],
    [],
  ])
  form.remove()
})
