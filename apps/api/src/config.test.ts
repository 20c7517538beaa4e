import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

import { loadClaveMaestra } from './config-clave-maestra.ts'
import { readConfig, requireDatabaseUrl, type Environment } from './config.ts'
import { StartError } from './start-error.ts'

const CLAVE = 'q8Zr1Vw7Lk3Xs9Tb5Nm2Hd6Fg4Jc0PyA'
const produccion = { MODO: 'produccion', CLAVE_MAESTRA: CLAVE, URL_PUBLICA: 'https://facturas.example.ec' }

const problemsOf = (env: Environment) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as StartError).problems
  }
}

describe('configuration', () => {
  it('needs nothing in prueba', () => {
    expect(readConfig({})).toMatchObject({
      modo: 'prueba', host: '127.0.0.1', port: 8080, simuladorPort: 8081, segmento: 'app', relojOffset: 0,
      urlPublica: 'http://127.0.0.1:8080', simuladorUrl: 'http://127.0.0.1:8081/comprobantes-electronicos-ws',
    })
  })

  it('takes blank values for absent ones', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '', MODO: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })

  it('puts the simulator on the port after PORT', () => {
    expect(readConfig({ PORT: '9000' }).simuladorPort).toBe(9001)
  })

  it.each([
    [{ PORT: 'abc' }, /^PORT debe ser un puerto entre 1 y 65535; se recibió «abc»\.$/],
    [{ PORT: '70000' }, /^PORT /],
    [{ PORT: '8080', SIMULADOR_PORT: '8080' }, /^SIMULADOR_PORT y PORT/],
    [{ MODO: 'production' }, /^MODO debe ser prueba o produccion; se recibió «production»/],
    [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL no es una dirección válida/],
    [{ DATABASE_ADMIN_URL: 'postgres://a@b/c' }, /^DATABASE_ADMIN_URL está puesta pero falta DATABASE_URL/],
    [{ SRI_PRUEBAS_URL: 'celcer' }, /^SRI_PRUEBAS_URL no es/],
    [{ SMTP_URL: 'https://correo' }, /^SMTP_URL no es/],
    [{ RUC_PROVEEDOR: '17900' }, /^RUC_PROVEEDOR debe ser un RUC/],
    [{ SEGMENTO: 'a/b' }, /^SEGMENTO /],
    [{ RELOJ: 'mañana' }, /^RELOJ no se entiende/],
    [{ CORREO_REMITENTE: 'ventas' }, /^CORREO_REMITENTE /],
    [{ CLAVE_MAESTRA: 'corta' }, /^CLAVE_MAESTRA es demasiado corta/],
    [{ CLAVE_RESPALDO: 'quince letras..' }, /^CLAVE_RESPALDO es demasiado simple/],
    [{ CLAVE_RESPALDO: '1234'.repeat(5) }, /^CLAVE_RESPALDO es demasiado simple/],
  ])('refuses %o with one line that names it', (env, line) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(line)
  })

  it('says all that is wrong at once', () => {
    expect(problemsOf({ PORT: 'x', MODO: 'y', RELOJ: 'z' })).toHaveLength(3)
  })

  it('never repeats an address, which may carry a password', () => {
    expect(problemsOf({ DATABASE_URL: 'pg://u:s3creto@h/b' }).join()).not.toContain('s3creto')
  })

  it('accepts the address of a database behind a socket', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://yupana_app@%2Ftmp%2Fx:5432/yupana' })).toEqual([])
  })

  it('sends mail from the account of the mail server, unless told otherwise', () => {
    const SMTP_URL = 'smtps://ventas%40empresa.ec:x@correo.empresa.ec'
    expect(readConfig({ SMTP_URL }).correoRemitente).toBe('ventas@empresa.ec')
    expect(readConfig({ SMTP_URL, CORREO_REMITENTE: 'otra@empresa.ec' }).correoRemitente).toBe('otra@empresa.ec')
    expect(readConfig({ URL_PUBLICA: 'https://facturas.example.ec/' }).correoRemitente).toBe('facturacion@facturas.example.ec')
  })

  it('asks for DATABASE_URL where a process has no embedded database', () => {
    expect(() => requireDatabaseUrl(readConfig({}))).toThrow('Falta DATABASE_URL')
  })
})

describe('production', () => {
  it('starts with a random key and https', () => {
    expect(readConfig(produccion).modo).toBe('produccion')
  })

  it.each([
    ['no key', { CLAVE_MAESTRA: undefined }, /^Falta CLAVE_MAESTRA/],
    ['a short key', { CLAVE_MAESTRA: CLAVE.slice(1) }, /^CLAVE_MAESTRA es demasiado corta/],
    ['the key of the example', { CLAVE_MAESTRA: 'cambie-esta-clave-por-una-propia-al-azar' }, /^CLAVE_MAESTRA es un valor de ejemplo/],
    ['one repeated character', { CLAVE_MAESTRA: 'a'.repeat(40) }, /^CLAVE_MAESTRA repite/],
    ['a repeated piece', { CLAVE_MAESTRA: '0123456789ab'.repeat(4) }, /^CLAVE_MAESTRA repite/],
    ['a clock of its own', { RELOJ: '+1d' }, /^RELOJ no se admite/],
    ['no public address', { URL_PUBLICA: undefined }, /^Falta URL_PUBLICA/],
    ['plain http', { URL_PUBLICA: 'http://facturas.example.ec' }, /^URL_PUBLICA debe empezar con https/],
  ])('refuses %s', (_what, change, line) => {
    const problems = problemsOf({ ...produccion, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(line)
  })

  it('allows plain http when told so', () => {
    expect(problemsOf({ ...produccion, URL_PUBLICA: 'http://10.0.0.5:8080', PERMITIR_HTTP: '1' })).toEqual([])
  })
})

describe('master key in prueba', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'yupana-config-'))
  const file = path.join(dataDir, 'clave-maestra')
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('is made once, kept for its owner alone, and found again', () => {
    const first = loadClaveMaestra({ modo: 'prueba', claveMaestra: undefined, dataDir })
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(loadClaveMaestra({ modo: 'prueba', claveMaestra: undefined, dataDir })).toBe(first)
    expect(readFileSync(file, 'utf8')).toBe(first)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is not replaced in silence when its file is damaged', () => {
    loadClaveMaestra({ modo: 'prueba', claveMaestra: undefined, dataDir })
    writeFileSync(file, 'x')
    expect(() => loadClaveMaestra({ modo: 'prueba', claveMaestra: undefined, dataDir })).toThrow('está dañado')
  })

  it('is not made anew beside a database that was encrypted with another', () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
    expect(() => loadClaveMaestra({ modo: 'prueba', claveMaestra: undefined, dataDir })).toThrow('restáurelo de un respaldo')
  })

  it('is never made in production', () => {
    expect(() => loadClaveMaestra({ modo: 'produccion', claveMaestra: undefined, dataDir })).toThrow('Falta CLAVE_MAESTRA')
  })
})
