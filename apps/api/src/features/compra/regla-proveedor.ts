import type { CompraForm, CorreccionRecibido } from '@yupana/contract'
import { bajaCompra } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import type { Proveedor } from './equivalencia.sql.ts'
import * as sql from './regla-proveedor.sql.ts'

// Decisions about a supplier, proposed for its next document.

interface Autor {
  empresaId: EmpresaId
  usuarioId: string
  en: Date
}
type Quien = Pick<CompraForm['proveedor'], 'identificacion' | 'razon_social'>

const save = (tx: Tx, empresaId: EmpresaId, id: string, { identificacion, razon_social: nombre }: Quien) =>
  saveWords(tx, { empresaId, tipo: 'regla_proveedor', id }, wordsOfRow(identificacion, nombre))

/** The warehouse that the goods of a purchase enter. */
const bodegaDe = ({ lineas, bodega_id: bodega }: Pick<CompraForm, 'lineas' | 'bodega_id'>): string | null =>
  (lineas.some(({ producto_id: id }) => id) && bodega) || null

/** After a purchase is voided, its supplier's last other purchase gives the proposals. */
export async function unlearnCompra(tx: Tx, proveedor: Proveedor, { id, entrada }: { id: string; entrada: CompraForm }): Promise<void> {
  const gone = await sql.unlearnRegla(tx, proveedor, { compraId: id, bodega: bodegaDe(entrada) })
  if (gone !== undefined) await removeWords(tx, { empresaId: proveedor.empresaId, tipo: 'regla_proveedor', ids: [gone] })
}

/** Stores the values that a purchase has, or has changed, as proposals; a note that returns goods teaches none. */
export async function rememberProveedor(
  tx: Tx,
  { proveedorClave, compraId, ...autor }: Autor & { proveedorClave: string; compraId: string },
  form: CompraForm,
  /** As saved before for the same supplier. */
  before?: CompraForm,
): Promise<void> {
  const { tipo, sustento, proveedor } = form
  const entra = bodegaDe(form)
  const dice = {
    ...(sustento !== before?.sustento && { sustento }),
    ...(entra && (!before || entra !== bodegaDe(before)) && { bodega_id: entra }),
  }
  if (bajaCompra(tipo) || Object.keys(dice).length === 0) return
  const id = await sql.putRegla(tx, { empresaId: autor.empresaId, proveedorClave }, { ...autor, compraId }, dice)
  await save(tx, autor.empresaId, id, proveedor)
}

/** Replaces a proposal by a choice of the user. */
export async function correctProveedor(
  tx: Tx,
  { empresaId, proveedorClave, ...autor }: Proveedor & Omit<Autor, 'empresaId'>,
  proveedor: Quien,
  cambio: CorreccionRecibido,
): Promise<void> {
  const id = await sql.putRegla(tx, { empresaId, proveedorClave }, { ...autor, compraId: null }, cambio)
  await save(tx, empresaId, id, proveedor)
  const detalle = { proveedor: proveedor.razon_social, ...cambio }
  await recordAuditoria(tx, { empresaId, ...autor, accion: 'regla_proveedor.corregir', objeto: id, detalle })
}

/** All of them or none. @throws 404 */
export async function forgetProveedores(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  ids: readonly string[],
): Promise<void> {
  const rows = await sql.takeReglas(tx, empresaId, ids)
  if (rows.length < ids.length) throw errors.notFound()
  await sql.deleteReglas(tx, empresaId, ids)
  await removeWords(tx, { empresaId, tipo: 'regla_proveedor', ids })
  const en = clock.now()
  for (const { id, proveedor_nombre: nombre, proveedor_identificacion: identificacion, sustento, bodega, operacion } of rows) {
    const detalle = { proveedor: nombre ?? identificacion, sustento, bodega, operacion }
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'regla_proveedor.olvidar', objeto: id, detalle })
  }
}
