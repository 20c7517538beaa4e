import { randomUUID } from 'node:crypto'
import type { CarteraResumen } from '@yupana/contract'
import { fechaIn, subtract, type Fecha, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { countCartas, countDestinatarios, postCarta } from '../carta/carta.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { cartaDeEstado } from './carta-estado.ts'
import { cartaDeSaldo, MAX_LINEAS } from './carta-saldo.ts'
import { readPersona, readResumen, readSaldosEstado, searchCuentas, type PersonaLeida } from './cuenta.sql.ts'
import { insertRecordatorio, type PeriodoEnviado } from './recordatorio.sql.ts'

interface Recordatorio {
  /** Id of the debtor. */
  id: string
  correos: readonly string[]
  mensaje?: string | undefined
  /** Whether the account statement is attached. */
  con_estado: boolean
  /** Days of the account statement, which is then sent in place of a reminder. */
  estado?: PeriodoEnviado | undefined
}

/** The text of a letter: the debts due, the oldest first, or the totals of some days. */
async function cartaOf(tx: Tx, session: SesionAbierta, hoy: Fecha, persona: PersonaLeida, pedido: Recordatorio, owed: CarteraResumen) {
  const { mensaje, con_estado: conEstado, estado } = pedido
  const { id, razon_social: nombre } = persona
  if (estado) {
    const saldos = await readSaldosEstado(tx, session, { persona_id: id, ...estado })
    return { carta: await cartaDeEstado(tx, session, { persona: nombre, hoy, saldos, mensaje, ...estado }), total: saldos.final }
  }
  const filtro = { sentido: 'COBRAR', persona_id: id, estado: 'PENDIENTE' } as const
  const abiertas = await searchCuentas(tx, session, hoy, { ...filtro, page: 0, size: MAX_LINEAS, sort: 'vence,ASC' })
  const { total, favor } = owed
  const que = { cuentas: abiertas.content, cuantas: abiertas.totalElements, total, favor, mensaje, conEstado }
  return { carta: await cartaDeSaldo(tx, session, { persona: nombre, hoy, ...que }), total: subtract(total, favor) }
}

/**
 * Mails a client his debts due, or sends a person the account statement of some days; once for each key.
 * Answers the debt less the balance in favour.
 * @throws 404, 422 when there is no debt to remind of, 429
 */
export async function recordar(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  pedido: Recordatorio,
): Promise<{ cuentas: number; total: Monto }> {
  const { id: personaId, correos, estado } = pedido
  const { empresaId, usuarioId, ambiente } = session
  const en = deps.clock.now()
  const hoy = fechaIn(en)
  const persona = await readPersona(tx, empresaId, personaId)
  if (!persona) throw errors.notFound()
  const owed = await readResumen(tx, session, hoy, { sentido: estado?.sentido ?? 'COBRAR', persona_id: persona.id })
  const { cuentas } = owed
  const debe = subtract(owed.total, owed.favor)
  const accion = estado ? 'cartera.enviar_estado' : 'cartera.recordar'
  const envio = { accion, contenido: pedido, recursoId: randomUUID() }
  if ((await claim(tx, { empresaId, usuarioId, idempotencyKey, en, ...envio })) !== undefined) return { cuentas, total: debe }
  if (!estado && debe <= 0) {
    const reason = owed.total === 0 ? 'no hay qué recordarle' : 'lo que tiene a su favor cubre su deuda'
    throw errors.field('NOTHING_OWED', 'id', `${persona.razon_social} no debe nada: ${reason}.`)
  }
  const direcciones = [...new Set(correos.map((correo) => correo.toLowerCase()))]
  await countDestinatarios(deps, tx, { empresaId, usuarioId }, direcciones.length)
  await countCartas(deps, tx, LIMITES.recordatorioCorreo, empresaId, direcciones)
  const { carta, total } = await cartaOf(tx, session, hoy, persona, pedido, owed)
  const conEstado = pedido.con_estado || estado !== undefined
  for (const para of direcciones)
    await postCarta(deps, tx, { ...carta, para, ...(conEstado && { adjunta: { empresaId, que: 'recordatorio', id: envio.recursoId } }) })
  await insertRecordatorio(tx, empresaId, {
    id: envio.recursoId,
    persona_id: persona.id,
    en,
    correos: direcciones,
    total,
    usuario_id: usuarioId,
    con_estado: conEstado ? ambiente : null,
    estado,
  })
  const detalle = { persona: persona.razon_social, total, correos: direcciones, ...(estado ?? (conEstado && { con_estado: true })) }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion, objeto: persona.id, detalle })
  return { cuentas, total: debe }
}
