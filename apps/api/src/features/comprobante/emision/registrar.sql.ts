import { sql } from 'kysely'

import type { Tx } from '../../../db/transaction.ts'
import type { CualSerie } from '../identidad/identidad.door.ts'
import { versionRows, type DocumentoNuevo } from './emision.sql.ts'

export interface RegistradoNuevo extends DocumentoNuevo {
  /** 1 FISICA, 2 ELECTRONICO. */
  modo_emision: number
  /** Number of the authorisation under which the document was issued outside. */
  registro: string
  autorizadoEn: Date
  causa: string
}

/** Stores a document issued outside as AUTORIZADO: no counter, no bell, nothing to send. */
export async function insertRegistrado(tx: Tx, nuevo: RegistradoNuevo): Promise<void> {
  const { empresaId, ambiente, tipo, establecimiento, punto } = nuevo.serie
  await sql`
    with doc as (
      insert into documento (empresa_id, id, ambiente, tipo, establecimiento, punto, secuencial, clave, fecha_emision, estado, persona_id,
        receptor_tipo, receptor_identificacion, receptor_nombre, subtotal, descuento, iva, total, vendedor_id, creado_en, autorizado_en, modo_emision, registro)
      values (${empresaId}, ${nuevo.id}, ${ambiente}, ${tipo}, ${establecimiento}, ${punto}, ${nuevo.secuencial}, ${nuevo.clave}, ${nuevo.fecha_emision}::date,
        'AUTORIZADO', ${nuevo.persona_id}, ${nuevo.receptor_tipo}, ${nuevo.receptor_identificacion}, ${nuevo.receptor_nombre},
        ${nuevo.subtotal}, ${nuevo.descuento}, ${nuevo.iva}, ${nuevo.total}, ${nuevo.vendedor_id}, ${nuevo.en}, ${nuevo.autorizadoEn}, ${nuevo.modo_emision}, ${nuevo.registro})
      returning empresa_id, id
    ), ${versionRows(nuevo)}, evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, usuario_id, causa)
      select empresa_id, id, 1, ${nuevo.en}::timestamptz, null, 'AUTORIZADO', ${nuevo.vendedor_id}::uuid, ${nuevo.causa} from doc
    ), borrado as (
      delete from borrador b using doc where b.empresa_id = doc.empresa_id and b.id = doc.id
    )
    select id from doc`.execute(tx)
}

/** Whether a document of this series was issued here. */
export const serieIsUsed = async (tx: Tx, { empresaId, ambiente, tipo, establecimiento, punto }: CualSerie): Promise<boolean> =>
  (
    await tx
      .selectFrom('serie')
      .select('usada')
      .where('empresa_id', '=', empresaId)
      .where('ambiente', '=', ambiente)
      .where('tipo', '=', tipo)
      .where('establecimiento', '=', establecimiento)
      .where('punto', '=', punto)
      .executeTakeFirst()
  )?.usada === true
