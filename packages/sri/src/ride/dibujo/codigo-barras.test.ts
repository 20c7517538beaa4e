import { expect, it } from 'vitest'

import { loadCodigoBarras } from './codigo-barras.ts'

const CLAVE = '2011202601179001234400110010010000000021234567817'

it('writes 49 digits in set C with one switch for the last', async () => {
  const modulos = await loadCodigoBarras(CLAVE)
  // 28 symbols of eleven modules (start, 24 pairs, switch, the last digit, check) and a stop of thirteen.
  expect(modulos.reduce((total, w) => total + w, 0)).toBe(28 * 11 + 13)
  expect(modulos.slice(0, 6)).toEqual([2, 1, 1, 2, 3, 2])
  expect(modulos.slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2])
})

it('draws different bars for another clave', async () => {
  expect(await loadCodigoBarras(CLAVE)).not.toEqual(await loadCodigoBarras(CLAVE.replace(/7$/, '8')))
})
