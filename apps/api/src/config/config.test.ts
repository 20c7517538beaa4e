import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

import { loadClaveMaestra } from './config-clave-maestra.ts'
import { readConfig, requireDatabaseUrl, usesOutsideDatabase, type Environment } from './config.ts'
import { StartError } from '../instalacion/start-error.ts'

const CLAVE_MAESTRA = 'q8Zr1Vw7Lk3Xs9Tb5Nm2Hd6Fg4Jc0PyA'
const produccion = { MODO: 'produccion', CLAVE_MAESTRA, URL_PUBLICA: 'https://facturas.example.ec' }

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
      modo: 'prueba',
      host: '127.0.0.1',
      port: 8080,
      simuladorPort: 8081,
      segmento: 'app',
      relojOffset: 0,
      urlPublica: 'http://127.0.0.1:8080',
      simuladorUrl: 'http://127.0.0.1:8081/comprobantes-electronicos-ws',
    })
  })

  it('takes blank values for absent ones', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '', MODO: '' })).toMatchObject({
      port: 8080,
      databaseUrls: { DATABASE_URL_API: undefined },
    })
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
    [{ DATABASE_URL_WORKER: 'mysql://x/y' }, /^DATABASE_URL_WORKER no es una dirección válida/],
    [{ SIMULADOR: 'si' }, /^SIMULADOR debe ser 0 o 1/],
    [{ SRI_PRUEBAS_URL: 'celcer' }, /^SRI_PRUEBAS_URL no es/],
    [{ SMTP_URL: 'https://correo' }, /^SMTP_URL no es/],
    [{ RUC_PROVEEDOR: '17900' }, /^RUC_PROVEEDOR debe ser un RUC/],
    [{ PADRON_URL: 'https://padron.example/contribuyentes' }, /^PADRON_URL debe decir dónde va el número/],
    [{ PADRON_TOKEN: 'x' }, /^PADRON_TOKEN no sirve sin PADRON_URL/],
    [{ ...produccion, PADRON_URL: 'http://padron.example/{identificacion}' }, /^PADRON_URL debe empezar con https/],
    [{ PASARELA_URL: 'https://pasarela.example' }, /^PASARELA_URL y PASARELA_CLAVE van juntas/],
    [{ PASARELA_URL: 'https://pasarela.example', PASARELA_CLAVE: 'corta' }, /^PASARELA_CLAVE debe tener al menos 32/],
    [{ ...produccion, PASARELA_URL: 'http://pasarela.example', PASARELA_CLAVE: 'x'.repeat(32) }, /^PASARELA_URL debe empezar con https/],
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

  it('asks each process for the address of its own role where it has no embedded database; one address is enough for a trial', () => {
    expect(() => requireDatabaseUrl(readConfig({}), 'DATABASE_URL_API')).toThrow('Falta DATABASE_URL_API')
    const one = readConfig({ DATABASE_URL: 'postgres://u@h/b', DATABASE_URL_WORKER: 'postgres://w@h/b' })
    expect([requireDatabaseUrl(one, 'DATABASE_URL_API'), requireDatabaseUrl(one, 'DATABASE_URL_WORKER')]).toEqual([
      'postgres://u@h/b',
      'postgres://w@h/b',
    ])
    expect([usesOutsideDatabase(one), usesOutsideDatabase(readConfig({}))]).toEqual([true, false])
  })
})

