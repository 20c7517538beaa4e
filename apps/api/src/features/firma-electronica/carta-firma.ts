import { ESTADO_FIRMA_LABEL, type EstadoFirma } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { correoDePersona, postCarta } from '../carta/carta.door.ts'

const PALABRAS: Readonly<Partial<Record<EstadoFirma, string>>> = {
  OBSERVADA: 'Hay algo que corregir antes de emitir la firma. Corrija solo lo observado y vuelva a enviar la solicitud.',
  APROBADA: 'Los documentos están bien: la entidad de certificación está emitiendo la firma.',
  EMITIDA: 'La entidad emitió la firma y envió el archivo al correo de la solicitud. Cárguelo en su empresa para firmar comprobantes.',
  RECHAZADA: 'La firma no se emitirá.',
}

/** What the requester is told of a decision; nothing of those that do not concern him. */
export const palabrasOf = (estado: EstadoFirma): string | undefined => PALABRAS[estado]

/** Mails the requester the decision of the desk, in the transaction of the decision. */
export async function tellSolicitante(
  deps: Pick<Deps, 'config' | 'clock' | 'sobre'>,
  tx: Tx,
  { id, usuario_id, titular }: { id: string; usuario_id: string; titular: string },
  { estado, motivo }: { estado: EstadoFirma; motivo?: string | undefined },
): Promise<void> {
  const palabras = palabrasOf(estado)
  const para = await correoDePersona(tx, usuario_id)
  if (palabras === undefined || para === undefined) return
  const asunto = `Firma electrónica: ${ESTADO_FIRMA_LABEL[estado].toLowerCase()}`
  const motivos = motivo === undefined ? '' : `\n${motivo}\n`
  const texto = `Solicitud de ${titular}\n\n${palabras}\n${motivos}\nVéala en ${deps.config.urlPublica}/#/firmas_electronicas?solicitud=${id}\n`
  await postCarta(deps, tx, { para, asunto, texto })
}
