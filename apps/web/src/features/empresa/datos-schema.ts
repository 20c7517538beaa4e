import { EmpresaForm, type EmpresaPerfil } from '@yupana/contract'
import * as z from 'zod/mini'

/** What of the profile is edited in «Datos generales»: all but the conditions, which have their own place. */
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
})
