import { isFirstOfSemestre, isLastOfSemestre, POLITICAS_STOCK, REGIMENES } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { Ambiente } from './comprobante.contract.ts'
import { endpoint, ONLY_FILE } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { correo, fecha, telefonoOpcional, texto, textoOpcional, textoVacio, uuid, version } from './fields.ts'

const tag = 'Empresa'

export const TIPOS_CONDICION = [
  'REGIMEN',
  'AGENTE_RETENCION',
  'CONTRIBUYENTE_ESPECIAL',
  'IVA_SEMESTRAL',
  'ICE',
  'IRBPNR',
  'TURISMO',
] as const

/** A condition of the taxpayer from a day on (O-99). `valor`: the régimen, or the number of the resolution, or empty. */
export const Condicion = z
  .object({
    tipo: z.enum(TIPOS_CONDICION),
    desde: fecha,
    hasta: z._default(z.nullable(fecha), null),
    valor: textoVacio(100),
  })
  .check(
    z.refine(({ desde, hasta }) => hasta === null || hasta >= desde, {
      message: 'La fecha final no puede ser anterior a la inicial.',
      path: ['hasta'],
    }),
    z.refine(({ tipo, valor }) => tipo !== 'REGIMEN' || REGIMENES.some((regimen) => regimen === valor), {
      message: 'Régimen no válido.',
      path: ['valor'],
    }),
    z.refine(({ tipo, valor }) => tipo !== 'AGENTE_RETENCION' || /^\d{1,8}$/.test(valor), {
      message: 'Escriba solo los números de la resolución, sin ceros a la izquierda.',
      path: ['valor'],
    }),
    z.refine(({ tipo, valor }) => tipo !== 'CONTRIBUYENTE_ESPECIAL' || /^[A-Za-z0-9]{3,13}$/.test(valor), {
      message: 'Escriba el número de resolución, de 3 a 13 caracteres.',
      path: ['valor'],
    }),
    // A change within a half-year would declare some months twice: alone and with the half-year.
    z.refine(({ tipo, desde }) => tipo !== 'IVA_SEMESTRAL' || isFirstOfSemestre(desde), {
      message: 'Un semestre empieza el 1 de enero o el 1 de julio.',
      path: ['desde'],
    }),
    z.refine(({ tipo, hasta }) => tipo !== 'IVA_SEMESTRAL' || hasta === null || isLastOfSemestre(hasta), {
      message: 'Un semestre termina el 30 de junio o el 31 de diciembre.',
      path: ['hasta'],
    }),
  )
export type Condicion = z.infer<typeof Condicion>

/** Limits of the idle time after which a company asks for the password again (O-123). */
export const INACTIVIDAD_MINUTOS = { min: 15, max: 720 } as const

/** Editable data of the company; `version` is the one that was read. */
export const EmpresaForm = z.object({
  version,
  razon_social: texto(300),
  nombre_comercial: textoOpcional(300),
  dir_matriz: texto(300),
  telefono: telefonoOpcional(30),
  correo: z.optional(
    z.pipe(
      z.union([z.literal(''), z.null(), correo]),
      z.transform((text) => text || undefined),
    ),
  ),
  obligado_contabilidad: z.boolean(),
  dias_fecha_anterior: z.int().check(z.minimum(0, 'Tiene que ser como mínimo 0.'), z.maximum(90, 'Tiene que ser como máximo 90.')),
  gran_contribuyente: textoOpcional(100),
  /** null: the default of the role (O-123). Absent: unchanged. */
  inactividad_minutos: z.optional(
    z.nullable(
      z
        .int()
        .check(
          z.minimum(INACTIVIDAD_MINUTOS.min, `Tiene que ser como mínimo ${INACTIVIDAD_MINUTOS.min}.`),
          z.maximum(INACTIVIDAD_MINUTOS.max, `Tiene que ser como máximo ${INACTIVIDAD_MINUTOS.max}.`),
        ),
    ),
  ),
  /** What happens to a sale of more than the stock (O-73). Absent: unchanged. */
  stock_negativo: z.optional(z.enum(POLITICAS_STOCK)),
  condiciones: z.array(Condicion).check(z.maxLength(50, 'Se admiten hasta 50 condiciones.')),
  /** `true` when the user confirms régimen and accounting by saving; otherwise other data were saved. */
  confirma: z.optional(z.boolean()),
})
export type EmpresaForm = z.infer<typeof EmpresaForm>

