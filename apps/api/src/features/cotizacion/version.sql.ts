import { MAX_VERSIONES_LISTADAS, type CambiosCotizacion, type CotizacionCalculo, type CotizacionForm } from '@yupana/contract'
import type { Fecha, Monto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { EmisorCotizacion } from '../../db/schema-cotizacion.ts'
import type { Tx } from '../../db/transaction.ts'

interface Cual {
  empresaId: EmpresaId
  id: string
}

/** The content of a quote for its client. */
export interface Ofrecido {
  fecha_emision: Fecha
  vence: Fecha
  total: Monto
  entrada: CotizacionForm
  calculo: CotizacionCalculo
  emisor: EmisorCotizacion
}

export interface VersionFila {
  n: number
  usuario_id: string
  en: string
  total: Monto
  cambios: CambiosCotizacion | null
  respuesta: 'ACEPTADA' | 'RECHAZADA' | null
  nota_respuesta: string | null
  respondida_en: string | null
}

export interface VersionEntera extends VersionFila, Ofrecido {
  numero: string
  establecimiento: string
  vendedor: string | null
}

const FILA = ['v.n', 'v.usuario_id', 'v.en', 'v.total', 'v.cambios', 'v.respuesta', 'v.nota_respuesta', 'v.respondida_en'] as const

const versionesOf = (tx: Tx, { empresaId, id }: Cual) =>
  tx.selectFrom('cotizacion_version as v').where('v.empresa_id', '=', empresaId).where('v.cotizacion_id', '=', id).orderBy('v.n', 'desc')

export const listVersiones = (tx: Tx, cual: Cual): Promise<VersionFila[]> =>
  versionesOf(tx, cual).select(FILA).limit(MAX_VERSIONES_LISTADAS).execute()

/** The requested version of a quote, or the last one. */
export const readVersion = (tx: Tx, cual: Cual, n?: number): Promise<VersionEntera | undefined> =>
  versionesOf(tx, cual)
    .innerJoin('cotizacion as c', (on) => on.onRef('c.empresa_id', '=', 'v.empresa_id').onRef('c.id', '=', 'v.cotizacion_id'))
    .select([...FILA, 'v.fecha_emision', 'v.vence', 'v.entrada', 'v.calculo', 'v.emisor', 'v.vendedor', 'c.numero', 'c.establecimiento'])
    .$if(n !== undefined, (query) => query.where('v.n', '=', n ?? 0))
    .limit(1)
    .executeTakeFirst()

interface Enviada extends Ofrecido {
  n: number
  usuarioId: string
  en: Date
  vendedor: string | null
  cambios: CambiosCotizacion | null
}

export async function insertVersion(tx: Tx, { empresaId, id }: Cual, { usuarioId, ...enviada }: Enviada): Promise<void> {
  const { entrada, calculo, emisor, cambios } = enviada
  await tx
    .insertInto('cotizacion_version')
    .values({
      ...enviada,
      empresa_id: empresaId,
      cotizacion_id: id,
      usuario_id: usuarioId,
      entrada: JSON.stringify(entrada),
      calculo: JSON.stringify(calculo),
      emisor: JSON.stringify(emisor),
      cambios: cambios && JSON.stringify(cambios),
    })
    .execute()
}

export interface Respuesta {
  estado: 'ACEPTADA' | 'RECHAZADA'
  nota: string | null
  en: Date
}

export async function setRespuesta(tx: Tx, { empresaId, id }: Cual, n: number, { estado, nota, en }: Respuesta): Promise<void> {
  await tx
    .updateTable('cotizacion_version')
    .set({ respuesta: estado, nota_respuesta: nota, respondida_en: en })
    .where('empresa_id', '=', empresaId)
    .where('cotizacion_id', '=', id)
    .where('n', '=', n)
    .execute()
}
