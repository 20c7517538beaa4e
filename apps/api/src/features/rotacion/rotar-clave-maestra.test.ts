import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { authBusiness, encodePassword } from '@yupana/contract'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { cabezaKeyOf, codecKeyOf } from '../../secretos/codec-key.ts'
import { loadClaveContrasenas, loadClaveMaestra } from '../../config/config-clave-maestra.ts'
import { createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { keep, put } from '../archivo/archivo.door.ts'
import { cabezaKeysOf } from '../auditoria/cabeza.service.ts'
import {
  contextoArchivo,
  contextoBuzon,
  contextoLlave,
  contextoCarta,
  contextoCartaHtml,
  contextoFactor,
  contextoEmpresa,
} from '../../secretos/contextos.ts'
import { postCarta } from '../carta/carta-cuenta.service.ts'
import { createReenvoltura, createSobre } from '../../secretos/sobre.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { CLAVE_MAESTRA, PASSWORD_USUARIO } from '../../testing/builders.ts'
import { buildEmisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { clavesMaestrasOf } from './claves-maestras.ts'
import { rotarClaveMaestra } from './rotar-clave-maestra.service.ts'

const NUEVA = 'otra clave maestra, de hoy en adelante'
let app: TestApp
let sri: SimuladorDePrueba
let owner: pg.Pool

beforeAll(async () => {
  sri = await startSimulador()
})
afterAll(() => sri?.stop())
beforeEach(async () => {
  app = await buildTestApp()
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 2 })
})
afterEach(async () => {
  await owner.end()
  await app.close()
})

/** Opens every sealed secret with that key. */
async function secretsUnder(claveMaestra: string) {
  const sobre = createSobre(claveMaestra)
  const { rows: empresas } = await owner.query<{ id: string; secreto: Buffer }>('select id, secreto from empresa order by id')
  const { rows: llaves } = await owner.query<{
    empresa_id: EmpresaId
    id: string
    huella: string
    kek_id: string
    dek_envuelta: Buffer
    llave_cifrada: Buffer
  }>(
    'select l.empresa_id, c.id, c.huella, l.kek_id, l.dek_envuelta, l.llave_cifrada from certificado_llave l join certificado c on c.id = l.certificado_id order by c.id',
  )
  const { rows: cartas } = await owner.query<{ id: string; texto: Buffer; html: Buffer | null }>(
    'select id, texto, html from carta_cuenta where texto is not null order by id',
  )
  const { rows: factores } = await owner.query<{ id: string; secreto: Buffer }>(
    'select usuario_id as id, secreto from segundo_factor order by 1',
  )
  const { rows: partes } = await owner.query<{
    empresa_id: EmpresaId
    archivo_id: string
    n: number
    kek_id: string
    dek: Buffer
    cifrado: Buffer
  }>(
    'select empresa_id, archivo_id, n, kek_id, dek_envuelta as dek, bytes as cifrado from archivo_parte natural join almacen_objeto order by archivo_id, n',
  )
  const { rows: buzones } = await owner.query<{ id: string; contrasena: Buffer }>(
    'select empresa_id as id, contrasena from buzon order by empresa_id',
  )
  return [
    ...buzones.map(({ id, contrasena }) => sobre.abrirCorto(contrasena, contextoBuzon(id)).toString('hex')),
    ...partes.map(({ empresa_id, archivo_id, n, kek_id, dek, cifrado }) =>
      sobre.abrir({ kekId: kek_id, dekEnvuelta: dek, cifrado }, contextoArchivo(empresa_id, archivo_id, n)).toString('hex'),
    ),
    ...empresas.map(({ id, secreto }) => sobre.abrirCorto(secreto, contextoEmpresa(id)).toString('hex')),
    ...llaves.map((row) =>
      sobre
        .abrir(
          { kekId: row.kek_id, dekEnvuelta: row.dek_envuelta, cifrado: row.llave_cifrada },
          contextoLlave(row.empresa_id, row.id, row.huella),
        )
        .toString('hex'),
    ),
    ...factores.map(({ id, secreto }) => sobre.abrirCorto(secreto, contextoFactor(id)).toString('hex')),
    ...cartas.map(({ id, texto, html }) =>
      [sobre.abrirCorto(texto, contextoCarta(id)), html && sobre.abrirCorto(html, contextoCartaHtml(id))].join(),
    ),
  ]
}

