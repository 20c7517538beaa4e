import { categoriasGastoOf, CONSUMIDOR_FINAL, type CategoriaGasto, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { identificacionOf } from '../perfil/perfil.door.ts'
import * as sql from './gasto-personal.sql.ts'
import { cualesOf } from './recibido.service.ts'
import { sumByProveedor } from './recibido.sql.ts'
import { propio } from './resumen.service.ts'
import { readSituacion } from './situacion.service.ts'

/** A row of the annex; `por_confirmar` is the reason why it may not stand as it is. */
export interface FilaAnexo {
  proveedor_ruc: string
  proveedor: string
  categoria: CategoriaGasto | null
  a_nombre: string
  documentos: number | null
  base: Monto | null
  por_confirmar: string
}

const FORMATO: FilaAnexo = {
  proveedor_ruc: '',
  proveedor: '',
  categoria: null,
  a_nombre: '',
  documentos: null,
  base: null,
  por_confirmar: 'El formato de este anexo consta en una sola fuente: compárelo con el del SRI antes de enviarlo.',
}

/** The annex of a year: counted expenses, received documents without a category, then unconfirmed parts of the annex itself. */
export async function anexoOf({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, anio: number): Promise<FilaAnexo[]> {
  const { usuarioId } = session
  const suya = await readSituacion(tx, usuarioId, anio)
  const propia = await identificacionOf(tx, session, clock.now())
  const notas = new Map(categoriasGastoOf(anio).map(({ categoria, note }) => [categoria, note]))
  const gastos = (await sql.readAnexo(tx, sql.lectorOf(session), anio)).map(({ compartido, ...row }) => ({
    ...row,
    base: propio(row.base, compartido, suya),
    por_confirmar: notas.get(row.categoria) ?? '',
  }))
  const sueltos = (await sumByProveedor(tx, cualesOf(session, anio, propia, suya)))
    .filter(({ a_nombre }) => a_nombre !== CONSUMIDOR_FINAL.identificacion)
    .map((row) => ({ ...row, categoria: null, por_confirmar: 'Sin clasificar: todavía no es un gasto personal.' }))
  return [...gastos, ...sueltos, FORMATO]
}
