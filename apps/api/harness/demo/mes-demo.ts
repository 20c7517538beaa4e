// Enters the fictitious month into a running trial. An API of its own takes the calls, with a clock moved from day to day; the trial's
// worker and authority do the rest under their own clock.
import path from 'node:path'
import { addDays, daysBetween, displayFecha, fechaIn, startOf, type Fecha } from '@yupana/fiscal'

import { buildApp } from '../../src/app.ts'
import type { Config } from '../../src/config/config.ts'
import { createPasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { newestBuild } from '../../src/instalacion/built.ts'
import { StartError } from '../../src/instalacion/start-error.ts'
import { openInstallation, type OpenInstallation } from '../../src/open-installation.ts'
import { createClock } from '../../src/proceso/clock.ts'
import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { mesDePrueba } from '../../src/testing/mes-de-prueba.ts'
import { certificadoDelSimulador } from '../demostracion/certificado-simulador.ts'
import { PASSWORD_DEMO, CONTADORA } from '../demostracion/demo-data.ts'
import { cargarCertificado } from '../demostracion/empresas.ts'
import { EMPRESA_DEL_MES } from '../demostracion/mes-formularios.ts'
import {
  ANTES_DEL_MES,
  DESPUES_DEL_MES,
  fundarMes,
  ingresarMes,
  isMesIngresado,
  PERIODO_DEL_MES,
  type MundoDelMes,
} from '../demostracion/mes.ts'
import { ApiClient } from './api-client.ts'
import { follow } from './follow.ts'

const FOLLOW_MS = 60_000
const MORNING_MS = 9 * 3_600_000

export interface MesDemoOptions {
  config: Config
  claveMaestra: string
  say(line: string): void
}

/** Without limits: they count calls by the clock, which goes back here. */
const SIN_LIMITES: Config['limites'] = {
  busquedas: 0,
  lecturas: 0,
  escrituras: 0,
  calculos: 0,
  emisiones: 0,
  destinatariosUsuario: 0,
  destinatariosEmpresa: 0,
}

/** Reason against the month in this installation; undefined if it is allowed. */
export function whyNotMes({ simulador }: Pick<Config, 'simulador'>, hoy: Fecha): string | undefined {
  if (!simulador) return 'El mes de ejemplo se envía al simulador del SRI, y esta instalación no lo tiene: inicie con SIMULADOR=1.'
  if (hoy >= DESPUES_DEL_MES) return undefined
  return `El mes de ejemplo es septiembre de 2026 y el reloj de la instalación marca el ${displayFecha(hoy)}: use un RELOJ posterior.`
}

/** Lets the authority accept documents from the first day of the month while `work` runs; restores its setting afterwards. */
export async function withTolerancia({ simuladorUrl }: Pick<Config, 'simuladorUrl'>, hoy: Fecha, work: () => Promise<void>): Promise<void> {
  const url = new URL('/control/config', simuladorUrl)
  const send = (toleranciaDias: number) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ toleranciaDias }) })
  const { toleranciaDias: before } = (await (await fetch(url)).json()) as { toleranciaDias: number }
  const needed = daysBetween(ANTES_DEL_MES, hoy)
  if (needed <= before) return work()
  await send(needed)
  await work().finally(() => send(before))
}

/** Makes the company with a certificate valid both in its month and now. */
async function found({ deps, fundar, claveContrasenas }: OpenInstallation, config: Config): Promise<void> {
  const enSuDia = { ...deps.clock, now: () => startOf(ANTES_DEL_MES) }
  const fundada = await fundarMes({ ...fundar, clock: enSuDia }, createPasswordHasher(claveContrasenas))
  const script = path.join(newestBuild('sri-simulator'), 'certificado.js')
  const desde = startOf(addDays(ANTES_DEL_MES, -1))
  await cargarCertificado(deps, fundada, certificadoDelSimulador({ script, dataDir: config.dataDir, clock: deps.clock, desde }))
}

/** Enters the month, or reports that it exists. */
export async function enterMesDemo({ config, claveMaestra, say }: MesDemoOptions): Promise<void> {
  let now = createClock(config.relojOffset).now()
  const hoy = fechaIn(now)
  const why = whyNotMes(config, hoy)
  if (why !== undefined) throw new StartError(why)
  const installation = await openInstallation(config, () => undefined)
  const { deps } = installation
  const { server } = await buildApp({ ...deps, config: { ...config, limites: SIN_LIMITES }, clock: { ...deps.clock, now: () => now } })
  try {
    await found(installation, config)
    const api = new ApiClient(`${await server.listen({ port: 0, host: '127.0.0.1' })}/${config.segmento}`)
    const signIn = async () => {
      const choose = (names: readonly string[]) => names.indexOf(EMPRESA_DEL_MES.razonSocial)
      const { ambiente, businessName } = await api.signIn(CONTADORA.username, PASSWORD_DEMO, codecKeyOf(claveMaestra), choose)
      if (ambiente !== 'SIMULADOR')
        throw new StartError(`${businessName} está en el ambiente ${ambiente}: el mes de ejemplo se ingresa solo en SIMULADOR.`)
      return api
    }
    const where = `${config.urlPublica}/#/declaraciones?formulario=104&periodo=${PERIODO_DEL_MES}`
    const { ventas, compras } = mesDePrueba
    if (await isMesIngresado(await signIn())) {
      say(`✔ El mes de ejemplo ya está ingresado en ${EMPRESA_DEL_MES.razonSocial}: no se cambió nada.`)
    } else {
      const mundo: MundoDelMes = {
        beginDay(fecha) {
          now = new Date(startOf(fecha).getTime() + MORNING_MS)
          return signIn()
        },
        untilRest: async (client, id) => void (await follow(client, id, FOLLOW_MS, () => undefined)),
      }
      await withTolerancia(config, hoy, () => ingresarMes(mundo, (fecha) => say(`· ${displayFecha(fecha)}`)))
      say(`✔ El mes de ejemplo está ingresado en ${EMPRESA_DEL_MES.razonSocial}: ${ventas.length} ventas y ${compras.length} compras.`)
    }
    say(`  Ingrese como ${CONTADORA.username} (${PASSWORD_DEMO}), elija ${EMPRESA_DEL_MES.razonSocial} y abra ${where}`)
  } finally {
    await server.close()
    await installation.close()
  }
}
