import { correo as Correo, username as Username } from '@yupana/contract'
import { checkIdentificacion, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { StartError } from '../../instalacion/start-error.ts'
import { newPasswordProblem, type PasswordHasher } from '../sesion/sesion.door.ts'
import { claimCorreo } from '../verificacion/verificacion.door.ts'
import { ambienteInicial, type FundarDeps, fundarEmpresa, fundarMembresia, fundarUsuario, isNombreTaken } from './fundar.service.ts'
import { idsOfEmpresas } from './super-admin.sql.ts'

export interface SuperAdminPedido {
  usuario: string
  correo: string
  password: string
  /** RUC of a first company; without one SUPER_ADMIN signs in to none, and creates it in «Administración». */
  ruc?: string | undefined
  razonSocial?: string | undefined
  direccion?: string | undefined
}

/** The data as typed: each may be missing. */
export type SuperAdminDatos = { [K in keyof SuperAdminPedido]?: SuperAdminPedido[K] | undefined }

/** @throws StartError with one line for each missing or wrong value */
export function checkSuperAdmin({ usuario, correo, password, ruc, razonSocial, direccion }: SuperAdminDatos): SuperAdminPedido {
  const problems: string[] = []
  if (!usuario || !Username.safeParse(usuario).success)
    problems.push('Falta el usuario, con al menos una letra, sin espacios ni @: SUPER_ADMIN_USUARIO o --usuario.')
  if (!correo || !Correo.safeParse(correo).success) problems.push('Falta un correo válido: SUPER_ADMIN_CORREO o --correo.')
  const problem = newPasswordProblem(
    password ?? '',
    [usuario, correo, razonSocial].filter((text) => text !== undefined),
  )
  if (problem) problems.push(`SUPER_ADMIN_CLAVE o --clave: ${problem}`)
  if (ruc) {
    const { problem: wrong } = checkIdentificacion(TIPO_IDENTIFICACION.RUC, ruc)
    if (wrong) problems.push(`SUPER_ADMIN_RUC: ${wrong}`)
    if (!ruc.endsWith('001')) problems.push('SUPER_ADMIN_RUC: el RUC de un emisor termina en 001.')
    if (!razonSocial) problems.push('Falta la razón social de la empresa: SUPER_ADMIN_RAZON_SOCIAL o --razon-social.')
    if (!direccion) problems.push('Falta la dirección de la matriz: SUPER_ADMIN_DIRECCION o --direccion.')
  }
  if (problems.length > 0 || !usuario || !correo || !password) throw new StartError(...problems)
  return { usuario, correo, password, ruc, razonSocial, direccion }
}

/**
 * Creates the user, with membership in every company of the installation, if any, and in the given one. May run twice. The mail counts once
 * its link was opened, as for every user (O-114).
 */
export async function crearSuperAdmin(
  fundar: FundarDeps & Pick<Deps, 'config'>,
  passwordHasher: PasswordHasher,
  pedido: SuperAdminPedido,
): Promise<{ existia: boolean; empresas: number }> {
  const { usuario, correo, password, ruc, razonSocial, direccion } = pedido
  const existia = await isNombreTaken(fundar.db, usuario)
  const id = await fundar.db.transaction().execute(async (tx) => {
    const founded = await fundarUsuario({ ...fundar, db: tx }, passwordHasher, {
      username: usuario,
      password,
      name: usuario,
      superAdmin: true,
    })
    if (!existia) await claimCorreo(fundar, tx, { usuarioId: founded, username: usuario }, correo)
    return founded
  })
  if (ruc && razonSocial && direccion)
    await fundarEmpresa(fundar, {
      ruc,
      ambiente: ambienteInicial(fundar.config),
      razonSocial,
      dirMatriz: direccion,
      establecimientos: [{ codigo: '001', nombre: 'Matriz', direccion, puntos: [{ codigo: '001' }] }],
    })
  const empresas = await idsOfEmpresas(fundar.db)
  for (const empresa of empresas) await fundarMembresia(fundar, empresa.id, id, ROL.SUPER_ADMIN)
  return { existia, empresas: empresas.length }
}