async function found(companies: number) {
  for (let n = 0; n < companies; n++) await buildEmisor(app, sri)
  await owner.query(`update certificado_llave set clave_cifrada = $1`, [Buffer.alloc(0)])
  await sealPasswords()
  await sealFactor()
  await sealArchivo()
  await sealBuzon()
  await postCarta(app.deps, app.deps.db, {
    para: 'ana@ejemplo.ec',
    asunto: 'Hola',
    texto: 'un enlace',
    comoEmpresa: { de: 'Andina', responder_a: [], html: '<p>un enlace</p>' },
  })
}

/** Stores a file of two parts. */
async function sealArchivo() {
  const {
    rows: [empresa],
  } = await owner.query<{ id: EmpresaId }>('select id from empresa order by id limit 1')
  const nuevo = { empresaId: empresa!.id, nombre: 'a.pdf', tipo: 'application/pdf', en: app.clock.now() }
  const puesto = await put(app.deps, nuevo, Buffer.alloc(1_500_000, 1))
  await inEmpresa(app.deps.db, empresa!.id, (tx) => keep(tx, puesto))
}

/** Gives a company a mailbox. */
async function sealBuzon() {
  const {
    rows: [empresa],
  } = await owner.query<{ id: string }>('select id from empresa order by id limit 1')
  await owner.query(
    `insert into buzon (empresa_id, version, activo, servidor, puerto, seguridad, usuario, contrasena, carpeta, usuario_id, en)
     values ($1, 1, false, 'imap.ejemplo.ec', 993, 'TLS', 'x', $2, 'INBOX', $1, now())`,
    [empresa!.id, app.deps.sobre.sellarCorto(Buffer.from('clave del buzón'), contextoBuzon(empresa!.id))],
  )
}

/** Gives a user a second factor. */
async function sealFactor() {
  const {
    rows: [usuario],
  } = await owner.query<{ id: string }>('select id from usuario order by id limit 1')
  await owner.query('insert into segundo_factor (usuario_id, secreto, pedido_en) values ($1, $2, now())', [
    usuario!.id,
    app.deps.sobre.sellarCorto(Buffer.from('veinte bytes secretos'), contextoFactor(usuario!.id)),
  ])
}

/** Stores passwords, which the builder does not. */
async function sealPasswords() {
  const { rows } = await owner.query<{ empresa_id: EmpresaId; id: string; huella: string }>(
    'select empresa_id, id, huella from certificado',
  )
  for (const { empresa_id, id, huella } of rows)
    await owner.query('update certificado_llave set clave_cifrada = $2 where certificado_id = $1', [
      id,
      app.deps.sobre.sellarCorto(Buffer.from('p12'), `${contextoLlave(empresa_id, id, huella)}|clave`),
    ])
}

