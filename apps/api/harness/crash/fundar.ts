import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { openAlmacen } from '../../src/almacen/almacen.ts'
import { createDb, createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import type { Deps } from '../../src/deps.ts'
import { upload } from '../../src/features/certificado/certificado.door.ts'
import { fundarEmpresa, fundarMembresia, fundarUsuario } from '../../src/features/empresa/empresa.door.ts'
import { createPasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { Imprenta } from '../../src/imprenta/imprenta.ts'
import { ROL } from '../../src/plugins/sesion/roles.ts'
import { createClock } from '../../src/proceso/clock.ts'
import { createSobre } from '../../src/secretos/sobre.ts'
import { CONDICION_RETENEDOR } from '../../src/testing/tipos-de-documento.ts'
import type { Account } from './asker.ts'
import type { Company } from './client.ts'
import type { TiendaDePrueba } from './compras.ts'
import type { Scene } from './scene.ts'

const PUNTOS = ['001', '002']
const RUCS = ['1790011674001', '1790012344001']
export const PASSWORD = 'Yupana2026'
const DIRECCION = 'Av. Amazonas N21-100, Quito'

/** Runs `work` with the application's parts on a connection of its own. */
async function asApp<T>(scene: Scene, work: (deps: Deps) => Promise<T>): Promise<T> {
  const app = createPool(scene.database.appUrl, 'yupana_app', { max: 2 })
  try {
    const db = createDb(app)
    return await work({
      config: scene.config,
      clock: createClock(),
      sobre: createSobre(scene.claveMaestra),
      db,
      almacen: openAlmacen(scene.config, db),
      imprenta: new Imprenta({ hilos: scene.config.hilosRide }),
    })
  } finally {
    await app.end()
  }
}

interface Firmante {
  id: EmpresaId
  ruc: string
  nombre: string
  usuarioId: string
}

let issued = 0
/** Uploads a new certificate of the local authority and puts it into use. */
async function uploadCertificate(scene: Scene, deps: Deps, { id, ruc, nombre, usuarioId }: Firmante): Promise<void> {
  const file = path.join(scene.folder, `${ruc}-${++issued}.p12`)
  await promisify(execFile)(process.execPath, [
    scene.certificadoProgram(),
    '--datos',
    scene.folder,
    '--ruc',
    ruc,
    '--nombre',
    nombre,
    '--clave',
    PASSWORD,
    '--salida',
    file,
  ])
  await upload(
    deps,
    { empresaId: id, usuarioId },
    { filename: 'firma.p12', bytes: readFileSync(file), password: PASSWORD, confirmar: true },
  )
}

interface EmisoraNueva {
  /** Number of the company in the run. */
  n: number
  ruc: string
  puntos: readonly string[]
  correo?: string
  /** SIMULADOR by default. */
  ambiente?: 'PRUEBAS'
}

/**
 * A withholding company with a certificate of the local authority, and a user with all rights.
 * @param founding works as the owner of the database
 * @param working works as the application
 */
export async function fundarEmisora(
  scene: Scene,
  { founding, working }: { founding: Deps; working: Deps },
  { n, ruc, puntos, correo, ambiente }: EmisoraNueva,
): Promise<Firmante & { username: string }> {
  const [username, nombre] = [`cajera${n}`, `Comercial de Prueba ${n}`]
  const id = await fundarEmpresa(founding, {
    ruc,
    razonSocial: nombre,
    dirMatriz: DIRECCION,
    condicionesConfirmadas: true,
    ...(correo && { correo }),
    establecimientos: [{ codigo: '001', direccion: DIRECCION, puntos: puntos.map((codigo) => ({ codigo })) }],
    condiciones: [CONDICION_RETENEDOR],
  })
  const usuarioId = await fundarUsuario(founding, createPasswordHasher(scene.claveMaestra), {
    username,
    mail: `${username}@ejemplo.ec`,
    name: username,
    password: PASSWORD,
  })
  await fundarMembresia(founding, id, usuarioId, ROL.ADMIN)
  if (ambiente) await founding.db.updateTable('empresa').set({ ambiente }).where('id', '=', id).execute()
  const firmante = { id, ruc, nombre, usuarioId }
  await uploadCertificate(scene, working, firmante)
  return { ...firmante, username }
}

const firmantes = new Map<string, Firmante>()

/**
 * Two companies, each with two points, a certificate of the local authority, and a user who may issue. The second works in PRUEBAS, and its
 * mails are really sent, to the company itself.
 */
export async function found(scene: Scene): Promise<Company[]> {
  const owner = createPool(scene.database.adminUrl, 'yupana_owner', { max: 1 })
  const companies: Company[] = []
  try {
    await asApp(scene, async (working) => {
      const partes = { working, founding: { ...working, db: createDb(owner) } }
      for (const [at, ruc] of RUCS.entries()) {
        const nueva = { n: at + 1, ruc, puntos: PUNTOS, correo: 'empresa@ejemplo.ec', ...(at > 0 && { ambiente: 'PRUEBAS' as const }) }
        const { username, ...firmante } = await fundarEmisora(scene, partes, nueva)
        firmantes.set(firmante.id, firmante)
        companies.push({ id: firmante.id, username, password: PASSWORD, puntos: PUNTOS })
      }
    })
    return companies
  } finally {
    await owner.end()
  }
}

/** Replaces the certificate like a user, while invoices are issued. */
export const replaceCertificate = (scene: Scene, { id }: Company): Promise<void> =>
  asApp(scene, (deps) => uploadCertificate(scene, deps, firmantes.get(id)!))

const PLAN = { documentos: 10, limite: 1_000_000 } as const

/** A store where the first company buys a plan of the second, and a user who decides on receipts. */
export async function foundTienda(scene: Scene, [compra, vende]: readonly Company[]): Promise<TiendaDePrueba> {
  if (!compra || !vende) throw new Error('a store takes two companies')
  const owner = createPool(scene.database.adminUrl, 'yupana_owner', { max: 1 })
  try {
    const productoId = randomUUID()
    await owner.query(
      `insert into tienda_producto values ($1, 'PLAN', 'Plan de prueba', '', 20000000, 6, null, null, $2, '2026-01-01', null, true, 1, now(), now())`,
      [productoId, PLAN.documentos],
    )
    await owner.query(`insert into tienda_ajuste (vende_id, establecimiento, punto) values ($1, '001', '001')`, [vende.id])
    await owner.query('update empresa set limite_documentos = $2 where id = $1', [compra.id, PLAN.limite])
    const [compradora, mesa] = ['compradora', 'mesa'].map((username) => ({ username, password: PASSWORD })) as [Account, Account]
    await asApp(scene, async (working) => {
      const founding = { ...working, db: createDb(owner) }
      const nueva = async ({ username, password }: Account, superAdmin = false) =>
        fundarUsuario(founding, createPasswordHasher(scene.claveMaestra), {
          ...{ username, password, superAdmin },
          mail: `${username}@ejemplo.ec`,
          name: username,
        })
      await fundarMembresia(founding, compra.id, await nueva(compradora), ROL.ADMIN)
      await nueva(mesa, true)
    })
    return { empresaId: compra.id, compradora, mesa, productoId, ...PLAN }
  } finally {
    await owner.end()
  }
}
