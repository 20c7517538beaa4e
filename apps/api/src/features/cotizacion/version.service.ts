import type { CotizacionVersion, CotizacionVersionFila } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { EmisorCotizacion } from '../../db/schema-cotizacion.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { readCotizacion, readEmpresa, type CotizacionEntera, type EmpresaImpresa } from './cotizacion.sql.ts'
import { cambiosDe, isMismaOferta } from './version-cambios.ts'
import * as sql from './version.sql.ts'

export const emisorOf = (empresa: EmpresaImpresa): EmisorCotizacion => ({
  ruc: empresa.ruc,
  razon_social: empresa.razon_social,
  nombre_comercial: empresa.nombre_comercial,
  direccion: empresa.direccion ?? empresa.dir_matriz,
  telefono: empresa.telefono,
  correo: empresa.correo,
})

/** Under the lock of the quote: stores the sent content as a version, unless the client has it already. Answers its number. */
export async function keepVersion(tx: Tx, empresaId: EmpresaId, row: CotizacionEntera, { usuarioId, en }: { usuarioId: string; en: Date }) {
  const { id, fecha_emision, vence, total, entrada, calculo } = row
  const emisor = emisorOf(await readEmpresa(tx, empresaId, row.establecimiento))
  const ahora: sql.Ofrecido = { fecha_emision, vence, total, entrada, calculo, emisor }
  const antes = await sql.readVersion(tx, { empresaId, id })
  if (antes && isMismaOferta(antes, ahora)) return antes.n
  const vendedor = (await readVendedores(tx)).get(row.usuario_id) ?? null
  const n = (antes?.n ?? 0) + 1
  await sql.insertVersion(tx, { empresaId, id }, { ...ahora, n, usuarioId, en, vendedor, cambios: antes ? cambiosDe(antes, ahora) : null })
  return n
}

/** Stores an answer with the version that the client has. */
export async function noteRespuesta(
  tx: Tx,
  empresaId: EmpresaId,
  { id, version_enviada: n }: CotizacionEntera,
  respuesta: sql.Respuesta,
): Promise<void> {
  if (n !== null) await sql.setRespuesta(tx, { empresaId, id }, n, respuesta)
}

const toFila = (
  { n, en, usuario_id, total, cambios, respuesta, nota_respuesta: nota, respondida_en }: sql.VersionFila,
  vendedores: ReadonlyMap<string, string>,
): CotizacionVersionFila => ({
  n,
  en,
  quien: vendedores.get(usuario_id) ?? null,
  total,
  cambios,
  respuesta: respuesta === null || respondida_en === null ? null : { estado: respuesta, nota, en: respondida_en },
})

/** @throws 404 */
export async function listVersiones(tx: Tx, empresaId: EmpresaId, id: string): Promise<{ versiones: CotizacionVersionFila[] }> {
  if (!(await readCotizacion(tx, { empresaId, id }))) throw errors.notFound()
  const vendedores = await readVendedores(tx)
  return { versiones: (await sql.listVersiones(tx, { empresaId, id })).map((row) => toFila(row, vendedores)) }
}

export interface CualVersion {
  id: string
  n: number
}

/** @throws 404 */
export async function requireVersion(tx: Tx, empresaId: EmpresaId, { id, n }: CualVersion): Promise<sql.VersionEntera> {
  const row = await sql.readVersion(tx, { empresaId, id }, n)
  if (!row) throw errors.notFound()
  return row
}

/** @throws 404 */
export async function readVersion(tx: Tx, empresaId: EmpresaId, cual: CualVersion): Promise<CotizacionVersion> {
  const row = await requireVersion(tx, empresaId, cual)
  const { numero, fecha_emision, vence, entrada: form, calculo } = row
  return { ...toFila(row, await readVendedores(tx)), cotizacion_id: cual.id, numero, fecha_emision, vence, form, calculo }
}

/** The answer of the client to the sent version before the rest of the quote was given up, if there was one. */
export async function beforeCierre(tx: Tx, empresaId: EmpresaId, { id, version_enviada: n }: CotizacionEntera) {
  if (n === null) return { estado: 'BORRADOR', respuesta: null } as const
  const version = await sql.readVersion(tx, { empresaId, id }, n)
  if (version?.respuesta !== 'ACEPTADA' || version.respondida_en === null) return { estado: 'ENVIADA', respuesta: null } as const
  return { estado: 'ACEPTADA', respuesta: { nota: version.nota_respuesta, en: new Date(version.respondida_en) } } as const
}
