import { describe, expect, it } from 'vitest'

import { avisoCaducidadAt, diagnoseCertificado, type Diagnostico } from './diagnostico.ts'
import { AT, CEDULA, leerP12, RUC } from './fixtures/fixtures.ts'

const diagnose = (name: string, { ruc = RUC, now = AT } = {}): Diagnostico => {
  const { certificado, privateKey } = leerP12(name)
  return diagnoseCertificado(certificado, { ruc, now, privateKey })
}
const codigos = (hallazgos: readonly { codigo: string }[]) => hallazgos.map(({ codigo }) => codigo)

describe('diagnoseCertificado', () => {
  it('says holder, entity, serial, validity, uses and size of a good certificate', () => {
    const { apto, avisos, requiereConfirmacion, certificado } = diagnose('aes-256')
    expect({ apto, avisos, requiereConfirmacion }).toEqual({ apto: true, avisos: [], requiereConfirmacion: false })
    expect(certificado).toMatchObject({
      titular: 'PERSONA FICTICIA DE PRUEBA',
      entidad: 'UANATACA',
      ruc: RUC,
      bits: 2048,
      diasRestantes: 3328,
      usos: ['digitalSignature', 'nonRepudiation'],
      hasta: new Date('2036-01-01T00:00:00Z'),
    })
  })

  it.each([
    ['uanataca-nombre-alternativo', { ruc: RUC, cedula: CEDULA, entidad: 'UANATACA' }],
    ['organization-identifier', { ruc: RUC, cedula: undefined, entidad: 'UANATACA' }],
    ['sin-identificacion', { ruc: undefined, cedula: undefined, entidad: 'UANATACA' }],
  ])('%s: finds who the holder is', (name, expected) => {
    expect(diagnose(name).certificado).toMatchObject(expected)
  })

  it.each([
    ['ec', 'LLAVE_NO_RSA'],
    ['rsa-1024', 'LLAVE_CORTA'],
    ['caducado', 'CADUCADO'],
    ['aun-no-valido', 'AUN_NO_VALIDO'],
    ['otro-ruc', 'OTRO_RUC'],
    ['sin-uso-de-firma', 'NO_ES_DE_FIRMA'],
    ['sin-usos', 'NO_ES_DE_FIRMA'],
  ])('refuses %s: %s', (name, codigo) => {
    const { apto, rechazos } = diagnose(name)
    expect(apto).toBe(false)
    expect(codigos(rechazos)[0]).toBe(codigo)
    if (name !== 'ec') expect(rechazos).toHaveLength(1)
    expect(rechazos[0]?.motivo).toMatch(/^[A-Z].*\.$/)
    expect(rechazos[0]?.consejo).not.toBe('')
  })

  it('refuses a CA, a key of another certificate and bytes that are no certificate', () => {
    const { certificado, cadena } = leerP12('aes-256')
    expect(codigos(diagnoseCertificado(cadena[0] ?? certificado, { ruc: RUC, now: AT }).rechazos)).toContain('ES_DE_AUTORIDAD')
    const otra = leerP12('rsa-1024').privateKey
    expect(codigos(diagnoseCertificado(certificado, { ruc: RUC, now: AT, privateKey: otra }).rechazos)).toEqual(['LLAVE_NO_CORRESPONDE'])
    expect(codigos(diagnoseCertificado(Buffer.from('hola'), { ruc: RUC, now: AT }).rechazos)).toEqual(['CERTIFICADO_ILEGIBLE'])
  })

  it('accepts a natural person by the cédula inside the RUC', () => {
    expect(diagnose('aes-256', { ruc: `${CEDULA}001` }).apto).toBe(true)
  })

  it('names the RUC that does not match', () => {
    expect(diagnose('otro-ruc').rechazos[0]?.motivo).toBe('El certificado es de otro RUC: 0923456784001.')
  })

  it('judges nobody when no RUC is asked about', () => {
    const sinRuc = (name: string) => diagnoseCertificado(leerP12(name).certificado, { now: AT })
    expect(sinRuc('otro-ruc')).toMatchObject({
      apto: true,
      avisos: [],
      certificado: { ruc: '0923456784001', origen: 'campo «RUC» de Security Data y número de serie del titular' },
    })
    expect(codigos(sinRuc('sin-identificacion').avisos)).toEqual(['SIN_IDENTIFICACION'])
    expect(codigos(sinRuc('caducado').rechazos)).toEqual(['CADUCADO'])
  })

  it('asks for confirmation, without refusing, when nothing says whose RUC it is', () => {
    const { apto, requiereConfirmacion, avisos } = diagnose('sin-identificacion')
    expect({ apto, requiereConfirmacion, avisos: codigos(avisos) }).toEqual({
      apto: true,
      requiereConfirmacion: true,
      avisos: ['SIN_IDENTIFICACION'],
    })
  })

  it.each([
    ['2035-11-20', []],
    ['2035-12-05', ['CADUCA_PRONTO']],
    ['2035-12-31', ['CADUCA_PRONTO']],
  ])('on %s warns %j', (day, expected) => {
    expect(codigos(diagnose('aes-256', { now: new Date(`${day}T12:00:00Z`) }).avisos)).toEqual(expected)
  })

  it.each([
    [31, undefined],
    [30, 30],
    [16, 30],
    [15, 15],
    [8, 15],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, 1],
    [-1, undefined],
  ])('with %i days left the warning of %s days is due', (dias, expected) => {
    expect(avisoCaducidadAt(dias)).toBe(expected)
  })
})
