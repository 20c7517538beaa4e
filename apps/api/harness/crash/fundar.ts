import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { createDb, createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import type { Deps } from '../../src/deps.ts'
import { upload } from '../../src/features/certificado/certificado.door.ts'
import { fundarEmpresa, fundarMembresia, fundarUsuario } from '../../src/features/empresa/empresa.door.ts'
import { createContrasenas } from '../../src/features/sesion/sesion.door.ts'
import { Imprenta } from '../../src/imprenta/imprenta.ts'
import { ROL } from '../../src/plugins/sesion/roles.ts'
import { createClock } from '../../src/proceso/clock.ts'
import { createSobre } from '../../src/secretos/sobre.ts'
import { CONDICION_RETENEDOR } from '../../src/testing/tipos-de-documento.ts'
import type { Company } from './client.ts'
import type { Scene } from './scene.ts'

const PUNTOS = ['001', '002']
const RUCS = ['1790011674001', '1790012344001']
const PASSWORD = 'Yupana2026'
const DIRECCION = 'Av. Amazonas N21-100, Quito'

/** The application's own parts on its own connection, for as long as the work lasts. */
async function asApp<T>(scene: Scene, work: (deps: Deps) => Promise<T>): Promise<T> {
  const app = createPool(scene.database.appUrl, 'yupana_app', { max: 2 })
  try {
    return await work({
      config: scene.config,
      clock: createClock(),
      sobre: createSobre(scene.claveMaestra),
      db: createDb(app),
      imprenta: new Imprenta({ hilos: scene.config.hilosRide }),
    })
  } finally {
    await app.end()
  }
}

let issued = 0
/** A new certificate of the local authority, in use from now on. */
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

interface Firmante {
  id: EmpresaId
  ruc: string
  nombre: string
  usuarioId: string
}
const firmantes = new Map<string, Firmante>()

/**
 * Two companies with two points each, a certificate of the local authority, and a user who may emit. The second works in PRUEBAS,
 * whose mails really leave, to the company itself.
 */
export async function found(scene: Scene): Promise<Company[]> {
  const owner = createPool(scene.database.adminUrl, 'yupana_owner', { max: 1 })
  const contrasenas = createContrasenas(scene.claveMaestra)
  const companies: Company[] = []
  try {
    await asApp(scene, async (working) => {
      const founding = { ...working, db: createDb(owner) }
      for (const [n, ruc] of RUCS.entries()) {
        const [username, nombre] = [`cajera${n + 1}`, `Comercial de Prueba ${n + 1}`]
        const id = await fundarEmpresa(founding, {
          ruc,
          razonSocial: nombre,
          dirMatriz: DIRECCION,
          condicionesConfirmadas: true,
          correo: 'empresa@ejemplo.ec',
          establecimientos: [{ codigo: '001', direccion: DIRECCION, puntos: PUNTOS.map((codigo) => ({ codigo })) }],
          condiciones: [CONDICION_RETENEDOR],
        })
        const usuarioId = await fundarUsuario(founding, contrasenas, {
          username,
          mail: `${username}@ejemplo.ec`,
          name: username,
          password: PASSWORD,
        })
        await fundarMembresia(founding, id, usuarioId, ROL.ADMIN)
        if (n > 0) await founding.db.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', id).execute()
        const firmante = { id, ruc, nombre, usuarioId }
        firmantes.set(id, firmante)
        await uploadCertificate(scene, working, firmante)
        companies.push({ id, username, password: PASSWORD, puntos: PUNTOS })
      }
    })
    return companies
  } finally {
    await owner.end()
  }
}

/** As a user does while invoices are being issued. */
export const replaceCertificate = (scene: Scene, { id }: Company): Promise<void> =>
  asApp(scene, (deps) => uploadCertificate(scene, deps, firmantes.get(id)!))
