import type { Cotizacion } from '@yupana/contract'
import { displayFecha, displayMonto } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { cartaDeEmpresa, countCartas, countDestinatarios, postCarta, type Adjuntar } from '../carta/carta.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { read, requireCotizacion } from './cotizacion.service.ts'
import { shareCotizacion } from './enlace.service.ts'
import { printCotizacion, readImpresion } from './imprimir.service.ts'

interface Envio {
  id: string
  version: number
  correos: readonly string[]
  mensaje?: string | undefined
}

/** Mails a quote with its PDF and its link, once for each key; a draft becomes sent. @throws 404, 409, 422, 429 */
export async function mailCotizacion(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  envio: Envio,
): Promise<Cotizacion> {
  const { id, version, correos, mensaje } = envio
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'cotizacion.enviar', contenido: envio, recursoId: id, en })
  if (before !== undefined) return read(deps, tx, empresaId, before)
  const direcciones = [...new Set(correos.map((correo) => correo.toLowerCase()))]
  await countDestinatarios(deps, tx, { empresaId, usuarioId }, direcciones.length)
  await countCartas(deps, tx, LIMITES.cotizacionCorreo, empresaId, direcciones)
  const { enlace, cotizacion } = await shareCotizacion(deps, tx, session, { id, version })
  const { numero, total, vence, receptor_nombre: receptor } = cotizacion
  const empresa = session.nombreComercial ?? session.razonSocial
  const carta = await cartaDeEmpresa(tx, session, {
    asunto: `Cotización ${numero} de ${empresa}`,
    cuerpo: [`Estimado/a ${receptor}:`, `${empresa} le envía la cotización ${numero}.`, mensaje ?? ''].filter(Boolean).join('\n\n'),
    hechos: [
      ['Cotización', numero],
      ['Válida hasta', displayFecha(vence)],
      ['Total', displayMonto(total)],
    ],
    enlace: { texto: 'Ver y responder la cotización', url: enlace },
    nota: 'Adjuntamos la cotización en PDF. En el enlace puede aceptarla o rechazarla con un comentario.',
  })
  for (const para of direcciones) await postCarta(deps, tx, { ...carta, para, adjunta: { empresaId, que: 'cotizacion', id } })
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'cotizacion.enviar',
    objeto: id,
    detalle: { numero, correos: direcciones },
  })
  return cotizacion
}

/** The PDF attached to such a letter, as the quote stands at sending; none for a quote deleted or in revision meanwhile. */
export const adjuntarCotizacion =
  (deps: Pick<Deps, 'db' | 'clock' | 'imprenta'>): Adjuntar =>
  async (empresaId, cotizacionId) => {
    try {
      const impresion = await inEmpresa(deps.db, empresaId, async (tx) => {
        const { estado } = await requireCotizacion(deps, tx, empresaId, cotizacionId)
        return estado === 'BORRADOR' ? undefined : readImpresion(deps, tx, empresaId, cotizacionId)
      })
      if (!impresion) return undefined
      const pdf = await printCotizacion(deps, empresaId, impresion)
      return { filename: `cotizacion-${impresion.numero}.pdf`, content: Buffer.from(pdf) }
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return undefined
      throw error
    }
  }
