import { randomUUID } from 'node:crypto'
import { fechaIn } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { countCartas, countDestinatarios, postCarta } from '../carta/carta.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { cartaDeSaldo, MAX_LINEAS } from './carta-saldo.ts'
import { readPersona, readResumen, searchCuentas } from './cuenta.sql.ts'
import { insertRecordatorio } from './recordatorio.sql.ts'

interface Recordatorio {
  /** The person who owes. */
  id: string
  correos: readonly string[]
  mensaje?: string | undefined
  /** Whether the account statement goes along. */
  con_estado: boolean
}

/** Tells a client by mail what he owes by now, the oldest first; once for each key. @throws 404, 422 where nothing is owed, 429 */
export async function recordar(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  clave: string,
  pedido: Recordatorio,
): Promise<{ cuentas: number; total: number }> {
  const { id: personaId, correos, mensaje, con_estado: conEstado } = pedido
  const { empresaId, usuarioId, ambiente } = session
  const en = deps.clock.now()
  const hoy = fechaIn(en)
  const persona = await readPersona(tx, empresaId, personaId)
  if (!persona) throw errors.notFound()
  const filtro = { sentido: 'COBRAR', persona_id: persona.id } as const
  const { total, cuentas } = await readResumen(tx, session, hoy, filtro)
  const envio = { accion: 'cartera.recordar', contenido: pedido, recursoId: randomUUID() }
  if ((await claim(tx, { empresaId, usuarioId, clave, en, ...envio })) !== undefined) return { cuentas, total }
  if (total === 0) throw errors.field('NOTHING_OWED', 'id', `${persona.razon_social} no debe nada: no hay qué recordarle.`)
  const direcciones = [...new Set(correos.map((correo) => correo.toLowerCase()))]
  await countDestinatarios(deps, tx, { empresaId, usuarioId }, direcciones.length)
  await countCartas(deps, tx, LIMITES.recordatorioCorreo, empresaId, direcciones)
  const abiertas = await searchCuentas(tx, session, hoy, { ...filtro, estado: 'PENDIENTE', page: 0, size: MAX_LINEAS, sort: 'vence,ASC' })
  const carta = await cartaDeSaldo(tx, session, {
    persona: persona.razon_social,
    hoy,
    cuentas: abiertas.content,
    cuantas: abiertas.totalElements,
    total,
    mensaje,
    conEstado,
  })
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
  })
  const detalle = { persona: persona.razon_social, total, correos: direcciones, ...(conEstado && { con_estado: true }) }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cartera.recordar', objeto: persona.id, detalle })
  return { cuentas, total }
}
