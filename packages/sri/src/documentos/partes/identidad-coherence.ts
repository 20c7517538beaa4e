// Rules common to all document types: the type code, and the clave de acceso against its fields (SRI error 58).
import { readClaveAcceso, type Fecha } from '@yupana/fiscal'

import type { InfoTributaria } from './info-tributaria.ts'
import type { Problema } from '../arbol/validate-tree.ts'

export function identidadCoherence(info: InfoTributaria, codDoc: string, fechaEmision: Fecha | undefined): Problema[] {
  const wrongType =
    info.codDoc === codDoc ? [] : [{ campo: 'infoTributaria.codDoc', mensaje: `El código de documento debe ser ${codDoc}.` }]
  return [...wrongType, ...claveProblems(info, fechaEmision)]
}

function claveProblems(info: InfoTributaria, fechaEmision: Fecha | undefined): Problema[] {
  const campo = 'infoTributaria.claveAcceso'
  const clave = readClaveAcceso(info.claveAcceso)
  if (!clave) return [{ campo, mensaje: 'La clave de acceso no es válida: su dígito verificador o su fecha no corresponde.' }]
  const { ambiente, ruc, codDoc, estab, ptoEmi, secuencial, tipoEmision } = info
  const expected = { fechaEmision, ambiente, ruc, codDoc, estab, ptoEmi, secuencial, tipoEmision }
  return Object.entries(expected)
    .filter(([part, value]) => value !== undefined && clave[part as keyof typeof expected] !== value)
    .map(([part]) => ({ campo, mensaje: `La clave de acceso no corresponde al campo ${part}.` }))
}
