import type { Inicio, Pendientes } from '@yupana/contract'
import { daysBetween, fechaIn, firstOfMonth, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readVentasDeInicio } from '../cifras/cifras.door.ts'
import { countComprobantes, readAtencion, readUltimos, readVentasDelDia, type Cuentas } from '../comprobante/lectura/lectura.door.ts'
import { countPorReponer } from '../movimiento/movimiento.door.ts'
import { readPlanDelMes } from '../plan/plan.door.ts'
import { readPorRetener } from '../retencion/retencion.door.ts'
import * as sql from './inicio.sql.ts'

const NOTHING: Cuentas = {
  no_autorizados: 0,
  en_espera: 0,
  en_revision: 0,
  retenidos: 0,
  correos_fallidos: 0,
  por_anular: 0,
  no_corresponden: 0,
}

const estadosDelMes = async (tx: Tx, session: SesionAbierta, hoy: Fecha) =>
  (await countComprobantes(tx, session, { desde: firstOfMonth(hoy), hasta: hoy })).map(({ tributario, total }) => ({
    tributario,
    documentos: total,
  }))

const sells = ({ rol }: SesionAbierta): boolean => VENDEN.includes(rol)

/** Work that waits for a person. Documents only for users who may see them in their list. */
export async function readPendientes({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta): Promise<Pendientes> {
  const ahora = clock.now()
  const { firma, ...pendientes } = await sql.readPendientes(tx, session.empresaId)
  return {
    ...(sells(session) ? await readAtencion(tx, session) : NOTHING),
    ...pendientes,
    ...(sells(session) ? await sql.readAnulados(tx, session) : { compras_anuladas: 0, retenciones_anuladas: 0 }),
    por_reponer: sells(session) ? await countPorReponer(tx, session, fechaIn(ahora)) : 0,
    firma: firma && {
      hasta: firma.hasta,
      inservible: firma.inservible,
      dias_restantes: Math.max(daysBetween(fechaIn(ahora), fechaIn(new Date(firma.hasta))), 0),
    },
  }
}

/** The home page of this user. */
export async function readInicio(deps: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta): Promise<Inicio> {
  const ahora = deps.clock.now()
  const hoy = fechaIn(ahora)
  const isSeller = sells(session)
  return {
    hoy,
    pasos: await sql.readPasos(tx, session.empresaId, ahora),
    atencion: await readPendientes(deps, tx, session),
    por_retener: isSeller ? await readPorRetener(tx, session, hoy) : null,
    ultimos: isSeller ? await readUltimos(tx, session) : [],
    ventas_hoy: isSeller ? await readVentasDelDia(tx, session, hoy) : [],
    ventas: isSeller ? await readVentasDeInicio(tx, session, hoy) : null,
    plan: await readPlanDelMes(tx, session, ahora),
    estados: isSeller ? await estadosDelMes(tx, session, hoy) : [],
  }
}
