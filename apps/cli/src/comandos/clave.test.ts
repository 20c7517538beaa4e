import path from 'node:path'
import { claveAccesoIsValid } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EJEMPLOS, openCarpeta, type Carpeta } from '../testing/cli.ts'

const PARTES = ['--fecha', '2026-11-20', '--ruc', '1790012344001', '--serie', '001-001', '--secuencial', '1']

describe('yupana clave', () => {
  let carpeta: Carpeta
  beforeAll(() => void (carpeta = openCarpeta()))
  afterAll(() => carpeta.remove())

  it('builds a clave, by code or by name', async () => {
    for (const more of [
      ['--tipo', '01', '--ambiente', '1'],
      ['--tipo', 'factura', '--ambiente', 'pruebas'],
    ]) {
      const { code, out } = await carpeta.run(['clave', ...PARTES, ...more, '--codigo', '12345678'])
      expect([code, out.split('\n')[0]]).toEqual([0, '2011202601179001234400110010010000000011234567811'])
    }
  })

  it('chooses the eight digits at random when they are not given', async () => {
    const runs = await Promise.all([1, 2].map(() => carpeta.run(['clave', ...PARTES, '--tipo', '07', '--ambiente', '2', '--json'])))
    const claves = runs.map(({ out }) => (JSON.parse(out) as { clave: string }).clave)
    for (const clave of claves) expect(claveAccesoIsValid(clave)).toBe(true)
    expect(claves.map((clave) => clave.slice(0, 39))).toEqual(claves.map(() => '201120260717900123440012001001000000001'))
  })

  it('explains and checks one, given as digits, in groups or in a file', async () => {
    for (const given of [
      '2011202601179001234400110010010000000011234567811',
      '20112026 01 1790012344001 1 001001 000000001 12345678 1 1',
      path.join(EJEMPLOS, 'factura-1.1.0.xml'),
    ]) {
      const { code, out } = await carpeta.run(['clave', given])
      expect(code).toBe(0)
      expect(out).toContain('✔ La clave es correcta.')
      expect(out).toMatch(/Fecha: +20112026 {2}20\/11\/2026/)
    }
  })

  it('answers no for a wrong digit and for another length', async () => {
    const wrong = await carpeta.run(['clave', '2011202601179001234400110010010000000021234567811'])
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/dígito verificador es 1 y debe ser \d/)])
    expect((await carpeta.run(['clave', '123'])).code).toBe(1)
  })

  it.each([
    ['a part missing', PARTES, /Falta --tipo/],
    ['a day that does not exist', [...PARTES, '--tipo', '01', '--ambiente', '1', '--fecha', '2026-02-30'], /--fecha es un día/],
    ['a type that does not exist', [...PARTES, '--tipo', '02', '--ambiente', '1'], /seis comprobantes/],
    ['letters in the number', [...PARTES, '--tipo', '01', '--ambiente', '1', '--secuencial', 'x'], /--secuencial va/],
    ['an environment that does not exist', [...PARTES, '--tipo', '01', '--ambiente', '3'], /pruebas o produccion/],
  ])('%s is wrong use', async (_what, args, message) => {
    const { code, err } = await carpeta.run(['clave', ...args])
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})
