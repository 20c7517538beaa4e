import { createHash, randomUUID } from 'node:crypto'
import { addAdjunto, type Anotacion } from '@yupana/contract'

import { openAlmacen } from '../../src/almacen/almacen.ts'
import { createDb, createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { inEmpresa } from '../../src/db/transaction.ts'
import { findArchivo, open } from '../../src/features/archivo/archivo.door.ts'
import { findFaltantes } from '../../src/respaldo/faltantes.ts'
import { createSobre } from '../../src/secretos/sobre.ts'
import type { Random } from '../../src/testing/random.ts'
import type { Scene } from './scene.ts'

/** A file whose storage was acknowledged. */
export interface AdjuntoDicho {
  empresaId: EmpresaId
  id: string
  sha256: string
}

export interface AdjuntoNuevo {
  nombre: string
  bytes: Buffer
}

/** Sizes of files; the larger is stored in two parts, so that a kill may fall between them. */
const [MENOR, MAYOR] = [200, 1_400_000] as const

export const ADJUNTAR = addAdjunto
export const newAdjunto = (random: Random): AdjuntoNuevo => {
  const nombre = `${randomUUID()}.pdf`
  const head = `%PDF-1.5\n<< /Type /Page >>\n${nombre}\n`
  return { nombre, bytes: Buffer.concat([Buffer.from(head), Buffer.alloc(random.chance(0.3) ? MAYOR : MENOR, 32), Buffer.from('\n%%EOF')]) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The acknowledged entry of the sent file. */
export function toldOf(empresaId: EmpresaId, { adjuntos }: Anotacion, { nombre, bytes }: AdjuntoNuevo): AdjuntoDicho | undefined {
  const found = adjuntos.find((adjunto) => adjunto.nombre === nombre)
  return found && { empresaId, id: found.id, sha256: sha256(bytes) }
}

/** Acknowledged files that differ from the sent ones, and rows without bytes, in Spanish. */
export async function adjuntosOf(scene: Scene, dichos: readonly AdjuntoDicho[]): Promise<string[]> {
  const pool = createPool(scene.database.appUrl, 'yupana_app', { max: 2 })
  try {
    const db = createDb(pool)
    const deps = { db, sobre: createSobre(scene.claveMaestra), almacen: openAlmacen(scene.config, db) }
    const wrong: string[] = []
    for (const { empresaId, id, ...dicho } of dichos) {
      const archivo = await inEmpresa(db, empresaId, (tx) => findArchivo(tx, empresaId, id))
      const bytes = archivo && Buffer.concat(await (await open(deps, empresaId, archivo)).toArray())
      if (bytes === undefined || sha256(bytes) !== dicho.sha256) wrong.push(`el adjunto ${id} no es el que se dio por guardado`)
    }
    const { faltan } = await findFaltantes(scene.database.adminUrl, deps.almacen)
    return [...wrong, ...faltan.map(({ ruc, nombre }) => `${ruc}: de ${nombre} quedó la fila y no los bytes`)]
  } finally {
    await pool.end()
  }
}