export const EmpresaPerfil = z.object({
  id: uuid,
  ruc: z.string(),
  razon_social: z.string(),
  nombre_comercial: z.nullable(z.string()),
  dir_matriz: z.string(),
  telefono: z.nullable(z.string()),
  correo: z.nullable(z.string()),
  obligado_contabilidad: z.boolean(),
  /** When régimen and accounting were confirmed; null: nothing is issued yet. */
  condiciones_confirmadas_en: z.nullable(z.string()),
  ambiente: Ambiente,
  dias_fecha_anterior: z.int(),
  gran_contribuyente: z.nullable(z.string()),
  inactividad_minutos: z.nullable(z.int()),
  stock_negativo: z.enum(POLITICAS_STOCK),
  tiene_logo: z.boolean(),
  /** Why emission is stopped, if it is. */
  pausada_motivo: z.nullable(z.string()),
  version,
  condiciones: z.array(z.object({ tipo: z.enum(TIPOS_CONDICION), desde: z.string(), hasta: z.nullable(z.string()), valor: z.string() })),
})
export type EmpresaPerfil = z.infer<typeof EmpresaPerfil>

/** Longest side and size of a logo (O-44). */
export const LOGO_MAX_BYTES = 2_000_000
export const LOGO_MAX_SIDE = 4096

export const readEmpresaPerfil = endpoint('GET /business_profile/perfil', {
  costo: 'lectura',
  tag,
  summary: 'Perfil de la empresa',
  reply: EmpresaPerfil,
})
export const saveEmpresaPerfil = endpoint('POST /business_profile/save_empresa_perfil_info', {
  costo: 'escritura',
  tag,
  summary: 'Guarda los datos generales y las condiciones tributarias',
  body: EmpresaForm,
  reply: EmpresaPerfil,
  msg: 'Perfil de empresa editado exitosamente',
})
export const readLogo = endpoint('GET /v1/empresa/logo', { costo: 'lectura', tag, summary: 'Logo de la empresa', file: 'image/*' })
export const saveLogo = endpoint('POST /v1/empresa/logo', {
  costo: 'subida',
  tag,
  summary: 'Sube el logo, PNG o JPEG de hasta 2 MB',
  upload: ONLY_FILE,
  reply: Nothing,
  msg: 'Perfil de empresa editado exitosamente',
})
export const deleteLogo = endpoint('DELETE /v1/empresa/logo', {
  costo: 'escritura',
  tag,
  summary: 'Quita el logo',
  reply: Nothing,
  msg: 'Perfil de empresa editado exitosamente',
})
export const changeAmbiente = endpoint('POST /v1/empresa/ambiente', {
  costo: 'escritura',
  tag,
  summary: 'Cambia el ambiente; a PRODUCCION pide confirmación y una firma vigente (O-90)',
  body: z.object({ ambiente: Ambiente, confirmar: z._default(z.boolean(), false) }),
  reply: EmpresaPerfil,
  msg: 'Ambiente cambiado exitosamente',
})
/** Data that a company confirms before it issues. */
export const CondicionesConfirmadas = z.object({ regimen: z.enum(REGIMENES), obligado_contabilidad: z.boolean() })
export type CondicionesConfirmadas = z.infer<typeof CondicionesConfirmadas>
export const confirmCondiciones = endpoint('POST /v1/empresa/confirmar_condiciones', {
  costo: 'escritura',
  tag,
  summary: 'Confirma el régimen de hoy y si la empresa está obligada a llevar contabilidad: antes no se emite',
  body: CondicionesConfirmadas,
  reply: EmpresaPerfil,
  msg: 'Condiciones tributarias confirmadas exitosamente',
})
/** The two kinds of the simplified régimen, with what the law prints of each. */
export const allTipoRimpe = endpoint('GET /business/tipo_rimpe_simplificado', {
  costo: 'lectura',
  tag,
  summary: 'Clases de RIMPE, con la leyenda que se imprime',
  reply: z.array(z.object({ id: z.enum(REGIMENES), name: z.string(), leyenda: z.string() })),
})
/** Members of the company, for pickers. */
export const allUsuario = endpoint('GET /v1/empresa/usuarios', {
  costo: 'lectura',
  tag,
  summary: 'Usuarios de la empresa',
  reply: z.array(z.object({ id: uuid, username: z.string(), name: z.string(), surname: z.string(), rol: z.int(), activo: z.boolean() })),
})
