import { nombreAts } from '@yupana/sri'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { insertParte, readParte, type Presentado } from './ats-presentado.sql.ts'
import { zipWithin, type PedidoAts } from './ats.service.ts'
import { findDeclaracion, type Cual } from './declaracion.sql.ts'
import type { Declarante } from './papel.service.ts'

/** Bytes of a part, as the table limits them. */
const PARTE = 256 * 1024

/** The same bytes in parts of one size; the last may be smaller. */
async function* enPartes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    while (size >= PARTE) {
      const all = Buffer.concat(held)
      yield all.subarray(0, PARTE)
      held = [all.subarray(PARTE)]
      size -= PARTE
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Stores the ATS of a period as it is filed, while it is read. */
export async function keepAts(tx: Tx, quien: Declarante, pedido: PedidoAts, presentado: Presentado): Promise<void> {
  const { zip } = await zipWithin((work) => work(tx), quien, pedido)
  let parte = 0
  for await (const contenido of enPartes(zip)) await insertParte(tx, quien.empresaId, presentado, ++parte, contenido)
}

async function* partesDe(db: Db, empresaId: EmpresaId, presentado: Presentado, first: Buffer): AsyncGenerator<Buffer> {
  yield first
  for (let parte = 2; ; parte++) {
    const contenido = await inEmpresa(db, empresaId, (tx) => readParte(tx, empresaId, presentado, parte))
    if (!contenido) return
    yield contenido
  }
}

/** The ATS that was filed, byte by byte. @throws 404 where none is kept under that number */
export async function zipPresentado(db: Db, cual: Cual, n: number) {
  const { empresaId, periodo } = cual
  const { presentado, first } = await inEmpresa(db, empresaId, async (tx) => {
    const guardada = await findDeclaracion(tx, cual)
    if (!guardada) throw errors.notFound()
    const which = { id: guardada.id, n }
    return { presentado: which, first: await readParte(tx, empresaId, which, 1) }
  })
  if (!first) throw errors.notFound()
  return { nombre: `${nombreAts(periodo)}.zip`, zip: partesDe(db, empresaId, presentado, first) }
}
