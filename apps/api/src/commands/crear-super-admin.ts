// Creates the first SUPER_ADMIN of an installation, with or without its first company (O-93).
import { parseArgs } from 'node:util'

import { loadConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { checkSuperAdmin, crearSuperAdmin, type SuperAdminDatos } from '../features/empresa/empresa.door.ts'
import { createPasswordHasher } from '../features/sesion/sesion.door.ts'
import { exitWithProblem, StartError } from '../instalacion/start-error.ts'
import { openInstallation } from '../open-installation.ts'

const say = (line: string) => void process.stdout.write(`· ${line}\n`)

/** `--usuario` or SUPER_ADMIN_USUARIO, and so on: arguments win, the environment keeps the password off the process list. */
function readPedido(): SuperAdminDatos {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    options: { usuario: option, correo: option, clave: option, ruc: option, 'razon-social': option, direccion: option },
  })
  const of = (name: keyof typeof values) => values[name] ?? process.env[`SUPER_ADMIN_${name.toUpperCase().replace('-', '_')}`]
  return {
    usuario: of('usuario'),
    correo: of('correo'),
    password: of('clave'),
    ruc: of('ruc'),
    razonSocial: of('razon-social'),
    direccion: of('direccion'),
  }
}

const config = loadConfig()
try {
  const pedido = checkSuperAdmin(readPedido())
  const { fundar, claveContrasenas, adminUrl, close } = await openInstallation(config, say)
  try {
    await migrate(adminUrl, (name) => say(`Aplicando la migración ${name}…`))
    const { existia, empresas } = await crearSuperAdmin({ ...fundar, config }, createPasswordHasher(claveContrasenas), pedido)
    say(
      existia
        ? `El usuario ${pedido.usuario} ya existía: conserva su contraseña.`
        : `Usuario ${pedido.usuario} creado. Enviamos a ${pedido.correo} un enlace para verificarlo; mientras tanto ingrese con el usuario.`,
    )
    say(
      empresas === 0
        ? 'Todavía no hay empresas: ingrese y créelas en Administración, Empresas.'
        : `Pertenece a ${empresas === 1 ? 'una empresa' : `${empresas} empresas`} como SUPER_ADMIN.`,
    )
  } finally {
    await close()
  }
} catch (error) {
  exitWithProblem(
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
      ? new StartError('Opciones: --usuario, --correo, --clave, --ruc, --razon-social, --direccion (cada una seguida de su valor).')
      : error,
  )
}
