import { COD_DOC } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../../db/transaction.ts'
import type { Reclamo } from './pipeline.sql.ts'

// A retención issued with its liquidación de compra leaves after it: the SRI warns (68) when the retención comes first.

/** SRI code of the document's type, read from its clave de acceso. */
export const tipoOf = ({ clave }: Pick<Reclamo, 'clave'>): string => clave.slice(8, 10)
export const isRetencion = (reclamo: Reclamo): boolean => tipoOf(reclamo) === COD_DOC.RETENCION

const numeroDe = (tabla: string) => {
  const columna = (nombre: string) => sql.ref(`${tabla}.${nombre}`)
  return sql`${columna('establecimiento')} || '-' || ${columna('punto')} || '-' || lpad(${columna('secuencial')}::text, 9, '0')`
}

const EN_CURSO = ['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA']
/** States in which a document rests until a person corrects it, sends it again or gives it up. */
const DETENIDA = ['RECHAZADO', 'RETENIDO', 'CUARENTENA']
/** Pause of a waiting retención; the authorisation of its liquidación ends the pause early. */
const EN_CURSO_MS = 15_000
const DETENIDA_MS = 5 * 60_000

/** Milliseconds that a retención waits for its liquidación before the next look; undefined when nothing keeps it. */
export async function esperaDeSustento(tx: Tx, reclamo: Reclamo): Promise<number | undefined> {
  const { rows } = await sql<{ en_curso: boolean }>`
    select l.estado = any(${EN_CURSO}::text[]) as en_curso
      from documento_retencion r join documento l on l.empresa_id = r.empresa_id and l.ambiente = ${reclamo.ambiente} and l.tipo = '03'
       and l.establecimiento = split_part(r.numero, '-', 1) and l.punto = split_part(r.numero, '-', 2) and l.secuencial = coalesce(substring(r.numero from '^[0-9]{3}-[0-9]{3}-([0-9]{9})$'), '0')::int
     where r.empresa_id = ${reclamo.empresa_id} and r.documento_id = ${reclamo.documento_id} and r.version = ${reclamo.version} and r.cod_doc = '03'
       and l.estado = any(${[...EN_CURSO, ...DETENIDA]}::text[]) limit 1`.execute(tx)
  return rows[0] && (rows[0].en_curso ? EN_CURSO_MS : DETENIDA_MS)
}

/** Makes due the retenciones that wait for `doc`, within the statement that authorises it. */
export const llamaRetenciones = (reclamo: Reclamo, en: Date) =>
  tipoOf(reclamo) === COD_DOC.LIQUIDACION_COMPRA
    ? sql`, retenciones as (
      update documento_envio e set proximo_intento = ${en}::timestamptz
        from doc join documento l on l.empresa_id = doc.empresa_id and l.id = doc.id
        join documento_retencion r on r.empresa_id = l.empresa_id and r.cod_doc = '03' and r.numero = ${numeroDe('l')}
        join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id and d.version = r.version and d.ambiente = l.ambiente and d.estado = 'EMITIDO'
       where e.empresa_id = d.empresa_id and e.documento_id = d.id and e.proximo_intento > ${en}::timestamptz and e.arriendo_hasta is null
    )`
    : sql``
