import { expect, it } from 'vitest'

import { readConsultado } from './vigilancia.service.ts'

it.each([
  ['ANULADO', undefined, 'ANULADO'],
  ['PENDIENTE DE ANULAR', 'C', 'POR_ACEPTAR'],
  ['AUTORIZADO', 'C', 'VIGENTE'],
  ['RECHAZADA', undefined, 'SIN_RESPUESTA'],
  ['ANULADO', 'OTRA', 'SIN_RESPUESTA'],
  ['NO AUTORIZADO', 'C', 'SIN_RESPUESTA'],
])('reads «%s» about clave %s as %s', (estado, claveAcceso, consultado) => {
  expect(readConsultado({ estado, claveAcceso }, 'C')).toBe(consultado)
})
