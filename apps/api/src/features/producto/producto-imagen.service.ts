import { createHash } from 'node:crypto'
import type { ProductoDetalle } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import { removeImagen, writeImagen } from './producto-imagen.sql.ts'
import { read, type Autor } from './producto.service.ts'

/** Converts the picture and stores it, with a small one for lists. @throws 404, 422 with the problem of the file */
export async function save(deps: Deps, autor: Autor, id: string, bytes: () => Promise<Buffer>): Promise<ProductoDetalle> {
  const { empresaId } = autor
  // Before the file is unpacked.
  await inEmpresa(deps.db, empresaId, (tx) => read(tx, autor, id))
  const imagen = await rehacer(deps, empresaId, 'La imagen del producto', await bytes())
  const mini = await rehacer(deps, empresaId, 'La miniatura', imagen.bytes)
  const huella = createHash('sha256').update(imagen.bytes).digest('base64url').slice(0, 22)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    if (!(await writeImagen(tx, empresaId, id, { imagen, mini, huella }, autor.en))) throw errors.notFound()
    await recordAuditoria(tx, { ...autor, accion: 'producto.imagen', objeto: id, detalle: {} })
    return read(tx, autor, id)
  })
}

/** @throws 404 */
export async function remove(tx: Tx, autor: Autor, id: string): Promise<ProductoDetalle> {
  if (!(await removeImagen(tx, autor.empresaId, id))) throw errors.notFound()
  await recordAuditoria(tx, { ...autor, accion: 'producto.quitar_imagen', objeto: id, detalle: {} })
  return read(tx, autor, id)
}
