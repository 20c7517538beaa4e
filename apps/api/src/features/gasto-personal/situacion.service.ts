import type { SituacionForm, SituacionPersonal } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import * as sql from './situacion.sql.ts'

const INICIAL = {
  version: 0,
  de_anio: null,
  cargas: 0,
  catastrofica: false,
  parte_propia: 50_000_000,
  ingresos: null,
  deducciones: null,
  retenido: null,
  familiares: [],
}

/** The situation of the year; dependants and family continue from the year before, incomes do not. */
export async function readSituacion(tx: Tx, usuarioId: string, anio: number): Promise<SituacionPersonal> {
  const found = await sql.readSituacion(tx, usuarioId, anio)
  if (!found) return { anio, ...INICIAL }
  if (found.anio === anio) return { ...found, de_anio: null }
  return { ...found, anio, version: 0, de_anio: found.anio, ingresos: null, deducciones: null, retenido: null }
}

/** @throws 409 when it was saved elsewhere since `version` was read */
export async function saveSituacion(tx: Tx, usuarioId: string, version: number, form: SituacionForm, en: Date): Promise<SituacionPersonal> {
  if (!(await sql.writeSituacion(tx, usuarioId, version, form, en))) throw errors.conflict()
  return readSituacion(tx, usuarioId, form.anio)
}
