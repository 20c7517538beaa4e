import { randomUUID } from 'node:crypto'
import type { NotificacionDisponible } from '@yupana/contract'
import { displayNumero, fechaIn, firstOfMonth, fromUnits, startOf } from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { isInEmpresa, type Sesion, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { postCarta } from '../carta/carta.door.ts'
import * as sql from './plan.sql.ts'

const mesOf = (ahora: Date) => firstOfMonth(fechaIn(ahora))
const contados = (n: number) => displayNumero(fromUnits(n))

const NADA_SE_DETIENE = 'Puede seguir trabajando y emitiendo con normalidad: lo que pase del plan se liquida después con su proveedor.'

/** The notice of one limit, as a sentence. */
function palabrasOf({ que, umbral, limite, usados }: sql.Aviso): string {
  if (que === 'usuarios') return `Su empresa tiene ${contados(usados)} usuarios activos y su plan cubre ${contados(limite)}.`
  if (que === 'puntos') return `Su empresa tiene ${contados(usados)} puntos de emisión activos y su plan cubre ${contados(limite)}.`
  if (umbral < 100) return `Su empresa llegó al ${umbral} % de los ${contados(limite)} comprobantes que su plan cubre este mes.`
  return `Su empresa llegó a los ${contados(limite)} comprobantes que su plan cubre este mes.`
}

/** Of several thresholds of one limit only the highest is shown. */
const highest = (avisos: readonly sql.Aviso[]) =>
  avisos.filter((one) => !avisos.some(({ que, umbral }) => que === one.que && umbral > one.umbral))

type TellDeps = Pick<Deps, 'config' | 'clock' | 'db' | 'sobre'>

/**
 * Mails the administrators of each company that a limit of its plan was reached: once a month for each threshold, in whichever process
 * comes first. No work is stopped.
 */
export const tellPlanes = (deps: TellDeps): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    if (await sql.isAlone(tx)) await tellReached(deps, tx)
  })

async function tellReached(deps: TellDeps, counting: Db): Promise<void> {
  const en = deps.clock.now()
  const mes = mesOf(en)
  const due = await sql.porAvisar(counting, mes, startOf(mes))
  for (const empresaId of new Set(due.map(({ empresa_id }) => empresa_id)))
    await inEmpresa(deps.db, empresaId, async (tx) => {
      const avisos = due.filter(({ empresa_id }) => empresa_id === empresaId).map((aviso) => ({ ...aviso, id: randomUUID() }))
      const nuevos = highest(await sql.insertAvisos(tx, empresaId, mes, avisos, en))
      if (nuevos.length === 0) return
      const { empresa, correos } = await sql.readAdministradores(tx, empresaId)
      const asunto = `${empresa.replace(/\s+/g, ' ')}: aviso sobre su plan`
      const texto = `Estimado/a administrador/a de ${empresa}:\n\n${nuevos.map(palabrasOf).join('\n')}\n\n${NADA_SE_DETIENE}\n`
      for (const para of correos) await postCarta(deps, tx, { para, asunto, texto })
    })
}

const isAdministrador = (session: Sesion) => session.rol === ROL.ADMIN && isInEmpresa(session)

/** Usage of the plan this month, for the company's administrators; null without a plan. */
export async function readPlanDelMes(tx: Tx, session: SesionAbierta, ahora: Date): Promise<{ limite: number; usados: number } | null> {
  if (!isAdministrador(session)) return null
  return (await sql.usoDelMes(tx, session.empresaId, startOf(mesOf(ahora)))) ?? null
}

/** The same in the notices of the shell, for the company's administrators. */
export async function avisosDePlan({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<NotificacionDisponible[]> {
  const { empresaId, usuarioId } = session
  if (!isAdministrador(session) || empresaId === null) return []
  const avisos = await inEmpresa(db, empresaId, (tx) => sql.pendientes(tx, empresaId, mesOf(clock.now()), usuarioId))
  return avisos.map((aviso) => ({ id: aviso.id, type: 'ADVERTENCIA', message: `${palabrasOf(aviso)} ${NADA_SE_DETIENE}` }))
}

/** Dismisses one for this user. Answers false when it is not of his company. */
export async function dismissAvisoDePlan({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion, id: string): Promise<boolean> {
  const { empresaId, usuarioId } = session
  if (!isAdministrador(session) || empresaId === null) return false
  return inEmpresa(db, empresaId, (tx) => sql.markVisto(tx, empresaId, id, usuarioId, clock.now()))
}
