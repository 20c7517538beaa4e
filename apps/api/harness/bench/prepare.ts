import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { authBusiness, authLogin, encodePassword, pathOf, uploadCertificado } from '@yupana/contract'

import { createClock } from '../../src/proceso/clock.ts'
import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { createDb, createPool, type Db } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import type { Ambiente } from '../../src/db/schema.ts'
import { fundarEmpresa, fundarMembresia, fundarUsuario } from '../../src/features/empresa/empresa.door.ts'
import { createPasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { ROL } from '../../src/plugins/sesion/roles.ts'
import { createSobre } from '../../src/secretos/sobre.ts'
import { CLAVE_MAESTRA, type Installation } from './installation.ts'
import { simuladorDist } from './process-group.ts'

export const PASSWORD = 'Yupana2026'
export const PASSWORD_P12 = 'clave'
export const USUARIO = 'medicion'
const CODEC = codecKeyOf(CLAVE_MAESTRA)
const run = promisify(execFile)

/** A company ready to issue, with the token of its administrator. */
export interface Emisor {
  readonly empresaId: EmpresaId
  readonly ruc: string
  readonly token: string
}

export const rucOf = (n: number) => `17${String(90_000_000 + n)}001`

export const PUNTOS = ['001', '002'] as const

export interface EmpresasNuevas {
  readonly cuantas: number
  readonly ambiente?: Ambiente
  /** False for a company that issues nothing. */
  readonly conFirma?: boolean
}

/** Founds companies of two points each, signs in at each and gives it a certificate of the simulator's authority. */
export async function prepareEmisores(
  { database, baseUrl, config }: Installation,
  { cuantas, ambiente, conFirma = true }: EmpresasNuevas,
): Promise<Emisor[]> {
  const pool = createPool(database.adminUrl, 'yupana_owner', { max: 2 })
  try {
    const db = createDb(pool)
    const deps = { db, clock: createClock(0), sobre: createSobre(CLAVE_MAESTRA) }
    const passwordHasher = createPasswordHasher(CLAVE_MAESTRA)
    // Hashing is slow on purpose, so these users share one hash.
    const hash = await passwordHasher.hash(PASSWORD)
    const sharing = { ...passwordHasher, hash: () => Promise.resolve(hash) }
    const emisores: Emisor[] = []
    for (let n = 1; n <= cuantas; n++) {
      const ruc = rucOf(n)
      const direccion = 'Av. Amazonas N21-100 y Roca, Quito'
      const empresaId = await fundarEmpresa(deps, {
        ruc,
        razonSocial: `EMPRESA DE MEDICIÓN ${n} S.A.S.`,
        dirMatriz: direccion,
        condicionesConfirmadas: true,
        correo: `empresa${n}@ejemplo.ec`,
        establecimientos: [{ codigo: '001', direccion, puntos: PUNTOS.map((codigo) => ({ codigo })) }],
      })
      const username = `${USUARIO}${n}`
      const usuarioId = await fundarUsuario(deps, sharing, {
        username,
        mail: `${username}@ejemplo.ec`,
        name: 'Medición',
        password: PASSWORD,
      })
      await fundarMembresia(deps, empresaId, usuarioId, ROL.ADMIN)
      if (ambiente) await setAmbiente(db, empresaId, ambiente)
      emisores.push({ empresaId, ruc, token: await signIn(baseUrl, username) })
    }
    if (conFirma) await inPairs(emisores, (emisor) => giveCertificado(baseUrl, config.dataDir, emisor))
    return emisores
  } finally {
    await pool.end()
  }
}

const setAmbiente = (db: Db, empresaId: EmpresaId, ambiente: Ambiente) =>
  db.updateTable('empresa').set({ ambiente }).where('id', '=', empresaId).execute()

async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all([next(), next()])
}

async function answerOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { msg: string; data: unknown }
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${body.msg} ${JSON.stringify(body.data)}`)
  return body.data
}

/** Signs in to the only company, or to the named one. */
export async function signIn(baseUrl: string, username: string, idEmpresa?: EmpresaId): Promise<string> {
  const password = encodePassword(PASSWORD, CODEC)
  const [endpoint, body] =
    idEmpresa === undefined ? [authBusiness, { email: username, pass: password }] : [authLogin, { idEmpresa, username, password }]
  const response = await fetch(baseUrl + pathOf(endpoint), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return ((await answerOf(response)) as { session: { token: string } }).session.token
}

/** A .p12 of the test authority for that RUC. */
export async function issueP12(dataDir: string, ruc: string, more: readonly string[] = []): Promise<Buffer> {
  const file = path.join(dataDir, `${ruc}.p12`)
  const since = new Date(Date.now() - 86_400_000).toISOString()
  await run(process.execPath, [
    simuladorDist('certificado.js'),
    '--datos',
    dataDir,
    '--ruc',
    ruc,
    '--nombre',
    'PERSONA DE MEDICIÓN',
    '--clave',
    PASSWORD_P12,
    '--salida',
    file,
    '--desde',
    since,
    ...more,
  ])
  return readFile(file)
}

async function giveCertificado(baseUrl: string, dataDir: string, { ruc, token }: Emisor): Promise<void> {
  const form = new FormData()
  form.append('pass', encodePassword(PASSWORD_P12, CODEC))
  form.append('confirmar', 'true')
  form.append('file', new Blob([await issueP12(dataDir, ruc)]), 'firma.p12')
  await answerOf(
    await fetch(baseUrl + pathOf(uploadCertificado), { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }),
  )
}
