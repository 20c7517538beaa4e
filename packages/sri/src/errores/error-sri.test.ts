import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { REFERENCIA } from '../testing/referencia.ts'
import { ERRORES_SRI } from './catalogo-errores.ts'
import { accionOfMensajes, errorSri } from './error-sri.ts'

const file = `${REFERENCIA}/sri/catalogs/errores-sri.json`
const error = (identificador: string) => ({ identificador, tipo: 'ERROR' })

describe('errorSri', () => {
  test('knows every code of the ficha técnica, and no other', () => {
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: { code: string }[] }
    expect(ERRORES_SRI.map(({ codigo }) => codigo).sort()).toEqual(entries.map(({ code }) => code).sort())
  })

  test.each(['2', '10', '27', '28', '34', '37', '56', '57', '63'])('O-107: %s is a cause outside the document', (codigo) => {
    expect(errorSri(codigo).accion).toBe('RETENER')
  })

  test.each([
    ['43', 'CONSULTAR'],
    ['70', 'CONSULTAR'],
    ['45', 'CUARENTENA'],
    ['50', 'REINTENTAR'],
    ['35', 'CORREGIR'],
    ['39', 'CORREGIR'],
    ['52', 'CORREGIR'],
    ['58', 'NUEVO_NUMERO'],
    ['65', 'NUEVO_NUMERO'],
    ['59', 'AVISO'],
    ['60', 'AVISO'],
    ['62', 'AVISO'],
    ['68', 'AVISO'],
    [' 43 ', 'CONSULTAR'],
    ['1234', 'DESCONOCIDO'],
    ['', 'DESCONOCIDO'],
  ])('O-54, O-97: code «%s» asks for %s', (codigo, accion) => {
    expect(errorSri(codigo).accion).toBe(accion)
  })

  test('every entry says cause and remedy in a sentence', () => {
    for (const { causa, remedio } of ERRORES_SRI) for (const text of [causa, remedio]) expect(text).toMatch(/^[A-ZÁÉÍÓÚ].+\.$/)
  })
})

describe('accionOfMensajes', () => {
  test('a warning beside an error changes nothing', () => {
    expect(accionOfMensajes([{ identificador: '62', tipo: 'ADVERTENCIA' }, error('50')])).toBe('REINTENTAR')
  })
  test('43 is never a rejection by itself, whatever stands beside it', () => {
    expect(accionOfMensajes([error('35'), error('43')])).toBe('CONSULTAR')
  })
  test('an unknown error stops every automatic step', () => {
    expect(accionOfMensajes([error('35'), error('777')])).toBe('DESCONOCIDO')
  })
  test('an unknown warning is only shown', () => {
    expect(accionOfMensajes([{ identificador: '777', tipo: 'INFORMATIVO' }])).toBe('AVISO')
  })
  test('a refusal without messages is not understood', () => {
    expect(accionOfMensajes([])).toBe('DESCONOCIDO')
  })
})
