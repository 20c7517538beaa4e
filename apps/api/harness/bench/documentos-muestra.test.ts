import { declaracionOf, TIPOS_COMPROBANTE } from '@yupana/sri'
import { expect, test } from 'vitest'

import { documentosMuestra } from './documentos-muestra.ts'

test('what is signed for measuring is one sound document of every type', () => {
  const muestras = documentosMuestra(3, 10)
  expect(muestras.map(({ tipo }) => tipo).toSorted()).toEqual(TIPOS_COMPROBANTE.toSorted())
  expect(muestras.flatMap(({ tipo, documento }) => declaracionOf(tipo).validate(documento))).toEqual([])
})
