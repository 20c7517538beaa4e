import { GastoPersonalForm, type GastoRecibido, type GastoPersonal, type SituacionPersonal } from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, COD_DOC, CONSUMIDOR_FINAL, GASTOS_PERSONALES_DESDE, type CategoriaGasto } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { entradaOf, montoEntrada } from '../../components/form/monto-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'
import { today } from '../../lib/formato/format.ts'

const CATEGORIAS = Object.keys(CATEGORIA_GASTO_LABEL) as [CategoriaGasto, ...CategoriaGasto[]]

export const FECHA_MINIMA = `${GASTOS_PERSONALES_DESDE}-01-01`

/** The form of the contract, with amounts as typed text (O-19). */
export const GastoSchema = z.extend(GastoPersonalForm, {
  fecha: fechaEntrada(FECHA_MINIMA),
  a_nombre: z.string().check(z.minLength(1, REQUIRED)),
  numero: z.string(),
  nota: z.string(),
  clave_acceso: z.string(),
  partes: z
    .array(
      z.object({
        categoria: z.pipe(
          z.string().check(z.refine((value) => value !== '', 'Elija un rubro.')),
          z.transform((value) => value as CategoriaGasto),
        ),
        monto: montoEntrada(2).check(z.refine((value) => value > 0, 'Tiene que ser mayor que cero.')),
      }),
    )
    .check(
      z.minLength(1, 'Ponga al menos un rubro.'),
      z.refine((partes) => new Set(partes.map(({ categoria }) => categoria)).size === partes.length, 'Cada rubro va una sola vez.'),
    ),
})
export type GastoInput = z.input<typeof GastoSchema>
export type GastoOutput = z.output<typeof GastoSchema>

export const MAX_PARTES = CATEGORIAS.length

/** Origin of the form: the record, a read document, or nothing. */
export interface Origen {
  record?: GastoPersonal
  leido?: GastoRecibido
}

export function gastoInitial({ record, leido }: Origen, propia: string | null): GastoInput {
  if (record)
    return {
      ...record,
      numero: record.numero ?? '',
      clave_acceso: record.clave_acceso ?? '',
      nota: record.nota ?? '',
      partes: record.partes.map(({ categoria, monto }) => ({ categoria, monto: entradaOf(monto) })),
    }
  const usual = { compartido: false, nota: '' }
  if (leido) {
    const { propuesta, avisos: _avisos, total, ...documento } = leido
    return { ...usual, ...documento, partes: [{ categoria: propuesta?.categoria ?? '', monto: entradaOf(total) }] }
  }
  return {
    ...usual,
    fecha: today(),
    proveedor_ruc: '',
    proveedor: '',
    tipo: COD_DOC.FACTURA,
    numero: '',
    clave_acceso: '',
    a_nombre: propia ?? '',
    partes: [{ categoria: '', monto: '' }],
  }
}

/** The body of the call: empty texts are left out. */
export const bodyOf = ({
  numero,
  clave_acceso,
  nota,
  proveedor_ruc,
  proveedor,
  tipo,
  fecha,
  a_nombre,
  compartido,
  partes,
}: GastoOutput) => ({
  proveedor_ruc,
  proveedor,
  tipo,
  fecha,
  a_nombre,
  compartido,
  partes,
  numero: numero || undefined,
  clave_acceso: clave_acceso || undefined,
  nota: nota || undefined,
})

/** Names that a document may bear; `present` is added if it is another one. */
export function nombreOptions(propia: string | null, { familiares }: Pick<SituacionPersonal, 'familiares'>, present: string) {
  const options = [
    ...(propia === null ? [] : [{ value: propia, label: `Mi nombre (${propia})` }]),
    ...familiares.map(({ identificacion, nombre }) => ({ value: identificacion, label: `${nombre} (${identificacion})` })),
    { value: CONSUMIDOR_FINAL.identificacion, label: 'Consumidor final: no cuenta' },
  ]
  if (options.some(({ value }) => value === present)) return options
  return [{ value: present, label: present === '' ? 'Elija un nombre' : present }, ...options]
}
