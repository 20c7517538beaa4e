// Refusals of the inbox, stored to be looked at later or elsewhere.
import type { ArchivoRecibido, RechazoRecibido } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Bandeja } from './entrada.service.ts'
import * as sql from './rechazo.sql.ts'

/** Refusals of one company: as many as one ZIP has documents, for a month; beyond that, an equal share for each user. */
const MAX_RECHAZOS = 1_000
const DIAS_RECHAZO = 30
/** Characters of a name and of a reason that are stored. */
const LETRAS = 300

type Reloj = Pick<Deps, 'clock'>

const desdeOf = (en: Date) => new Date(en.getTime() - DIAS_RECHAZO * 86_400_000)

/** Cut between characters; half a character and NUL, which PostgreSQL text cannot hold, become the replacement character. */
const keptOf = (texto: string): string =>
  [...texto.slice(0, LETRAS * 2)]
    .slice(0, LETRAS)
    .join('')
    .replace(/\p{Surrogate}|\0/gu, '\u{FFFD}')

/** Stores the refusals of a user's files; a mailbox stores its own. */
export async function rememberRechazos(tx: Tx, bandeja: Bandeja, en: Date, archivos: readonly ArchivoRecibido[]): Promise<void> {
  if (!bandeja.recuerda) return
  const rechazos = archivos.flatMap(({ archivo, resultado, motivo }) =>
    resultado === 'RECHAZADO' ? [{ archivo: keptOf(archivo), motivo: keptOf(motivo ?? '') }] : [],
  )
  await sql.keepRechazos(tx, bandeja, { usuarioId: bandeja.usuarioId, en, desde: desdeOf(en), caben: MAX_RECHAZOS }, rechazos)
}

export const listRechazos = ({ clock }: Reloj, tx: Tx, session: SesionAbierta): Promise<RechazoRecibido[]> =>
  sql.listRechazos(tx, session, desdeOf(clock.now()))

export async function clearRechazos({ clock }: Reloj, tx: Tx, session: SesionAbierta): Promise<void> {
  const { empresaId, usuarioId } = session
  const olvidados = await sql.clearRechazos(tx, session)
  if (olvidados > 0)
    await recordAuditoria(tx, { empresaId, usuarioId, en: clock.now(), accion: 'recibido.olvidar_rechazos', detalle: { olvidados } })
}
