import { displayFecha, fechaIn, horaIn } from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { readAviso, type Lugar } from './aviso-sri.sql.ts'

/** The time as read on a clock: the hour today, with its day if before. */
const calladoDesde = (desde: Date, now: Date): string => {
  const dia = fechaIn(desde)
  const cuando = `${dia === fechaIn(now) ? '' : `el ${displayFecha(dia)} a `}las ${horaIn(desde)}`
  return `El SRI no responde desde ${cuando}. Sus documentos se enviarán solos en cuanto vuelva.`
}

/**
 * Whether the absence of the SRI is shown: announced by the operator, or found by our own workers, for all companies or for this one alone
 * (R-7.1.3).
 */
export async function avisoSri(db: Db, lugar: Lugar, now: Date): Promise<{ activo: boolean; message: string | null }> {
  const {
    aviso_sri: aviso = 'APAGADO',
    aviso_sri_mensaje: mensaje = null,
    desde = null,
  } = (await inEmpresa(db, lugar.empresaId, (tx) => readAviso(tx, lugar, now))) ?? {}
  if (aviso === 'ANUNCIADO') return { activo: true, message: mensaje }
  if (aviso !== 'AUTOMATICO' || desde === null) return { activo: false, message: null }
  return { activo: true, message: calladoDesde(new Date(desde), now) }
}
