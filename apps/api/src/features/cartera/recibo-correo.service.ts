import { randomUUID } from 'node:crypto'
import { MAX_CORREOS_RECIBO, type Pago } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { countCartas, countDestinatarios, countSolas, postCarta, readAjuste, readEmisor, type Adjuntar } from '../carta/carta.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { cartaDeRecibo } from './carta-recibo.ts'
import { readPersona } from './cuenta.sql.ts'
import { printHoja, readReciboImpreso } from './imprimir.service.ts'
import { read } from './pago-lectura.service.ts'
import { ambienteOfPago } from './pago.sql.ts'

type MailDeps = Pick<Deps, 'clock' | 'config' | 'sobre'>

/** A payment, and the reason why its receipt was not mailed automatically. */
export type Cobrado = Pago & { sin_correo?: string }

interface Envio {
  correos: readonly string[]
  mensaje?: string | undefined
}

const distintas = (correos: readonly string[]) => [...new Set(correos.map((correo) => correo.toLowerCase()))]

/** Queues a letter to each address; `count` takes their places in the limits. @throws 429 before any letter is queued */
async function post(
  deps: MailDeps,
  tx: Tx,
  session: SesionAbierta,
  pago: Pago,
  { correos, mensaje }: Envio,
  count: (places: number) => Promise<void>,
): Promise<void> {
  const { empresaId, usuarioId } = session
  // First: without a place for its letter the collection still stands, and then takes no place of the company.
  await countCartas(deps, tx, LIMITES.reciboCorreo, empresaId, correos)
  await count(correos.length)
  const carta = await cartaDeRecibo(tx, session, pago, mensaje)
  for (const para of correos) await postCarta(deps, tx, { ...carta, para, adjunta: { empresaId, que: 'pago', id: pago.id } })
  const detalle = { numero: pago.numero, persona: pago.tercero_nombre, correos: [...correos] }
  await recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'pago.correo', objeto: pago.id, detalle })
}

/**
 * Mails the receipt of a payment, once for each key.
 * @throws 404, 403 as `read`, 422 for a reversed one, 429
 */
export async function enviar(
  deps: MailDeps,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  id: string,
  envio: Envio,
): Promise<Pago> {
  const { empresaId, usuarioId } = session
  const pago = await read(tx, session, id)
  const pedida = { accion: 'pago.correo', contenido: [id, envio], recursoId: randomUUID(), en: deps.clock.now() }
  if ((await claim(tx, { empresaId, usuarioId, idempotencyKey, ...pedida })) !== undefined) return read(tx, session, id)
  if (pago.estado === 'REVERSADO')
    throw errors.field('REVERSED', 'id', `${pago.numero} está reversado: su recibo ya no vale y no se envía por correo.`)
  const byHand = (places: number) => countDestinatarios(deps, tx, session, places)
  await post(deps, tx, session, pago, { ...envio, correos: distintas(envio.correos) }, byHand)
  return read(tx, session, id)
}

/** Receivers of an automatic receipt: trials reach no client (O-95), so receipts of pruebas go to the company itself. */
async function direccionesOf(tx: Tx, { empresaId, ambiente }: SesionAbierta, persona: string): Promise<string[]> {
  if (ambiente === 'PRUEBAS') return [(await readEmisor(tx, empresaId)).correo ?? ''].filter(Boolean)
  return distintas((await readPersona(tx, empresaId, persona))?.correos ?? []).slice(0, MAX_CORREOS_RECIBO)
}

/**
 * Mails the receipt of a collection just made, when the company wants it automatic and the client has an address. The collection stands
 * with or without a place for the letter.
 */
export async function sendAlone(deps: MailDeps, tx: Tx, session: SesionAbierta, pago: Pago): Promise<Cobrado> {
  if (pago.sentido !== 'COBRAR' || pago.total <= 0 || pago.persona_id === null) return pago
  if (!(await readAjuste(tx, session.empresaId))?.recibo_al_cobrar) return pago
  const correos = await direccionesOf(tx, session, pago.persona_id)
  if (correos.length === 0) return pago
  try {
    await post(deps, tx, session, pago, { correos }, (places) => countSolas(deps, tx, session.empresaId, places))
    return await read(tx, session, pago.id)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return { ...pago, sin_correo: error.message }
    throw error
  }
}

/** The receipt attached to a letter, as it stands at sending; for a payment reversed meanwhile the letter goes without it. */
export const adjuntarRecibo =
  (deps: Pick<Deps, 'db' | 'imprenta'>): Adjuntar =>
  async (empresaId, id) => {
    const impresion = await inEmpresa(deps.db, empresaId, async (tx) => {
      const ambiente = await ambienteOfPago(tx, empresaId, id)
      return ambiente && readReciboImpreso(tx, { empresaId, ambiente }, id)
    })
    if (!impresion) return undefined
    if (impresion.reversado) return { retirada: 'Se reversó antes de enviarse: su recibo ya no vale.' }
    return { filename: `${impresion.nombre}.pdf`, content: Buffer.from(await printHoja(deps, empresaId, impresion)) }
  }
