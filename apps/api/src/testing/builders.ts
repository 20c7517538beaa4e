import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { checkIdentificacion } from '@yupana/fiscal'

import type { EmpresaId } from '../db/empresa-id.ts'
import { pepperOf } from '../secretos/codec-key.ts'
import { createPasswordHasher } from '../features/sesion/password-hash.ts'
import { fundarEmpresa, fundarMembresia, fundarUsuario, type EmpresaNueva } from '../features/empresa/fundar.service.ts'
import { ROL, type Rol } from '../plugins/sesion/roles.ts'
import type { TestApp } from './build-test-app.ts'

export const CLAVE_MAESTRA = 'clave de las pruebas, siempre la misma'
export const PASSWORD_USUARIO = 'Yupana2026'

let count = 0

/** A RUC nobody else of this test has; the authority no longer issues these by modulo 11, so any digits do. */
export const nextRuc = (): string => `17${String(90_000_000 + ++count).padStart(8, '9')}001`

/** A cédula that nobody has, with its check digit. */
export function nextCedula(): string {
  const digits = String(170_000_000 + ++count)
  return Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find((cedula) => checkIdentificacion('05', cedula).valid)!
}

/** A company with one establishment (001) and one point (001). */
export async function buildEmpresa({ deps, owner }: TestApp, nueva: Partial<EmpresaNueva> = {}): Promise<{ id: EmpresaId; ruc: string }> {
  const ruc = nueva.ruc ?? nextRuc()
  const id = await fundarEmpresa(
    { ...deps, db: owner },
    {
      razonSocial: `EMPRESA ${ruc}`,
      dirMatriz: 'Av. Amazonas N21-100, Quito',
      condicionesConfirmadas: true,
      establecimientos: [{ codigo: '001', direccion: 'Av. Amazonas N21-100, Quito', puntos: [{ codigo: '001' }] }],
      ...nueva,
      ruc,
    },
  )
  return { id, ruc }
}

const hashes = new Map<string, Promise<string>>()
// Hashing is slow on purpose, and so is every check of what was hashed: the builders' users have hashes of the lowest cost, which say so
// themselves.
const passwordHasher = {
  ...createPasswordHasher(CLAVE_MAESTRA),
  hash: (password: string) => {
    const known = hashes.get(password) ?? hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1, secret: pepperOf(CLAVE_MAESTRA) })
    hashes.set(password, known)
    return known
  },
}

export interface UsuarioBuilt {
  id: string
  username: string
  mail: string
  ci: string
}

interface UsuarioWanted {
  empresas: readonly { id: EmpresaId }[]
  rol?: Rol
  username?: string
  superAdmin?: boolean
  password?: string
}

/** A user with membership in each of the companies, ADMIN unless said. */
export async function buildUsuario(
  { deps, owner }: TestApp,
  { empresas, rol = ROL.ADMIN, username = `usuario${++count}`, superAdmin = false, password = PASSWORD_USUARIO }: UsuarioWanted,
): Promise<UsuarioBuilt> {
  const mail = `${username}@ejemplo.ec`
  const ci = nextCedula()
  const id = await fundarUsuario({ ...deps, db: owner }, passwordHasher, { username, mail, ci, name: username, password, superAdmin })
  for (const empresa of empresas) await fundarMembresia({ ...deps, db: owner }, empresa.id, id, rol)
  return { id, username, mail, ci }
}

/** The token of a new user who has signed in. */
export const tokenOfNew = async (app: TestApp, wanted: UsuarioWanted): Promise<string> =>
  (await app.signIn((await buildUsuario(app, wanted)).username)).token

/** A certificate in use, without key: enough where nothing is signed. The one before it goes out of use. */
export async function buildCertificadoRow(
  { deps, owner }: TestApp,
  empresa: { id: EmpresaId; ruc: string },
  usuario: { id: string },
  { desde, hasta }: { desde: string; hasta: string },
): Promise<string> {
  const id = randomUUID()
  await owner.updateTable('certificado').set({ activo: false }).where('empresa_id', '=', empresa.id).execute()
  await owner
    .insertInto('certificado')
    .values({
      empresa_id: empresa.id,
      id,
      filename: 'firma.p12',
      titular: 'PRUEBA',
      emisor: 'CN=PRUEBA',
      entidad: null,
      serial: '1',
      identificacion: empresa.ruc,
      rsa_bits: 2048,
      desde,
      hasta,
      huella: '00',
      der: Buffer.alloc(0),
      subido_por: usuario.id,
      subido_en: deps.clock.now(),
    })
    .execute()
  return id
}
