import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { COMANDOS } from './comandos.ts'
import { openCarpeta, type Carpeta } from './testing/cli.ts'

describe('yupana', () => {
  let carpeta: Carpeta
  beforeAll(() => void (carpeta = openCarpeta()))
  afterAll(() => carpeta.remove())

  it('lists its commands; without one that is wrong use', async () => {
    const [asked, nothing] = await Promise.all([carpeta.run(['--help']), carpeta.run([])])
    expect([asked.code, nothing.code]).toEqual([0, 2])
    for (const { nombre, resumen } of COMANDOS) expect(asked.out).toContain(`${nombre.padEnd(12)} ${resumen}`)
  })

  it.each(COMANDOS)('$nombre --help explains every option and the exit codes', async ({ nombre, opciones }) => {
    const { code, out } = await carpeta.run([nombre, '--help'])
    expect(code).toBe(0)
    for (const opcion of Object.keys(opciones)) expect(out).toContain(`  --${opcion}`)
    expect(out).toContain('Códigos de salida: 0 bien; 1 la respuesta es no; 2 mal uso.')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(160)
  })

  it.each([
    [['firma']],
    [['firmar']],
    [['firmar', 'a.xml']],
    [['validar']],
    [['validar', '--nada']],
    [['ride', 'a.xml', 'b.xml']],
    [['clave', '--fecha']],
    [['certificado', '--ruc', '1', 'a.p12']],
  ])('%j is wrong use', async (args) => {
    const { code, out, err } = await carpeta.run(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^✖ .+\.\n/)
  })

  it('with --json says why in JSON', async () => {
    const { code, out } = await carpeta.run(['ride', '--json'])
    expect([code, JSON.parse(out)]).toEqual([2, { error: { codigo: 'USO', mensaje: 'Falta el archivo.' } }])
  })
})
