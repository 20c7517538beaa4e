import { checkIdentificacion, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { Asn1Error, childOf, oidOf, readAsn1, stringOf } from './asn1.ts'
import type { CertificadoLeido } from './certificado.ts'
import { ENTIDADES_CERTIFICADORAS, type EntidadCertificadora } from './entidades-certificadoras.ts'
import { attributeOf, readNombre } from './nombre-distinguido.ts'

/** Identity of the holder, by the certificate. */
export interface IdentidadCertificado {
  readonly ruc: string | undefined
  readonly cedula: string | undefined
  /** Accredited entity that issued it; undefined when unknown. */
  readonly entidad: string | undefined
  /** Place of RUC and cédula in the certificate, in Spanish; undefined when it has neither. */
  readonly origen: string | undefined
}

/** Digits of an identification, with their place. */
interface Hallada {
  readonly digits: string
  readonly origen: string
}

const OID_SUBJECT_ALT_NAME = '2.5.29.17'
const OID_SERIAL_NUMBER = '2.5.4.5'
const OID_ORGANIZATION_IDENTIFIER = '2.5.4.97'

/** Finds RUC and cédula in the places of the entities (sri/README §8.5); digits only, lengths 13 and 10. */
export function identidadOf(certificado: CertificadoLeido): IdentidadCertificado {
  const valores = new Map([...extensionTexts(certificado), ...alternativeNames(certificado)])
  const entidad = entidadOf(certificado, valores)
  const candidates = [...entityValues(valores), ...subjectValues(certificado, entidad)]
  const ruc = candidates.find(({ digits }) => digits.length === 13)
  // Ten digits that are no valid cédula are another number, and match nobody.
  const cedula = candidates.find(({ digits }) => digits.length === 10 && checkIdentificacion(TIPO_IDENTIFICACION.CEDULA, digits).valid)
  const origenes = new Set([ruc, cedula].flatMap((found) => (found === undefined ? [] : [found.origen])))
  return {
    ruc: ruc?.digits,
    cedula: cedula?.digits,
    entidad: entidad?.nombre,
    origen: origenes.size === 0 ? undefined : [...origenes].join(' y '),
  }
}

function entidadOf(certificado: CertificadoLeido, valores: ReadonlyMap<string, string>): EntidadCertificadora | undefined {
  const oids = [...valores.keys()]
  const uses = ({ arco, oidIdentificacion }: EntidadCertificadora) =>
    oids.some((oid) => (arco !== undefined && oid.startsWith(`${arco}.`)) || oid === oidIdentificacion)
  const emisor = certificado.emisorNombre
    .flat()
    .map((attribute) => attribute.valor ?? '')
    .join('\n')
  // The issuer's own certificate names the entity; a certificate may hold fields of another entity.
  return ENTIDADES_CERTIFICADORAS.find((entidad) => entidad.emisor.test(emisor)) ?? ENTIDADES_CERTIFICADORAS.find(uses)
}

/** RUC first: a value of 13 digits under `.1` is a RUC too. */
function entityValues(valores: ReadonlyMap<string, string>): Hallada[] {
  const campos = ENTIDADES_CERTIFICADORAS.flatMap(({ nombre, arco, oidIdentificacion }): [string, string][] => {
    if (arco !== undefined)
      return [
        [`${arco}.11`, `campo «RUC» de ${nombre}`],
        [`${arco}.1`, `campo «cédula» de ${nombre}`],
      ]
    return oidIdentificacion === undefined ? [] : [[oidIdentificacion, `campo «identificación» de ${nombre}`]]
  })
  return campos.flatMap(([oid, origen]) => identificationIn(valores.get(oid)).map((digits) => ({ digits, origen })))
}

function subjectValues({ sujetoNombre }: CertificadoLeido, entidad: EntidadCertificadora | undefined): Hallada[] {
  const organization = /^VATEC-(\d{13})$/.exec(attributeOf(sujetoNombre, OID_ORGANIZATION_IDENTIFIER)?.trim() ?? '')?.[1]
  const serial = /^(?:[A-Z]{3}EC-)?(\d{13}|\d{10})$/.exec(attributeOf(sujetoNombre, OID_SERIAL_NUMBER)?.trim() ?? '')?.[1]
  const usable = entidad?.serialNumberIsForeign === true ? undefined : serial
  return [
    ...(organization === undefined ? [] : [{ digits: organization, origen: 'identificador de organización del titular' }]),
    ...(usable === undefined ? [] : [{ digits: usable, origen: 'número de serie del titular' }]),
  ]
}

const identificationIn = (text: string | undefined): string[] => /(?<!\d)(?:\d{13}|\d{10})(?!\d)/.exec(text ?? '')?.slice(0, 1) ?? []

const extensionTexts = ({ extensiones }: CertificadoLeido): [string, string][] =>
  [...extensiones].map(([oid, value]) => [oid, textIn(value)])

/** Text of an extension: usually a DER string; some entities pad it or write it bare. */
function textIn(value: Buffer): string {
  try {
    return stringOf(readAsn1(value, true)) ?? value.toString('latin1')
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error
    return value.toString('latin1')
  }
}

/** otherName and directoryName entries of the subject's alternative names, by OID. */
function alternativeNames({ extensiones }: CertificadoLeido): [string, string][] {
  const value = extensiones.get(OID_SUBJECT_ALT_NAME)
  if (value === undefined) return []
  try {
    return readAsn1(value).children.flatMap((name): [string, string][] => {
      if (name.clase !== 2) return []
      if (name.tag === 0) return [[oidOf(childOf(name, 0)), textIn(childOf(name, 1).content)]]
      if (name.tag === 4)
        return readNombre(childOf(name, 0))
          .flat()
          .map(({ oid, valor }) => [oid, valor ?? ''])
      return []
    })
  } catch (error) {
    if (error instanceof Asn1Error) return []
    throw error
  }
}
