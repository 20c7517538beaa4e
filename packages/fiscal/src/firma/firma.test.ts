import { describe, expect, it } from 'vitest'

import { canMoveFirma, checkDatosFirma, documentosDeFirma, ESTADOS_FIRMA, type DatosFirma } from './solicitud-firma.ts'
import { CAMPO_REQUERIDO } from '../valor/validacion.ts'
import { edadAt, exigeVideo, textoVideoFirma } from './video-firma.ts'

const HOY = '2026-11-24'

describe('the video of who is 65 or over', () => {
  it.each([
    ['1961-11-24', true, '65 on the very day'],
    ['1961-11-25', false, '64 years and 364 days'],
    ['1961-11-23', true, 'a day more than 65'],
    ['1940-01-01', true, '86'],
    ['1990-05-31', false, '36'],
  ])('R-5.5.22 R-9.26 R-5.5.13 born on %s: %s (%s)', (nacimiento, expected) => {
    expect(exigeVideo(nacimiento, HOY)).toBe(expected)
    expect(documentosDeFirma('NATURAL', nacimiento, HOY).includes('VIDEO')).toBe(expected)
  })

  it('a birthday on 29 February is kept on the last day of a shorter February', () => {
    expect([edadAt('1960-02-29', '2025-02-27'), edadAt('1960-02-29', '2025-02-28'), edadAt('1960-02-29', '2024-02-28')]).toEqual([
      64, 65, 63,
    ])
  })

  it('R-5.5.17 R-5.5.18 R-5.5.19 R-5.5.20 R-5.5.21 O-81 its text has date, names, identification, authorisation and mail', () => {
    const texto = textoVideoFirma({ fecha: HOY, nombres: 'ANA PAZ', identificacion: '1712345675', correo: 'ana@ejemplo.ec' })
    for (const part of ['24/11/2026', 'ANA PAZ', '1712345675', 'misma validez legal que mi firma manuscrita', 'ana@ejemplo.ec'])
      expect(texto).toContain(part)
  })
})

describe('the documents of specification §5', () => {
  it('R-5.5.1 R-5.5.2 R-5.5.3 R-5.5.6 R-5.5.9 R-5.5.10 R-5.5.11 R-5.5.12 are exactly these', () => {
    expect(documentosDeFirma('NATURAL', undefined, HOY)).toEqual(['RUC', 'CEDULA_FRENTE', 'CEDULA_REVERSO', 'SELFIE'])
    expect(documentosDeFirma('JURIDICA', '1990-01-01', HOY)).toEqual([
      'RUC',
      'CONSTITUCION',
      'NOMBRAMIENTO',
      'ACEPTACION',
      'CEDULA_FRENTE',
      'CEDULA_REVERSO',
    ])
  })
})

const DATOS: DatosFirma = {
  nombres: 'ANA',
  apellido1: 'PAZ',
  tipo_documento: 'CEDULA',
  numero_documento: '1712345675',
  codigo_dactilar: 'V4443V4442',
  ruc: '1712345675001',
  nacimiento: '1990-05-31',
  sexo: 'MUJER',
  nacionalidad: 'ECUATORIANA',
  celular: '0991234567',
  correo: 'ana@ejemplo.ec',
  provincia: 'Pichincha',
  ciudad: 'Quito',
  direccion: 'Av. Amazonas',
}
const refused = (change: DatosFirma, tipo: 'NATURAL' | 'JURIDICA' = 'NATURAL') =>
  checkDatosFirma(tipo, { ...DATOS, ...change }, HOY).map(({ campo }) => campo)

describe('what is written in a request', () => {
  it('R-5.5.4 R-5.5.5 may be sent when all of it is there and right', () => {
    expect(checkDatosFirma('NATURAL', DATOS, HOY)).toEqual([])
    expect(checkDatosFirma('NATURAL', { ...DATOS, correo: '', celular: undefined }, HOY)).toEqual([
      { campo: 'celular', mensaje: CAMPO_REQUERIDO },
      { campo: 'correo', mensaje: CAMPO_REQUERIDO },
    ])
  })

  it.each<[string, DatosFirma]>([
    ['numero_documento', { numero_documento: '1712345670', ruc: '1712345670001' }],
    ['ruc', { ruc: '1790012344001' }],
    ['codigo_dactilar', { codigo_dactilar: 'V-1' }],
    ['nacimiento', { nacimiento: '2008-11-25' }],
    ['nacimiento', { nacimiento: HOY }],
    ['celular', { celular: '022345678' }],
    ['celular', { celular: '0891234567' }],
  ])('is refused at %s', (campo, change) => expect(refused(change)).toContain(campo))

  it('R-5.5.7 R-5.5.8 a legal entity has a name, a RUC of its own and a representative with a place in it', () => {
    expect(refused({ ruc: '1790012344001' }, 'JURIDICA')).toEqual(['razon_social', 'cargo'])
    expect(refused({ ruc: '1790012344001', razon_social: 'PAZ & CÍA', cargo: 'Gerente' }, 'JURIDICA')).toEqual(['razon_social'])
    expect(refused({ ruc: '1790012344001', razon_social: 'PAZ CÍA. LTDA.', cargo: 'Gerente' }, 'JURIDICA')).toEqual([])
  })
})

it('O-80 only the moves of the table are allowed', () => {
  const moves = ESTADOS_FIRMA.flatMap((from) => ESTADOS_FIRMA.filter((to) => canMoveFirma(from, to)).map((to) => `${from} ${to}`))
  expect(moves).toEqual([
    'BORRADOR ENVIADA',
    'ENVIADA EN_REVISION',
    'EN_REVISION OBSERVADA',
    'EN_REVISION APROBADA',
    'EN_REVISION RECHAZADA',
    'OBSERVADA ENVIADA',
    'OBSERVADA RECHAZADA',
    'APROBADA EMITIDA',
    'APROBADA RECHAZADA',
  ])
})
