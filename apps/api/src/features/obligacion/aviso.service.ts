import { createHash } from 'node:crypto'
import { addDays, displayFecha, fechaIn, horaIn, obligacionesDe, type Fecha, type Obligacion } from '@yupana/fiscal'

import { inInstalacion, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { LIMITES, requirePlaces } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { log } from '../../proceso/log.ts'
import { enLinea, postCarta } from '../carta/carta.door.ts'
import * as sql from './aviso.sql.ts'

// Letters about due obligations: one a day to each user who wants them, for all companies he answers for.

export async function readAviso(tx: Tx, { usuarioId, mail }: SesionAbierta): Promise<{ dias: number | null; correo: string | null }> {
  await sql.comoPersona(tx, usuarioId)
  return { dias: await sql.readDias(tx, usuarioId), correo: mail === '' ? null : mail }
}

/** @throws 422 for a user without a verified mail */
export async function saveAviso(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { usuarioId, mail }: SesionAbierta,
  dias: number | null,
): Promise<void> {
  if (dias !== null && mail === '') throw errors.field('CORREO', 'dias', 'Verifique primero su correo en su perfil.')
  await sql.comoPersona(tx, usuarioId)
  await sql.saveDias(tx, usuarioId, dias, clock.now())
}

interface PorDecir {
  empresa: string
  ruc: string
  obligaciones: readonly Obligacion[]
}

const venceText = (vence: Fecha, hoy: Fecha) => (vence === hoy ? 'vence hoy' : `vence el ${displayFecha(vence)}`)

const empresaText = ({ empresa, ruc, obligaciones }: PorDecir, hoy: Fecha): string =>
  [
    `${enLinea(empresa)} (RUC ${ruc})`,
    ...obligaciones.map(({ texto, detalle, vence }) => `– ${texto}: ${venceText(vence, hoy)}. ${detalle}`),
  ].join('\n')

function cartaDe(nombre: string, porDecir: readonly PorDecir[], hoy: Fecha, base: string) {
  const cuantas = porDecir.reduce((total, { obligaciones }) => total + obligaciones.length, 0)
  return {
    asunto: cuantas === 1 ? 'Vence una obligación' : `Vencen ${cuantas} obligaciones`,
    texto: [
      `Hola ${enLinea(nombre)}:`,
      ...porDecir.map((one) => empresaText(one, hoy)),
      `Ábralas aquí: ${base}/#${porDecir.length > 1 ? '/empresas' : '/declaraciones/obligaciones'}`,
      `Usted pidió estos avisos. Para cambiarlos o dejar de recibirlos: ${base}/#/declaraciones/obligaciones`,
      '',
    ].join('\n\n'),
  }
}

type TellDeps = Pick<Deps, 'config' | 'clock' | 'db' | 'sobre'>

/** Mails one letter with the obligations not notified yet; letter and notes are one transaction. @throws 429 with nothing taken */
async function tell(deps: TellDeps, tx: Tx, usuarioId: string, hoy: Fecha): Promise<void> {
  const dias = await sql.takeDia(tx, usuarioId, hoy)
  if (dias === null || dias === undefined) return
  await sql.comoPersona(tx, usuarioId)
  const empresas = await sql.listEmpresas(tx, hoy)
  const porDecir: PorDecir[] = []
  for (const { empresa_id: empresaId, empresa, ruc, situacion } of empresas) {
    const debidas = obligacionesDe({ hoy, ...situacion }, addDays(hoy, dias)).filter(({ vence }) => vence >= hoy)
    const nuevas = await sql.takeObligaciones(
      tx,
      usuarioId,
      empresaId,
      dias,
      debidas.map(({ id }) => id),
    )
    const obligaciones = debidas.filter(({ id }) => nuevas.has(id))
    if (obligaciones.length > 0) porDecir.push({ empresa, ruc, obligaciones })
  }
  const [first] = empresas
  if (!first || porDecir.length === 0) return
  const direccion = createHash('sha256').update(first.correo.toLowerCase()).digest('base64url')
  await requirePlaces(deps, tx, LIMITES.obligacionCorreo, direccion, 1)
  await postCarta(deps, tx, { ...cartaDe(first.nombre, porDecir, hoy, deps.config.urlPublica), para: first.correo })
}

/** No letters at night. */
const DESDE_HORA = '08:00'

/** Notifies each user whose day is not taken; the failure of one stops no other. */
export async function tellObligaciones(deps: TellDeps): Promise<void> {
  const ahora = deps.clock.now()
  if (horaIn(ahora) < DESDE_HORA) return
  const hoy = fechaIn(ahora)
  for (const usuarioId of await sql.porAvisar(deps.db, hoy))
    try {
      await inInstalacion(deps.db, (tx) => tell(deps, tx, usuarioId, hoy))
    } catch (error) {
      if (error instanceof AppError) log.warn('notice of what is due waits', { usuario: usuarioId, code: error.code })
      else log.error('notice of what is due not sent', error, { usuario: usuarioId })
    }
}
