import type { EmpresaTablero } from '@yupana/contract'
import { addDays, fechaIn, FORMULARIOS, obligacionesDe, type Fecha, type Obligacion } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Sesion, SesionAbierta } from '../../plugins/sesion/session.ts'
import { readAviso } from './aviso.service.ts'
import * as sql from './obligacion.sql.ts'

/** Days ahead of the board: the ATS is due two months after its period. */
const DIAS_TABLERO = 90

/** Due and late obligations of the company of a transaction. @throws 404 */
export async function readObligaciones(tx: Tx, empresaId: EmpresaId, hoy: Fecha, dias: number): Promise<Obligacion[]> {
  const situacion = await sql.readSituacion(tx, empresaId, hoy)
  if (!situacion) throw errors.notFound()
  return obligacionesDe({ hoy, ...situacion }, addDays(hoy, dias))
}

export async function list({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, dias: number) {
  const hoy = fechaIn(clock.now())
  return {
    hoy,
    obligaciones: await readObligaciones(tx, session.empresaId, hoy, dias),
    con_calendario: await sql.hasCalendario(tx, session),
    aviso: await readAviso(tx, session),
  }
}

const isFormulario = ({ tipo }: Obligacion) => FORMULARIOS.some((formulario) => formulario === tipo)

function filaOf({ nombre, situacion, ...empresa }: sql.EmpresaLeida, hoy: Fecha): EmpresaTablero {
  const todas = obligacionesDe({ hoy, ...situacion }, addDays(hoy, DIAS_TABLERO))
  return {
    ...empresa,
    name: nombre,
    firma_hasta: situacion.firmaHasta,
    sin_declarar: todas.filter((one) => isFormulario(one) && one.desde !== undefined && one.desde <= hoy).length,
    vencidas: todas.filter(({ vence }) => vence < hoy).length,
    proxima: todas[0] ?? null,
  }
}

/** Late obligations first, then documents refused by the SRI, then the earliest due day. */
const urgency = ({ vencidas, rechazados, retenidos, proxima, name }: EmpresaTablero): string =>
  [vencidas > 0 ? 0 : 1, rechazados + retenidos > 0 ? 0 : 1, proxima?.vence ?? '9999', name].join(' ')

/** The user's companies at a glance, the most urgent first. */
export async function readTablero({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tokenHash }: Sesion) {
  const ahora = clock.now()
  const hoy = fechaIn(ahora)
  const empresas = (await sql.listEmpresas(db, tokenHash, ahora, hoy)).map((empresa) => filaOf(empresa, hoy))
  return { hoy, empresas: empresas.toSorted((a, b) => (urgency(a) < urgency(b) ? -1 : 1)) }
}
