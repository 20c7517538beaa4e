import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DOCUMENTOS } from '../documentos/documentos.ts'
import { buildFactura } from '../testing/build-factura.ts'
import { buildZip, type EntradaArmada } from '../testing/build-zip.ts'
import { runsOf } from '../testing/corridas.ts'
import { readZipComprobantes } from './read-zip-comprobantes.ts'
import { readZip, type LimitesZip } from './zip.ts'
import { ZipError, type ZipErrorCode } from './zip-error.ts'

const LIMITES: LimitesZip = { entradas: 5, bytesEntrada: 10_000, bytes: 25_000 }
const text = (value: string) => Buffer.from(value)
const entrada = (cambios: Partial<EntradaArmada> = {}): EntradaArmada => ({ nombre: 'a.xml', bytes: text('<a/>'), ...cambios })
const codeOf = (zip: Uint8Array): ZipErrorCode | undefined => {
  try {
    expect([...readZip(zip, LIMITES)]).toBeDefined()
    return undefined
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return error.code
  }
}
const zeros = (length: number) => entrada({ bytes: Buffer.alloc(length) })

describe('a ZIP', () => {
  it('gives its files, deflated and stored, with their names, and leaves folders out', () => {
    const zip = buildZip([
      entrada({ nombre: 'año/', bytes: text('') }),
      entrada({ nombre: 'año/ñandú.xml' }),
      entrada({ nombre: 'b.txt', plano: true, bytes: text('hola') }),
    ])
    expect([...readZip(zip)].map(({ nombre, bytes }) => [nombre, Buffer.from(bytes).toString()])).toEqual([
      ['año/ñandú.xml', '<a/>'],
      ['b.txt', 'hola'],
    ])
  })

  it('may be a view into a larger buffer', () => {
    const zip = buildZip([entrada()])
    const larger = new Uint8Array(zip.length + 5).fill(7)
    larger.set(zip, 3)
    expect([...readZip(larger.subarray(3, -2))]).toHaveLength(1)
  })

  it.each<[string, Uint8Array, ZipErrorCode]>([
    ['nothing', text(''), 'NO_ZIP'],
    ['no ZIP', text('<factura/>'), 'NO_ZIP'],
    ['half a ZIP', buildZip([entrada()]).subarray(0, 40), 'NO_ZIP'],
    ['more files than allowed', buildZip(Array.from({ length: 6 }, () => entrada())), 'TOO_MANY'],
    ['a file larger than allowed', buildZip([zeros(10_001)]), 'TOO_LARGE'],
    ['files that are too large together', buildZip([zeros(10_000), zeros(10_000), zeros(10_000)]), 'TOO_LARGE'],
    ['a bomb that says it is small', buildZip([{ ...zeros(5_000_000), dice: { desempacado: 100 } }]), 'TOO_LARGE'],
    ['a path out of its folder', buildZip([entrada({ nombre: 'x/../../etc/passwd' })]), 'NAME'],
    ['a path from the root', buildZip([entrada({ nombre: '/etc/passwd' })]), 'NAME'],
    ['a path of Windows', buildZip([entrada({ nombre: 'C:/a.xml' })]), 'NAME'],
    ['a backslash', buildZip([entrada({ nombre: '..\\a.xml' })]), 'NAME'],
    ['a password', buildZip([entrada({ dice: { flags: 1 } })]), 'UNSUPPORTED'],
    ['a compression of its own', buildZip([entrada({ dice: { metodo: 14 } })]), 'UNSUPPORTED'],
    ['ZIP64', buildZip([entrada({ dice: { desempacado: 0xffffffff } })]), 'UNSUPPORTED'],
    ['another checksum', buildZip([entrada({ dice: { crc: 1 } })]), 'DAMAGED'],
    ['another length', buildZip([entrada({ dice: { desempacado: 3 } })]), 'DAMAGED'],
  ])('with %s is refused', (_, zip, code) => expect(codeOf(zip)).toBe(code))

  it('damaged in any way is read or refused with a ZipError, never anything else', () => {
    const zip = buildZip([entrada(), zeros(3000), entrada({ nombre: 'b.xml', plano: true })])
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.nat(8), (at, insert, cut) => {
        codeOf(Buffer.concat([zip.subarray(0, at), insert, zip.subarray(at + cut)]))
      }),
      { ...runsOf(60), numRuns: runsOf(60).numRuns * 20 },
    )
  })
})

describe('the documents of a ZIP', () => {
  it('are read one by one: a bad one says why, other files are left out', () => {
    const xml = DOCUMENTOS.factura.toXml(buildFactura())
    const zip = buildZip([
      entrada({ nombre: 'marzo/1.XML', bytes: text(xml) }),
      entrada({ nombre: 'marzo/2.xml', bytes: text('<!DOCTYPE a><a/>') }),
      entrada({ nombre: '__MACOSX/marzo/._1.xml' }),
      entrada({ nombre: 'marzo/leame.txt' }),
    ])
    const [bueno, malo, ...otros] = [...readZipComprobantes(zip)]
    expect([bueno?.archivo, bueno?.leido?.tipo, malo?.archivo, otros.length]).toEqual(['marzo/1.XML', 'factura', 'marzo/2.xml', 0])
    expect(malo?.problema).toContain('DOCTYPE')
  })
})
