import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { REFERENCIA } from '../testing/referencia.ts'
import { AMBIENTES } from './ambiente.ts'
import { nombreIn, type EntradaCatalogo } from './entrada.ts'
import { CODIGOS_IVA, IMPUESTOS } from './impuestos.ts'
import { PAISES } from './paises.ts'
import { IMPUESTOS_RETENCION } from './retencion-impuestos.ts'
import { COMPROBANTES } from './tipo-comprobante.ts'
import { TIPOS_IDENTIFICACION } from './tipo-identificacion.ts'

const folder = `${REFERENCIA}/sri/catalogs`

describe('a catalogue', () => {
  test.each<[string, readonly EntradaCatalogo[]]>([
    ['ambiente', AMBIENTES],
    ['impuestos', IMPUESTOS],
    ['iva-tarifas', CODIGOS_IVA],
    ['tipo-identificacion', TIPOS_IDENTIFICACION],
    ['tipo-comprobante', COMPROBANTES],
    ['paises', PAISES],
    ['retencion-impuestos', IMPUESTOS_RETENCION],
  ])('%s has the codes and names of the ficha técnica', (name, catalogo) => {
    const { entries } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as { entries: { code: string; name: string }[] }
    expect(catalogo).toEqual(entries.map((entry) => ({ codigo: entry.code, nombre: entry.name })))
  })
})

test('a code that the table lacks is its own name', () => {
  expect([nombreIn(IMPUESTOS, '2'), nombreIn(IMPUESTOS, '99')]).toEqual(['IVA', '99'])
})
