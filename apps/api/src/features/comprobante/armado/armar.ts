import { LEYENDA_RIMPE, condicionAt, type CodDoc, type Fecha } from '@yupana/fiscal'
import type { CampoAdicional, InfoTributaria } from '@yupana/sri'

import { errors } from '../../../errors.ts'
import type { ContextoEmision } from './contexto.sql.ts'
import type { Identidad } from '../identidad/identidad.door.ts'

const MAX_CAMPOS = 15
const MAX_VALOR = 300

/** Placeholder for number and clave de acceso before they are known. */
export const SIN_NUMERO: Identidad = { secuencial: '000000001', clave: '0'.repeat(49), ambienteSri: '1' }

/** Leaves the property out when it has no value. */
export const optional = <K extends string, T>(name: K, value: T | undefined | null | '') =>
  (value === undefined || value === null || value === '' ? {} : { [name]: value }) as { [P in K]?: T }

interface Serie {
  codDoc: CodDoc
  establecimiento: string
  punto: string
}

/** The head of every document: issuer, number and the legends that its conditions had on that day. */
export function infoTributariaOf(
  contexto: ContextoEmision,
  fecha: Fecha,
  { codDoc, establecimiento, punto }: Serie,
  { secuencial, clave, ambienteSri }: Identidad,
): InfoTributaria {
  const regimen = condicionAt(contexto.condiciones, 'REGIMEN', fecha)?.valor
  const agente = condicionAt(contexto.condiciones, 'AGENTE_RETENCION', fecha)?.valor.replace(/^0+/, '')
  const rimpe = regimen === 'RIMPE' ? LEYENDA_RIMPE.EMPRENDEDOR : regimen === 'NEGOCIO_POPULAR' ? LEYENDA_RIMPE.NEGOCIO_POPULAR : undefined
  return {
    ambiente: ambienteSri,
    tipoEmision: '1',
    razonSocial: contexto.razon_social,
    ...optional('nombreComercial', contexto.nombre_comercial),
    ruc: contexto.ruc,
    claveAcceso: clave,
    codDoc,
    estab: establecimiento,
    ptoEmi: punto,
    secuencial,
    dirMatriz: contexto.dir_matriz,
    ...optional('agenteRetencion', agente),
    ...optional('contribuyenteRimpe', rimpe),
  }
}

/** What the second group of every document states about its issuer, under the names of its XML. */
export const emisorOf = (contexto: ContextoEmision, fecha: Fecha) => ({
  ...optional('dirEstablecimiento', contexto.establecimiento?.direccion),
  ...optional('contribuyenteEspecial', condicionAt(contexto.condiciones, 'CONTRIBUYENTE_ESPECIAL', fecha)?.valor),
  obligadoContabilidad: contexto.obligado_contabilidad ? ('SI' as const) : ('NO' as const),
})

interface Campos {
  contexto: ContextoEmision
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
  propios: readonly CampoAdicional[]
  /** Fields that this document type must state and has no other place for. */
  debidos?: readonly CampoAdicional[]
  correos?: readonly string[]
  telefono?: string | undefined
}

/**
 * Additional fields in order: the form's, those that help the receiver, and the installation's, which no company can leave out. @throws 422
 * when the form has more fields than the room left
 */
export function camposAdicionales({ contexto, rucProveedor, propios, debidos = [], correos = [], telefono }: Campos): CampoAdicional[] {
  const fixed = [
    ...debidos,
    ...(rucProveedor ? [{ nombre: 'RUC Proveedor', valor: rucProveedor }] : []),
    ...(contexto.gran_contribuyente ? [{ nombre: 'Gran Contribuyente', valor: contexto.gran_contribuyente }] : []),
  ]
  const names = new Set(propios.map(({ nombre }) => nombre.toLowerCase()))
  const email = correos.join(', ').slice(0, MAX_VALOR)
  const extra = [
    ...(email && !names.has('email') ? [{ nombre: 'Email', valor: email }] : []),
    ...(telefono && !names.has('teléfono') ? [{ nombre: 'Teléfono', valor: telefono }] : []),
  ]
  const room = MAX_CAMPOS - fixed.length
  if (propios.length > room)
    throw errors.field(
      'TOO_MANY_FIELDS',
      'info_adicional',
      `Con los que pone el sistema, este comprobante admite hasta ${room} campos adicionales.`,
    )
  return [...propios, ...extra.slice(0, room - propios.length), ...fixed]
}
