import { correo as Correo } from '@yupana/contract'
import { checkIdentificacion } from '@yupana/fiscal'

import { ROL } from '../../plugins/session.ts'
import { StartError } from '../../start-error.ts'
import type { Contrasenas } from '../sesion/contrasena.service.ts'
import { newPasswordProblem } from '../sesion/regla-contrasena.service.ts'
import { findUsuarioId, type FundarDeps, fundarEmpresa, fundarMembresia, fundarUsuario } from './fundar.service.ts'

export interface SuperAdminPedido {
  usuario: string
  correo: string
  clave: string
  /** Of a first company; without one SUPER_ADMIN signs in to none, and creates it in «Administración». */
  ruc?: string | undefined
  razonSocial?: string | undefined
  direccion?: string | undefined
}

/** As it was typed: anything may be missing. */
export type SuperAdminDatos = { [K in keyof SuperAdminPedido]?: SuperAdminPedido[K] | undefined }

/** @throws StartError with one line for each thing that is missing or wrong */
export function checkSuperAdmin({ usuario, correo, clave, ruc, razonSocial, direccion }: SuperAdminDatos): SuperAdminPedido {
  const problems: string[] = []
  if (!usuario || /\s/.test(usuario)) problems.push('Falta el usuario, sin espacios: SUPER_ADMIN_USUARIO o --usuario.')
  if (!correo || !Correo.safeParse(correo).success) problems.push('Falta un correo válido: SUPER_ADMIN_CORREO o --correo.')
  const problem = newPasswordProblem(clave ?? '', [usuario, correo, razonSocial].filter((text) => text !== undefined))
  if (problem) problems.push(`SUPER_ADMIN_CLAVE o --clave: ${problem}`)
  if (ruc) {
    const { problem: wrong } = checkIdentificacion('04', ruc)
    if (wrong) problems.push(`SUPER_ADMIN_RUC: ${wrong}`)
    if (!ruc.endsWith('001')) problems.push('SUPER_ADMIN_RUC: el RUC de un emisor termina en 001.')
    if (!razonSocial) problems.push('Falta la razón social de la empresa: SUPER_ADMIN_RAZON_SOCIAL o --razon-social.')
    if (!direccion) problems.push('Falta la dirección de la matriz: SUPER_ADMIN_DIRECCION o --direccion.')
  }
  if (problems.length > 0 || !usuario || !correo || !clave) throw new StartError(...problems)
  return { usuario, correo, clave, ruc, razonSocial, direccion }
}

/** Creates the user, with membership in every company of the installation and in the one given: there may be none. May run twice. */
export async function crearSuperAdmin(fundar: FundarDeps, contrasenas: Contrasenas, pedido: SuperAdminPedido): Promise<{ existia: boolean; empresas: number }> {
  const { usuario, correo, clave, ruc, razonSocial, direccion } = pedido
  if (ruc && razonSocial && direccion)
    await fundarEmpresa(fundar, { ruc, razonSocial, dirMatriz: direccion, establecimientos: [{ codigo: '001', nombre: 'Matriz', direccion, puntos: [{ codigo: '001' }] }] })
  const empresas = await fundar.db.selectFrom('empresa').select('id').execute()
  const before = await findUsuarioId(fundar.db, usuario)
  const id = await fundarUsuario(fundar, contrasenas, { username: usuario, mail: correo, password: clave, name: usuario, superAdmin: true })
  for (const empresa of empresas) await fundarMembresia(fundar, empresa.id, id, ROL.SUPER_ADMIN)
  return { existia: before !== undefined, empresas: empresas.length }
}
