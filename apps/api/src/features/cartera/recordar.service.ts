import { randomUUID } from 'node:crypto'
import type { Cuenta } from '@yupana/contract'
import { displayFecha, displayMonto, fechaIn, nombreComprobante } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { cartaDeEmpresa, countCartas, countDestinatarios, postCarta } from '../carta/carta.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { readPersona, readResumen, searchCuentas } from './cuenta.sql.ts'

/** Due dates that one letter names; of the others only their number. */
const MAX_LINEAS = 20

interface Recordatorio {
  /** The person who owes. */
  id: string
  correos: readonly string[]
  mensaje?: string | undefined
}

const lineaOf = ({ tipo, numero, cuota, cuotas, vence, dias, saldo }: Cuenta): string =>
  `${tipo === null ? 'Anticipo' : nombreComprobante(tipo)} ${numero}${cuotas > 1 ? ` (${cuota}/${cuotas})` : ''}: ${displayMonto(saldo)}, ${
    dias > 0 ? `venció el ${displayFecha(vence)} (hace ${dias} ${dias === 1 ? 'día' : 'días'})` : `vence el ${displayFecha(vence)}`
  }`

/** Tells a client by mail what he owes by now, the oldest first; once for each key. @throws 404, 422 where nothing is owed, 429 */
export async function recordar(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  clave: string,
  pedido: Recordatorio,
): Promise<{ cuentas: number; total: number }> {
  const { id: personaId, correos, mensaje } = pedido
  const { empresaId, usuarioId } = session
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
  const otras = abiertas.totalElements - abiertas.content.length
  const empresa = session.nombreComercial ?? session.razonSocial
  const carta = await cartaDeEmpresa(tx, session, {
    asunto: `Saldo pendiente con ${empresa}`,
    cuerpo: [
      `Estimado/a ${persona.razon_social}:`,
      `${empresa} le recuerda que al ${displayFecha(hoy)} tiene pendiente de pago:`,
      [...abiertas.content.map(lineaOf), ...(otras > 0 ? [`y ${otras} más`] : [])].join('\n'),
      mensaje ?? '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    hechos: [
      ['Total pendiente', displayMonto(total)],
      ['Al', displayFecha(hoy)],
    ],
    nota: 'Si ya pagó, no tome en cuenta este mensaje.',
  })
  for (const para of direcciones) await postCarta(deps, tx, { ...carta, para })
  const detalle = { persona: persona.razon_social, total, correos: direcciones }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cartera.recordar', objeto: persona.id, detalle })
  return { cuentas, total }
}
