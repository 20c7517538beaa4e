import { randomBytes, randomUUID } from 'node:crypto'
import { checkIdentificacion, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/connect.ts'
import { empresaIdOf, type EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import { inInstalacion, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Rol } from '../../plugins/sesion/roles.ts'
import { fundarBodega } from '../bodega/bodega.door.ts'
import { collectionsOf } from '../permiso/permiso.door.ts'
import type { PasswordHasher } from '../sesion/sesion.door.ts'
import { contextoEmpresa } from '../../secretos/contextos.ts'
import { insertSeries } from './serie.sql.ts'
import { insertMuestreo } from '../comprobante/anulacion/anulacion.door.ts'
import { StartError } from '../../instalacion/start-error.ts'

// Founding of companies, users and memberships; it may run twice. `db` is yupana_owner, but `insertEmpresa` also runs as the application.

export type FundarDeps = Pick<Deps, 'clock' | 'sobre'> & { db: Db }

export interface PuntoNuevo {
  codigo: string
  descripcion?: string
}

export interface EstablecimientoNuevo {
  codigo: string
  nombre?: string
  direccion: string
  puntos: readonly PuntoNuevo[]
}

export interface EmpresaNueva {
  ruc: string
  /** SIMULADOR by default. */
  ambiente?: Ambiente
  razonSocial: string
  nombreComercial?: string
  dirMatriz: string
  telefono?: string
  correo?: string
  obligadoContabilidad?: boolean
  /** Whether régimen and `obligadoContabilidad` are confirmed already. */
  condicionesConfirmadas?: boolean
  establecimientos: readonly EstablecimientoNuevo[]
  condiciones?: readonly { tipo: string; desde: string; valor: string }[]
}

/** The first environment of a company in this installation (O-90): the local authority, if there is one. */
export const ambienteInicial = ({ simulador }: Pick<Config, 'simulador'>): Ambiente => (simulador ? 'SIMULADOR' : 'PRUEBAS')

/** Creates the company with its establishments, points and series, whole or not at all. @returns its id, also if it existed */
export async function fundarEmpresa(deps: FundarDeps, nueva: EmpresaNueva): Promise<EmpresaId> {
  const { problem } = checkIdentificacion(TIPO_IDENTIFICACION.RUC, nueva.ruc)
  if (problem) throw new RangeError(`RUC ${nueva.ruc}: ${problem}`)
  return inInstalacion(deps.db, async (tx) => {
    const id = empresaIdOf(randomUUID())
    if (await insertEmpresa({ ...deps, db: tx }, id, nueva)) return id
    return (await tx.selectFrom('empresa').select('id').where('ruc', '=', nueva.ruc).executeTakeFirstOrThrow()).id
  })
}

/** Inside a transaction; false, without any change, when the RUC is taken. */
export async function insertEmpresa(
  { db: tx, clock, sobre }: Omit<FundarDeps, 'db'> & { db: Tx },
  id: EmpresaId,
  nueva: EmpresaNueva,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('empresa')
    .values({
      id,
      ruc: nueva.ruc,
      razon_social: nueva.razonSocial,
      nombre_comercial: nueva.nombreComercial ?? null,
      dir_matriz: nueva.dirMatriz,
      ambiente: nueva.ambiente ?? 'SIMULADOR',
      telefono: nueva.telefono ?? null,
      correo: nueva.correo ?? null,
      obligado_contabilidad: nueva.obligadoContabilidad ?? false,
      condiciones_confirmadas_en: nueva.condicionesConfirmadas ? clock.now() : null,
      secreto: sobre.sellarCorto(randomBytes(32), contextoEmpresa(id)),
      creada_en: clock.now(),
    })
    .onConflict((conflict) => conflict.column('ruc').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  await insertMuestreo(tx, id, clock.now())
  for (const condicion of nueva.condiciones ?? [])
    await tx
      .insertInto('empresa_condicion')
      .values({ empresa_id: id, hasta: null, ...condicion })
      .execute()
  for (const establecimiento of nueva.establecimientos) await insertEstablecimiento(tx, id, establecimiento)
  await fundarBodega(tx, id, clock.now())
  return true
}

async function insertEstablecimiento(
  tx: Db,
  empresaId: EmpresaId,
  { codigo, nombre, direccion, puntos }: EstablecimientoNuevo,
): Promise<void> {
  await tx
    .insertInto('establecimiento')
    .values({ empresa_id: empresaId, codigo, nombre: nombre ?? null, direccion })
    .execute()
  for (const punto of puntos) {
    await tx
      .insertInto('punto_emision')
      .values({ empresa_id: empresaId, establecimiento: codigo, codigo: punto.codigo, descripcion: punto.descripcion ?? null })
      .execute()
    await insertSeries(tx, empresaId, codigo, punto.codigo)
  }
}

export interface UsuarioNuevo {
  username: string
  /** For invented people, whose mail has no reader: verified at once. */
  mail?: string
  password: string
  name: string
  surname?: string
  ci?: string
  superAdmin?: boolean
}

/**
 * @returns the id, also of an existing user, who keeps his password.
 * @throws StartError when the name belongs to a user with other rights, or is taken
 */
export async function fundarUsuario({ db, clock }: FundarDeps, passwordHasher: PasswordHasher, nuevo: UsuarioNuevo): Promise<string> {
  const known = await findFundado(db, nuevo)
  if (known) return known
  for (const nombre of [nuevo.username, nuevo.mail, nuevo.ci])
    if (nombre !== undefined && (await isNombreTaken(db, nombre)))
      throw new StartError(`«${nombre}» ya es el usuario, la identificación o el correo de otra persona: elija otro.`)
  const password_hash = await passwordHasher.hash(nuevo.password)
  await db
    .insertInto('usuario')
    .values({
      id: randomUUID(),
      username: nuevo.username,
      ...(nuevo.mail !== undefined && { mail: nuevo.mail, mail_verificado: clock.now() }),
      name: nuevo.name,
      surname: nuevo.surname ?? '',
      ci: nuevo.ci ?? null,
      password_hash,
      super_admin: nuevo.superAdmin ?? false,
      creado_en: clock.now(),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .execute()
  const id = await findFundado(db, nuevo)
  if (!id) throw new Error(`no user ${nuevo.username} after its insert`)
  return id
}

/** A user who took the name meanwhile inherits no rights by it. */
async function findFundado(db: Db, { username, superAdmin = false }: UsuarioNuevo): Promise<string | undefined> {
  const row = await db
    .selectFrom('usuario')
    .select(['id', 'super_admin'])
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  if (row && row.super_admin !== superAdmin)
    throw new StartError(`El usuario ${username} ya existe y ${superAdmin ? 'no ' : ''}es SUPER_ADMIN: elija otro nombre.`)
  return row?.id
}

export async function isNombreTaken(db: Db, nombre: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from nombre_ingreso where nombre = nombre_llave(${nombre}) union all select 1 where nombre_es_reservado(${nombre}, null)`.execute(
      db,
    )
  return rows.length > 0
}

/** Makes the user a member of the company, with the initial rights of his role; an existing membership stays as it is. */
export async function fundarMembresia({ db }: FundarDeps, empresaId: EmpresaId, usuarioId: string, rol: Rol): Promise<void> {
  await db
    .insertInto('usuario_empresa')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, rol, collections: collectionsOf(rol) })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'usuario_id']).doNothing())
    .execute()
}
