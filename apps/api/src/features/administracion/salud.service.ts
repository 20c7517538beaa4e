import type { SaludCorreo, SaludInstalacion } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { VERSION } from '../../instalacion/version.ts'
import { cuentaOf } from '../correo/correo.door.ts'
import * as sql from './administracion.sql.ts'

/** A worker reports every ten seconds: silent for this long it is dead, or hangs. */
const VIVO_MS = 35_000

/** Whether letters are delivered, for the user who can change it. */
export const readSaludCorreo = async ({ db, config }: Deps): Promise<SaludCorreo> => ({
  cuenta: cuentaOf(config),
  en_espera: await sql.countCorreosEnEspera(db),
})

/** The operator's overview: waiting work, answers of the SRI, running processes, last checks. */
export async function readSalud({ db, clock, config }: Deps, session: Sesion): Promise<SaludInstalacion> {
  const ahora = clock.now()
  const {
    base: { hora, ...base },
    correo,
    procesos,
    tareas,
    ...rest
  } = await sql.readSalud(db, session, ahora)
  const { RESPALDO: respaldo, INVARIANTES: invariantes } = tareas
  return {
    ...rest,
    version: VERSION,
    ...(await sql.countAtascos(db)),
    hora: ahora.toISOString(),
    desfase_segundos: Math.round((clock.machine().getTime() - Date.parse(hora)) / 100) / 10,
    correo: { ...correo, cuenta: cuentaOf(config) },
    base,
    procesos: procesos.map((proceso) => ({ ...proceso, vivo: Date.parse(hora) - Date.parse(proceso.visto_en) < VIVO_MS })),
    respaldo: respaldo ? { en: respaldo.en, ...respaldo.resultado } : null,
    invariantes: invariantes ? { en: invariantes.en, ...invariantes.resultado } : null,
  }
}
