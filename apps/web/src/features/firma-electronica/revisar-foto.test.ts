import { expect, it } from 'vitest'

import { whyNotFoto, type Puntos } from './revisar-foto.ts'

/** A picture with patches of two colours, a few pixels wide. */
function fotoOf(a: [number, number, number], b: [number, number, number], lado = 60, ancho = 3): Puntos {
  const data = new Uint8ClampedArray(lado * lado * 4)
  for (let y = 0; y < lado; y++)
    for (let x = 0; x < lado; x++) data.set([...((Math.floor(x / ancho) + Math.floor(y / ancho)) % 2 ? a : b), 255], (y * lado + x) * 4)
  return { data, width: lado, height: lado }
}

it.each<[string | undefined, Puntos]>([
  [undefined, fotoOf([200, 120, 60], [60, 90, 160])],
  ['muy oscura', fotoOf([30, 10, 5], [5, 10, 30])],
  ['demasiada luz', fotoOf([255, 250, 240], [240, 250, 255])],
  ['a color', fotoOf([200, 200, 200], [60, 60, 60])],
  ['borrosa', fotoOf([140, 110, 90], [138, 109, 91])],
])('a photograph is told in words to be %s', (words, puntos) => {
  const problem = whyNotFoto(puntos)
  if (words === undefined) expect(problem).toBeUndefined()
  else expect(problem).toContain(words)
})