describe('C18 rotation of the master key', () => {
  it('seals every secret of every company anew, the same secrets, and nothing of them opens with the old key', async () => {
    await found(2)
    const before = await secretsUnder(CLAVE_MAESTRA)
    expect(before.length).toBeGreaterThanOrEqual(5)
    expect(await rotarClaveMaestra(owner, createReenvoltura(CLAVE_MAESTRA, NUEVA))).toEqual({
      empresas: 2,
      llaves: 2,
      cartas: 1,
      archivos: 2,
      buzones: 1,
      factores: 1,
      yaEstaban: 0,
    })
    expect(await secretsUnder(NUEVA)).toEqual(before)
    await expect(secretsUnder(CLAVE_MAESTRA)).rejects.toThrow()
  })

  it('killed after any company, it is begun again and ends with the same secrets', async () => {
    await found(3)
    const before = await secretsUnder(CLAVE_MAESTRA)
    for (const cut of [1, 2]) {
      const killed = rotarClaveMaestra(owner, createReenvoltura(CLAVE_MAESTRA, NUEVA), (empresas) => {
        if (empresas === cut) throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
    }
    const { yaEstaban } = await rotarClaveMaestra(owner, createReenvoltura(CLAVE_MAESTRA, NUEVA))
    expect(yaEstaban).toBe(7)
    expect(await secretsUnder(NUEVA)).toEqual(before)
  })

  it('with a wrong old key it says so and changes nothing', async () => {
    await found(1)
    const before = await secretsUnder(CLAVE_MAESTRA)
    await expect(rotarClaveMaestra(owner, createReenvoltura('no es esta clave maestra', NUEVA))).rejects.toThrow(
      'revise CLAVE_MAESTRA_ANTERIOR',
    )
    expect(await secretsUnder(CLAVE_MAESTRA)).toEqual(before)
  })

  it('people sign in with their passwords as before', async () => {
    const { usuario } = await buildEmisor(app, sri)
    await sealPasswords()
    await rotarClaveMaestra(owner, createReenvoltura(CLAVE_MAESTRA, NUEVA))
    const after = await buildTestApp({ database: app.database, env: { CLAVE_MAESTRA: NUEVA, CLAVE_CONTRASENAS: CLAVE_MAESTRA } })
    // The page gets its new codec with the next load; the builder's has the old key.
    const answer = await after.server.inject({
      method: 'POST',
      url: `/app${authBusiness.path}`,
      payload: { email: usuario.username, pass: encodePassword(PASSWORD_USUARIO, codecKeyOf(NUEVA)) },
    })
    expect(answer.statusCode).toBe(200)
    await after.server.close()
  })
})

describe('the keys of a rotation', () => {
  const base = {
    claveMaestra: undefined,
    claveMaestraAnterior: undefined,
    clavesDeCabezas: [],
    claveContrasenas: undefined,
    modo: 'prueba',
  } as const
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(path.join(os.tmpdir(), 'yupana-claves-'))))
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it.each([
    [{ claveMaestra: NUEVA }, /^Falta CLAVE_MAESTRA_ANTERIOR/],
    [{ claveMaestra: NUEVA, claveMaestraAnterior: NUEVA }, /son la misma/],
    [{ claveMaestra: NUEVA, claveMaestraAnterior: CLAVE_MAESTRA }, /^Falta CLAVE_CONTRASENAS/],
    [{}, /no hay nada que rotar/],
  ])('%j is not enough', (settings, complaint) => {
    expect(() => clavesMaestrasOf({ ...base, ...settings, dataDir })).toThrow(complaint)
  })

  it('of a data folder: a new one is made, kept for another try, and adopted at the end; passwords keep the first', () => {
    const file = path.join(dataDir, 'clave-maestra')
    const first = loadClaveMaestra({ ...base, dataDir })
    const { anterior, nueva } = clavesMaestrasOf({ ...base, dataDir })
    expect([anterior, statSync(`${file}.nueva`).mode & 0o777]).toEqual([first, 0o600])
    // Interrupted here: the next run continues with the same keys.
    const again = clavesMaestrasOf({ ...base, dataDir })
    expect([again.anterior, again.nueva]).toEqual([first, nueva])
    again.adopt()
    expect([loadClaveMaestra({ ...base, dataDir }), loadClaveContrasenas({ ...base, dataDir }), existsSync(`${file}.nueva`)]).toEqual([
      nueva,
      first,
      false,
    ])
    const second = clavesMaestrasOf({ ...base, dataDir })
    second.adopt()
    expect([readFileSync(file, 'utf8'), loadClaveContrasenas({ ...base, dataDir })]).toEqual([second.nueva, first])
    // Every used key stays: it alone reads backups of its time, and heads that it signed.
    const kept = readdirSync(dataDir).filter((name) => name.startsWith('clave-maestra.'))
    expect(kept.map((name) => statSync(path.join(dataDir, name)).mode & 0o777)).toEqual([0o600, 0o600])
    expect(kept.map((name) => readFileSync(path.join(dataDir, name), 'utf8')).sort()).toEqual([first, nueva].sort())
    expect(cabezaKeysOf({ ...base, dataDir })).toEqual(expect.arrayContaining([first, nueva, second.nueva].map(cabezaKeyOf)))
  })

  it('cut short while it adopts, it is adopted by the next try', () => {
    const first = loadClaveMaestra({ ...base, dataDir })
    const { nueva } = clavesMaestrasOf({ ...base, dataDir })
    writeFileSync(path.join(dataDir, 'clave-contrasenas'), first)
    clavesMaestrasOf({ ...base, dataDir }).adopt()
    expect([loadClaveMaestra({ ...base, dataDir }), loadClaveContrasenas({ ...base, dataDir })]).toEqual([nueva, first])
  })
})