describe('production', () => {
  it('starts with a random key and https', () => {
    expect(readConfig(produccion).modo).toBe('produccion')
  })

  it.each([
    ['no key', { CLAVE_MAESTRA: undefined }, /^Falta CLAVE_MAESTRA/],
    ['a short key', { CLAVE_MAESTRA: CLAVE_MAESTRA.slice(1) }, /^CLAVE_MAESTRA es demasiado corta/],
    ['the key of the example', { CLAVE_MAESTRA: 'cambie-esta-clave-por-una-propia-al-azar' }, /^CLAVE_MAESTRA es un valor de ejemplo/],
    ['one repeated character', { CLAVE_MAESTRA: 'a'.repeat(40) }, /^CLAVE_MAESTRA repite/],
    ['a repeated piece', { CLAVE_MAESTRA: '0123456789ab'.repeat(4) }, /^CLAVE_MAESTRA repite/],
    ['a clock of its own', { RELOJ: '+1d' }, /^RELOJ no se admite/],
    ['no public address', { URL_PUBLICA: undefined }, /^Falta URL_PUBLICA/],
    [
      'one user of the database for everything',
      { DATABASE_URL: 'postgres://u:s@localhost/b' },
      /ponga DATABASE_URL_API, DATABASE_URL_WORKER y DATABASE_ADMIN_URL/,
    ],
    [
      'PostgreSQL beyond this machine without TLS',
      { DATABASE_URL_API: 'postgres://yupana_app:s@10.0.0.5/b' },
      /^DATABASE_URL_API sale de este equipo sin TLS: añada \?sslmode=verify-full/,
    ],
    [
      'a host in the query',
      { DATABASE_URL_WORKER: 'postgres://w:s@localhost/b?host=db.empresa.ec' },
      /^DATABASE_URL_WORKER sale de este equipo/,
    ],
    ['TLS that may be left out', { DATABASE_ADMIN_URL: 'postgres://a:s@db.empresa.ec/b?sslmode=prefer' }, /^DATABASE_ADMIN_URL sale/],
    [
      'TLS that is taken back',
      { DATABASE_ADMIN_URL: 'postgres://a:s@db.empresa.ec/b?sslmode=verify-full&sslmode=disable' },
      /^DATABASE_ADMIN_URL lleva «sslmode» más de una vez/,
    ],
    ['TLS with any certificate', { DATABASE_ADMIN_URL: 'postgres://a:s@db.empresa.ec/b?sslmode=no-verify' }, /^DATABASE_ADMIN_URL sale/],
    [
      'TLS with any certificate, as libpq has it',
      { DATABASE_ADMIN_URL: 'postgres://a:s@db.empresa.ec/b?uselibpqcompat=true&sslmode=require' },
      /^DATABASE_ADMIN_URL sale/,
    ],
    ['mail that may go out readable', { SMTP_URL: 'smtp://u:s@correo.empresa.ec?ignoreTLS=true' }, /^SMTP_URL no puede llevar «ignoreTLS»/],
    [
      'mail to any certificate',
      { SMTP_URL: 'smtps://u:s@correo.empresa.ec?tls.rejectUnauthorized=false' },
      /^SMTP_URL no puede llevar «tls.rejectUnauthorized»/,
    ],
    [
      'the SRI in plain http',
      { SRI_PRODUCCION_URL: 'http://cel.sri.gob.ec/comprobantes-electronicos-ws' },
      /^SRI_PRODUCCION_URL debe empezar con https/,
    ],
    ['the tests of the SRI in plain http', { SRI_PRUEBAS_URL: 'http://10.0.0.9/x' }, /^SRI_PRUEBAS_URL debe empezar con https/],
    ['plain http', { URL_PUBLICA: 'http://facturas.example.ec' }, /^URL_PUBLICA debe empezar con https/],
  ])('refuses %s', (_what, change, line) => {
    const problems = problemsOf({ ...produccion, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(line)
  })

  it('leaves alone what stays on this machine, and what goes under TLS', () => {
    const address = (rest: string) => ({ DATABASE_URL_API: `postgres://yupana_app:s@${rest}` })
    for (const rest of [
      'localhost/b',
      '127.0.0.1:5432/b',
      '[::1]/b',
      '%2Frun%2Fpostgresql/b',
      'db.ec/b?host=/run/postgresql',
      'db.ec/b?sslmode=verify-full',
      'db.ec/b?sslmode=require',
    ])
      expect(problemsOf({ ...produccion, ...address(rest) }), rest).toEqual([])
    expect(
      problemsOf({ ...produccion, SMTP_URL: 'smtp://localhost:2525?ignoreTLS=true', SRI_PRUEBAS_URL: 'http://127.0.0.1:9/x' }),
    ).toEqual([])
    expect(problemsOf({ ...produccion, SMTP_URL: 'smtp://u:s@correo.empresa.ec:587' })).toEqual([])
  })

  it('runs the simulator only on request, and believes no proxy that it does not name', () => {
    expect([readConfig({}).simulador, readConfig(produccion).simulador, readConfig({ ...produccion, SIMULADOR: '1' }).simulador]).toEqual([
      true,
      false,
      true,
    ])
    expect([
      readConfig({}).proxyConfiable,
      readConfig(produccion).proxyConfiable,
      readConfig({ ...produccion, PROXY_CONFIABLE: 'loopback' }).proxyConfiable,
    ]).toEqual([undefined, undefined, 'loopback'])
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
