import { COLUMNAS_TOP, exportTopProductos, readCifras, readTopProductos, type ProductoTop } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { sendTabla } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as cifras from './cifras.service.ts'

type Fila = ProductoTop & { lugar: number }

const seesCosto = (session: SesionAbierta) => ({ withCosto: mayDo(session, 'producto:ver_costo') })
const cualesOf = ({
  bodega_id: bodegaId,
  categoria_id: categoriaId,
}: {
  bodega_id?: string | undefined
  categoria_id?: string | undefined
}) => ({
  bodegaId,
  categoriaId,
})

const COLUMNAS = [
  { header: COLUMNAS_TOP.lugar, tipo: 'numero', valor: ({ lugar }: Fila) => lugar },
  { header: COLUMNAS_TOP.codigo, valor: ({ codigo }: Fila) => codigo },
  { header: COLUMNAS_TOP.nombre, ancho: 40, valor: ({ nombre }: Fila) => nombre },
  { header: COLUMNAS_TOP.cantidad, tipo: 'monto', valor: ({ cantidad }: Fila) => cantidad },
  { header: COLUMNAS_TOP.total, tipo: 'monto', valor: ({ total }: Fila) => total },
  { header: COLUMNAS_TOP.margen, tipo: 'monto', valor: ({ margen }: Fila) => margen },
  { header: COLUMNAS_TOP.antes, tipo: 'numero', valor: ({ antes }: Fila) => antes },
] as const

export function registerCifras(router: Router, deps: Deps): void {
  router.on(readCifras, { roles: VENDEN }, ({ tx, session, query }) =>
    cifras.readCifras(deps, tx, session, { ...query, ...seesCosto(session), withPagar: mayDo(session, 'cartera:ver_pagar') }),
  )
  router.on(readTopProductos, { roles: VENDEN }, ({ tx, session, query }) =>
    cifras.readTop(tx, session, { ...query, ...cualesOf(query), ...seesCosto(session) }),
  )
  router.onSession(exportTopProductos, { roles: VENDEN, limite: LIMITES.exportacion }, async ({ session, query, reply }) => {
    const { empresaId, usuarioId } = session
    const { formato, ...consulta } = query
    const { rango, productos } = await inEmpresa(deps.db, empresaId, async (tx) => {
      const read = await cifras.readProductos(tx, session, { ...consulta, ...cualesOf(consulta), ...seesCosto(session) })
      await recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'cifras.exportar_productos', detalle: { ...query } })
      return read
    })
    const columnas = COLUMNAS.filter(({ header }) => header !== COLUMNAS_TOP.margen || seesCosto(session).withCosto)
    return sendTabla(reply, {
      nombre: `top-productos-${rango.desde}-${rango.hasta}`,
      hoja: 'Top productos',
      formato,
      columnas,
      filas: eachOf(productos.map((producto, at) => ({ ...producto, lugar: at + 1 }))),
    })
  })
}

async function* eachOf<T>(rows: Iterable<T>): AsyncGenerator<T> {
  for (const row of rows) yield await Promise.resolve(row)
}
