import { montoOf } from '@yupana/fiscal'
import { randomUUID } from 'node:crypto'

import type { EmpresaId } from '../db/empresa-id.ts'
import type { TestApp } from './build-test-app.ts'

let count = 0

/** An issued document with one line, as a row: enough for what only asks whether somebody or something stands in one. */
export async function buildDocumentoRow(
  { deps, owner }: TestApp,
  empresa: { id: EmpresaId },
  { persona_id = null, producto_id = null }: { persona_id?: string | null; producto_id?: string | null },
): Promise<string> {
  const id = randomUUID()
  const secuencial = ++count
  await owner
    .insertInto('documento')
    .values({
      empresa_id: empresa.id,
      id,
      ambiente: 'PRUEBAS',
      tipo: '01',
      establecimiento: '001',
      punto: '001',
      secuencial,
      clave: String(secuencial).padStart(49, '0'),
      fecha_emision: '2026-06-15',
      estado: 'EMITIDO',
      persona_id,
      receptor_tipo: '05',
      receptor_identificacion: '1710034065',
      receptor_nombre: 'RECEPTOR',
      subtotal: montoOf(1_000_000),
      descuento: 0,
      iva: montoOf(150_000),
      total: montoOf(1_150_000),
      vendedor_id: null,
      creado_en: deps.clock.now(),
      codigo_sri: null,
    })
    .execute()
  await owner
    .insertInto('documento_linea')
    .values({
      empresa_id: empresa.id,
      documento_id: id,
      version: 1,
      n: 1,
      producto_id,
      codigo: null,
      descripcion: 'LINEA',
      cantidad: 1_000_000,
      precio_unitario: montoOf(1_000_000),
      descuento: 0,
      base: montoOf(1_000_000),
      tipo_iva: 6,
      iva: montoOf(150_000),
      ambiente: 'PRUEBAS',
      tipo: '01',
      fecha: '2026-06-15',
      en: deps.clock.now(),
    })
    .execute()
  return id
}
