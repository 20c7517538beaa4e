import type { Db } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { readAviso, type Lugar } from './aviso-sri.sql.ts'

const CALLADO = 'El SRI no responde en este momento. Sus documentos se enviarán solos en cuanto vuelva.'

/**
 * Whether people are told that the SRI is away: announced by the operator, or found by our own workers, for everybody or for this company
 * alone.
 */
export async function avisoSri(db: Db, lugar: Lugar, now: Date): Promise<{ activo: boolean; message: string | null }> {
  const {
    aviso_sri: aviso = 'APAGADO',
    aviso_sri_mensaje: mensaje = null,
    abierto = false,
  } = (await inEmpresa(db, lugar.empresaId, (tx) => readAviso(tx, lugar, now))) ?? {}
  if (aviso === 'ANUNCIADO') return { activo: true, message: mensaje }
  const activo = aviso === 'AUTOMATICO' && abierto
  return { activo, message: activo ? CALLADO : null }
}
