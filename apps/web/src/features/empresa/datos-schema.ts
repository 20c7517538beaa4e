import { EmpresaForm, type EmpresaPerfil } from '@yupana/contract'
import { POLITICA_STOCK_LABEL, POLITICAS_STOCK } from '@yupana/fiscal'
import * as z from 'zod/mini'

import type { Option } from '../../components/form/choice-fields.tsx'

/** Profile fields of «Datos generales»: all except the conditions, which have their own section. */
export const DatosSchema = z.omit(EmpresaForm, { version: true, condiciones: true, confirma: true })
export type DatosInput = z.input<typeof DatosSchema>

export const datosInitial = (perfil: EmpresaPerfil): DatosInput => ({
  razon_social: perfil.razon_social,
  nombre_comercial: perfil.nombre_comercial ?? '',
  dir_matriz: perfil.dir_matriz,
  telefono: perfil.telefono ?? '',
  correo: perfil.correo ?? '',
  obligado_contabilidad: perfil.obligado_contabilidad,
  dias_fecha_anterior: perfil.dias_fecha_anterior,
  gran_contribuyente: perfil.gran_contribuyente ?? '',
  inactividad_minutos: perfil.inactividad_minutos,
  stock_negativo: perfil.stock_negativo,
})

export const STOCK_OPTIONS = POLITICAS_STOCK.map((value) => ({ value, label: POLITICA_STOCK_LABEL[value] }))

const USUALES = [15, 30, 60, 120, 240, 480, 720] as const

const esperaText = (minutos: number): string => {
  const horas = minutos / 60
  if (!Number.isInteger(horas)) return `Después de ${minutos} minutos`
  return horas === 1 ? 'Después de 1 hora' : `Después de ${horas} horas`
}

/** The offered values, and the stored one if it differs (O-123). */
export const inactividadOptions = (actual: number | null): Option<number | null>[] => [
  { value: null, label: 'Según el rol' },
  ...[...new Set([...USUALES, ...(actual === null ? [] : [actual])])]
    .sort((a, b) => a - b)
    .map((value) => ({ value, label: esperaText(value) })),
]
