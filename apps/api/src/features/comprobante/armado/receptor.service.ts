import type { Comprador, RolPersona } from '@yupana/contract'
import { receptorKey, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import { ensurePersona, type Alta } from '../../persona/persona.door.ts'
import type { ContextoEmision } from './contexto.sql.ts'

/** A cédula and the RUC built on it are one receiver (O-62). */
export function identificacionesOf({
  tipo_identificacion: tipo,
  identificacion,
}: Pick<Comprador, 'tipo_identificacion' | 'identificacion'>): string[] {
  const key = receptorKey(tipo, identificacion)
  const cedula = key.startsWith('EC:') ? key.slice(3) : ''
  return tipo === TIPO_IDENTIFICACION.RUC && cedula
    ? [identificacion, cedula]
    : tipo === TIPO_IDENTIFICACION.CEDULA
      ? [identificacion, `${identificacion}001`]
      : [identificacion]
}

/** The receiver of a document in the shape of its row; a new receiver becomes a person of the company with that role. */
export async function receptorOf(
  tx: Tx,
  empresaId: EmpresaId,
  contexto: Pick<ContextoEmision, 'persona_id'>,
  receptor: Comprador,
  en: Date,
  rol: RolPersona = 'cliente',
  alta?: Alta,
) {
  const isNobody = receptor.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL
  return {
    persona_id: isNobody ? null : (contexto.persona_id ?? (await ensurePersona(tx, empresaId, receptor, en, rol, alta))),
    receptor_tipo: receptor.tipo_identificacion,
    receptor_identificacion: receptor.identificacion,
    receptor_nombre: receptor.razon_social,
    correos: [...new Set(receptor.correos.map((correo) => correo.toLowerCase()))],
  }
}
