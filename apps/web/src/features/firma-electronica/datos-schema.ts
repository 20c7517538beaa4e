import type { SolicitudFirma } from '@yupana/contract'
import { checkDatosFirma, type TipoFirma } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { correoField } from '../../domain/cuenta/reglas.ts'

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max, `${max} caracteres máximos.`))

const CAMPOS = z.object({
  nombres: line(100),
  apellido1: line(100),
  apellido2: line(100),
  tipo_documento: z.enum(['CEDULA', 'PASAPORTE']),
  numero_documento: line(20),
  codigo_dactilar: line(10),
  ruc: line(13),
  razon_social: line(300),
  cargo: line(100),
  nacimiento: z.string(),
  sexo: z.enum(['', 'HOMBRE', 'MUJER']),
  nacionalidad: line(60),
  celular: line(20),
  correo: correoField,
  provincia: line(60),
  ciudad: line(60),
  direccion: line(100),
})
export type DatosInput = z.input<typeof CAMPOS>

/** The same check as on sending, shown at the fields. */
export const datosSchema = (tipo: TipoFirma, fecha: string) =>
  CAMPOS.check(({ value, issues }) => {
    for (const { campo, mensaje } of checkDatosFirma(tipo, { ...value, sexo: value.sexo || undefined }, fecha))
      // The mail has its own check.
      if (campo !== 'correo') issues.push({ code: 'custom', path: [campo], message: mensaje, input: value })
  })

export const datosInitial = ({ datos }: SolicitudFirma): DatosInput => ({
  nombres: datos.nombres ?? '',
  apellido1: datos.apellido1 ?? '',
  apellido2: datos.apellido2 ?? '',
  tipo_documento: datos.tipo_documento ?? 'CEDULA',
  numero_documento: datos.numero_documento ?? '',
  codigo_dactilar: datos.codigo_dactilar ?? '',
  ruc: datos.ruc ?? '',
  razon_social: datos.razon_social ?? '',
  cargo: datos.cargo ?? '',
  nacimiento: datos.nacimiento ?? '',
  sexo: datos.sexo ?? '',
  nacionalidad: datos.nacionalidad ?? 'ECUATORIANA',
  celular: datos.celular ?? '',
  correo: datos.correo ?? '',
  provincia: datos.provincia ?? '',
  ciudad: datos.ciudad ?? '',
  direccion: datos.direccion ?? '',
})
