import type { Config } from '../config/config.ts'
import { reachable } from '../config/config.ts'

const USERS = [
  ['contadora', 'dos empresas, administra'],
  ['vendedor', 'una empresa, vende'],
  ['soporte', 'administra la instalación'],
] as const
const PASSWORD = 'Yupana2026'

/** What a start that went well says. */
export function announcement(config: Config, place: string, seconds: number): string {
  const lines = [
    '',
    `  Yupana está en marcha (${seconds.toFixed(1)} s)`,
    '',
    `  Página:      http://${reachable(config.host)}:${config.port}/`,
    config.simulador
      ? `  Simulador:   http://127.0.0.1:${config.simuladorPort}/ (hace de SRI; sin validez tributaria)`
      : '  Simulador:   apagado (SIMULADOR=1 lo inicia)',
    `  Datos:       ${config.dataDir}`,
    ...(place.startsWith(config.dataDir) ? [] : [`  Base:        ${place}`]),
  ]
  if (config.modo === 'prueba')
    lines.push('', `  Usuarios de demostración (contraseña ${PASSWORD}):`, ...USERS.map(([user, role]) => `    ${user.padEnd(10)} ${role}`))
  if (config.modo === 'produccion' && !config.proxyConfiable)
    lines.push(
      '',
      '  Si hay un proxy delante (TLS), nómbrelo en PROXY_CONFIABLE (en este equipo: loopback): sin él, todos parecen llamar desde el proxy.',
    )
  if (config.relojOffset !== 0) lines.push('', `  Reloj:       ${shown(config.relojOffset)} en Ecuador (RELOJ)`)
  return [...lines, '', '  Ctrl-C para terminar.', ''].join('\n')
}

const shown = (offset: number) =>
  new Date(Date.now() + offset).toLocaleString('es-EC', { timeZone: 'America/Guayaquil', dateStyle: 'short', timeStyle: 'medium' })
