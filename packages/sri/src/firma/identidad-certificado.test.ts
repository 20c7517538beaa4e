import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { REFERENCIA } from '../testing/referencia.ts'
import { readCertificado, type CertificadoLeido } from './certificado.ts'
import { ENTIDADES_CERTIFICADORAS, type LugarIdentificacion } from './entidades-certificadoras.ts'
import { CEDULA, leerP12, RUC } from './fixtures/fixtures.ts'
import { identidadOf } from './identidad-certificado.ts'
import type { NombreDistinguido } from './nombre-distinguido.ts'

const tlv = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const bytes = [arc & 0x7f]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift((left & 0x7f) | 0x80)
    return bytes
  })
  return tlv(0x06, Buffer.from(arcs))
}

/** subjectAltName with an otherName for each OID, or one directoryName that holds them all. */
const otherNames = (pairs: readonly [string, Buffer][]) => tlv(0x30, ...pairs.map(([id, value]) => tlv(0xa0, oid(id), tlv(0xa0, value))))
const directoryName = (pairs: readonly [string, Buffer][]) =>
  tlv(0x30, tlv(0xa4, tlv(0x30, ...pairs.map(([id, value]) => tlv(0x31, tlv(0x30, oid(id), value))))))

const base = readCertificado(leerP12('sin-identificacion').certificado)
const nombre = (attributes: Readonly<Record<string, string>>): NombreDistinguido =>
  Object.entries(attributes).map(([id, valor]) => [{ oid: id, valor, der: tlv(0x0c, valor) }])

interface Rasgos {
  readonly emisor?: string
  readonly sujeto?: Readonly<Record<string, string>>
  readonly extensiones?: readonly (readonly [string, Buffer])[]
}

const certificado = ({ emisor = 'AC DE NADIE', sujeto = {}, extensiones = [] }: Rasgos): CertificadoLeido => ({
  ...base,
  emisorNombre: nombre({ '2.5.4.3': emisor }),
  sujetoNombre: nombre({ '2.5.4.3': 'PERSONA FICTICIA', ...sujeto }),
  extensiones: new Map(extensiones),
})

const inPlace: Readonly<Record<LugarIdentificacion, (pairs: readonly [string, Buffer][]) => readonly (readonly [string, Buffer])[]>> = {
  EXTENSION: (pairs) => pairs,
  NOMBRE_ALTERNATIVO: (pairs) => [['2.5.29.17', otherNames(pairs)]],
}

const CASOS = ENTIDADES_CERTIFICADORAS.flatMap((entidad) =>
  (entidad.lugares ?? []).map((lugar) => [entidad.nombre, lugar, entidad] as const),
)

describe('identidadOf', () => {
  it.each(CASOS)(
    '%s, %s: finds RUC and cédula where the entity writes them',
    (_nombre, lugar, { nombre: entidad, arco, oidIdentificacion }) => {
      if (arco !== undefined) {
        const extensiones = inPlace[lugar]([
          [`${arco}.1`, tlv(0x0c, CEDULA)],
          [`${arco}.2`, tlv(0x0c, 'NOMBRES')],
          [`${arco}.11`, tlv(0x0c, RUC)],
        ])
        expect(identidadOf(certificado({ extensiones }))).toEqual({
          ruc: RUC,
          cedula: CEDULA,
          entidad,
          origen: `campo «RUC» de ${entidad} y campo «cédula» de ${entidad}`,
        })
      } else {
        const extensiones = inPlace[lugar]([[oidIdentificacion ?? '', tlv(0x0c, CEDULA)]])
        expect(identidadOf(certificado({ extensiones }))).toEqual({
          ruc: undefined,
          cedula: CEDULA,
          entidad,
          origen: `campo «identificación» de ${entidad}`,
        })
      }
    },
  )

  it.each(['Datil', 'Eclipsoft', 'Lazzate', 'Alpha Technologies', 'Newbest'])('%s: by its name, and what the subject says', (entidad) => {
    const emisor = `AC ${entidad.toUpperCase()} SUBORDINADA`
    expect(identidadOf(certificado({ emisor, sujeto: { '2.5.4.5': `IDCEC-${CEDULA}` } }))).toMatchObject({
      entidad,
      cedula: CEDULA,
      origen: 'número de serie del titular',
    })
    expect(identidadOf(certificado({ emisor, sujeto: { '2.5.4.97': `VATEC-${RUC}` } }))).toMatchObject({
      entidad,
      ruc: RUC,
      origen: 'identificador de organización del titular',
    })
    expect(identidadOf(certificado({ emisor }))).toEqual({ entidad, ruc: undefined, cedula: undefined, origen: undefined })
  })

  it('names the issuer as its own certificate does, whatever fields of others it carries, and matches no impossible cédula', () => {
    const extensiones = [['1.3.6.1.4.1.37947.3.1', tlv(0x0c, '1712345679')]] as const
    expect(identidadOf(certificado({ emisor: 'AUTORIDAD SECURITY DATA', extensiones }))).toMatchObject({
      entidad: 'Security Data',
      cedula: undefined,
      origen: undefined,
    })
  })

  it('reads the value however it is padded or typed: bare digits, another string type, stray bytes', () => {
    for (const value of [
      Buffer.from(RUC),
      tlv(0x13, RUC),
      tlv(0x16, `${RUC} `),
      Buffer.concat([tlv(0x0c, RUC), Buffer.from([0, 0])]),
      tlv(0x1e, Buffer.from(RUC, 'utf16le').swap16()),
    ])
      expect(identidadOf(certificado({ extensiones: [['1.3.6.1.4.1.37746.3.11', value]] })).ruc).toBe(RUC)
  })

  it('reads a directoryName among the alternative names', () => {
    expect(
      identidadOf(certificado({ extensiones: [['2.5.29.17', directoryName([['1.3.6.1.4.1.47286.102.3.11', tlv(0x0c, RUC)]])]] })).ruc,
    ).toBe(RUC)
  })

  it('takes a plain serialNumber for an identification, never that of Security Data', () => {
    expect(identidadOf(certificado({ sujeto: { '2.5.4.5': RUC } })).ruc).toBe(RUC)
    expect(
      identidadOf(certificado({ emisor: 'AUTORIDAD DE CERTIFICACION SUBCA-2 SECURITY DATA', sujeto: { '2.5.4.5': CEDULA } })).cedula,
    ).toBeUndefined()
  })

  it.each(['12345', '17900123440012', 'ABC', ''])('takes %j for nothing', (text) => {
    expect(identidadOf(certificado({ extensiones: [['1.3.6.1.4.1.37746.3.11', tlv(0x0c, text)]] })).ruc).toBeUndefined()
  })
})

const catalog = path.join(REFERENCIA, 'sri/catalogs/entidades-certificadoras.json')

describe('ENTIDADES_CERTIFICADORAS', () => {
  it('has every arc of the reference catalogue', () => {
    const { entries } = JSON.parse(readFileSync(catalog, 'utf8')) as { entries: { arc: string | null }[] }
    const ours = ENTIDADES_CERTIFICADORAS.flatMap(({ arco, oidIdentificacion }) => arco ?? oidIdentificacion ?? [])
    expect(new Set(ours)).toEqual(new Set(entries.flatMap(({ arc }) => arc ?? [])))
  })
})
