import {
  COLUMNAS_NOMBRADO,
  MAX_NOMBRADOS,
  type exportNombrado,
  type Listing,
  type Nombrado,
  type NombradoBusqueda,
  type NombradoForm,
  type NombradoOpcion,
  type ORDENES_NOMBRADO,
} from '@yupana/contract'

import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type AppError } from '../../errors.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import type { Rol } from '../../plugins/sesion/roles.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { ordenOf } from '../busqueda/busqueda.door.ts'
import * as catalogo from './catalogo.service.ts'
import { isEqual, nextRows, searchRows } from './catalogo.sql.ts'
import { countAll, findInProductos, readAll, type ColumnaProducto, type TipoNombrado } from './nombrado.sql.ts'

// Records with a name, a description and a state, which products name (O-75).

type Row = Pick<Nombrado, 'name' | 'description' | 'status'> & { orden: string }

export interface Nombrados extends catalogo.Catalogo<Row, Nombrado> {
  tipo: TipoNombrado
  /** «unidades» */
  varias: string
}

interface Palabras {
  /** «una unidad», «la unidad», «unidades» */
  una: string
  la: string
  varias: string
}

/** The reason why one of these cannot be deleted: a product names it. */
export async function whyInProductos(
  tx: Tx,
  columna: ColumnaProducto,
  la: string,
  empresaId: EmpresaId,
  rows: readonly Pick<Nombrado, 'id' | 'name'>[],
): Promise<AppError | undefined> {
  const used = await findInProductos(
    tx,
    columna,
    empresaId,
    rows.map(({ id }) => id),
  )
  return used === undefined ? undefined : errors.inUseByProducts(`${la} ${rows.find(({ id }) => id === used)?.name ?? ''}`)
}

export const nombrados = (tipo: TipoNombrado, columna: ColumnaProducto, { una, la, varias }: Palabras): Nombrados => ({
  tipo,
  varias,
  columns: ['id', 'name', 'description', 'status', 'version', 'creado_en', 'editado_en'],
  fechas: ['creado_en', 'editado_en'],
  words: ({ name, description }) => [name, description],
  audited: ['name'],
  taken: ({ name }) => errors.nameAlreadyUsed(una, name),
  whyKept: (tx, empresaId, rows) => whyInProductos(tx, columna, la, empresaId, rows),
})

const rowOf = ({ name, description, status }: NombradoForm): Row => ({
  name,
  description: description ?? null,
  status,
  orden: ordenOf(name),
})

const SORTS: Readonly<Record<(typeof ORDENES_NOMBRADO)[number], string>> = { name: 'p.orden', creado_en: 'p.creado_en' }

/** All of them as options, in alphabetical order. */
export const all = (tx: Tx, { tipo }: Nombrados, empresaId: EmpresaId): Promise<NombradoOpcion[]> => readAll(tx, tipo, empresaId)

type Filtro = Omit<NombradoBusqueda, 'page' | 'size'>

const busquedaOf = ({ status }: Filtro) => ({ sorts: SORTS, usual: 'name,ASC', filters: [isEqual('status', status)] })

export const search = (tx: Tx, tabla: Nombrados, empresaId: EmpresaId, query: NombradoBusqueda): Promise<Listing<Nombrado>> =>
  searchRows(tx, tabla, empresaId, query, busquedaOf(query))

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_NOMBRADO, ColumnaExportada<Nombrado>>> = {
  name: { ancho: 40, valor: ({ name }) => name },
  description: { ancho: 40, valor: ({ description }) => description },
  status: { ancho: 12, valor: ({ status }) => ESTADO_REGISTRO_LABEL[status] },
}

/** The list of a catalogue as a file. */
export const exportable = (
  router: Router,
  deps: Deps,
  tabla: Nombrados,
  endpoint: ReturnType<typeof exportNombrado>,
  roles: readonly Rol[],
) =>
  exportLista(router, deps, {
    endpoint,
    roles,
    nombre: endpoint.tag,
    headers: COLUMNAS_NOMBRADO,
    columnas: COLUMNAS,
    next: (tx, { empresaId }, query, desde) => nextRows(tx, tabla, empresaId, query, busquedaOf(query), desde),
    accion: `${tabla.tipo}.exportar`,
    anota: recordAuditoria,
  })

/** @throws 422 for a taken name, or when the company has the most allowed */
export function create(tx: Tx, tabla: Nombrados, autor: catalogo.Autor, idempotencyKey: string, form: NombradoForm): Promise<Nombrado> {
  const take = async () => {
    if ((await countAll(tx, tabla.tipo, autor.empresaId)) >= MAX_NOMBRADOS) throw errors.catalogFull(MAX_NOMBRADOS, tabla.varias)
  }
  return catalogo.create(tx, tabla, autor, { idempotencyKey, form, row: rowOf(form), take })
}

export const edit = (
  tx: Tx,
  tabla: Nombrados,
  autor: catalogo.Autor,
  record: { id: string; version: number },
  form: NombradoForm,
): Promise<Nombrado> => catalogo.edit(tx, tabla, autor, record, { rowOf: () => rowOf(form) })

/** @throws 404 and 422 as in every catalogue, 422 when the company has the most allowed by now */
export const restore = (tx: Tx, tabla: Nombrados, autor: catalogo.Autor, ids: readonly string[]): Promise<void> =>
  catalogo.restore(tx, tabla, autor, ids, async () => {
    if ((await countAll(tx, tabla.tipo, autor.empresaId)) > MAX_NOMBRADOS) throw errors.catalogFull(MAX_NOMBRADOS, tabla.varias)
  })
