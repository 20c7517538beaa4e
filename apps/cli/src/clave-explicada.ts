import { checkRucEmisor, digitoVerificador, isFecha } from '@yupana/fiscal'
import { AMBIENTES, COMPROBANTES, type EntradaCatalogo } from '@yupana/sri'

import { dia } from './formato.ts'

export interface ParteClave {
  readonly nombre: string
  readonly valor: string
  readonly significado?: string | undefined
}

export interface ClaveExplicada {
  readonly valida: boolean
  /** Problems, in Spanish. */
  readonly problemas: readonly string[]
  /** Empty when it is not 49 digits long: its parts cannot be separated then. */
  readonly partes: readonly ParteClave[]
}

const known = (catalogo: readonly EntradaCatalogo[], codigo: string): string | undefined =>
  catalogo.find((entrada) => entrada.codigo === codigo)?.nombre

/** Meaning and problems of the 49 digits. */
export function explainClave(clave: string): ClaveExplicada {
  if (!/^\d{49}$/.test(clave)) {
    const found = /^\d*$/.test(clave) ? `Tiene ${String(clave.length)} dígitos y debe tener 49.` : 'Lleva otros caracteres que dígitos.'
    return { valida: false, problemas: [found], partes: [] }
  }
  const cut = (start: number, end: number) => clave.slice(start, end)
  const fecha = `${cut(4, 8)}-${cut(2, 4)}-${cut(0, 2)}`
  const [codDoc, ruc, ambiente, emision, verificador] = [cut(8, 10), cut(10, 23), cut(23, 24), cut(47, 48), cut(48, 49)]
  const [tipoNombre, ambienteNombre] = [known(COMPROBANTES, codDoc), known(AMBIENTES, ambiente)]
  const expected = String(digitoVerificador(cut(0, 48)))
  const rucCheck = checkRucEmisor(ruc)
  const problemas = [
    ...(isFecha(fecha) ? [] : [`Sus primeros ocho dígitos (${cut(0, 8)}) no son una fecha en la forma ddmmaaaa.`]),
    ...(tipoNombre === undefined ? [`El tipo ${codDoc} no es de ningún comprobante electrónico.`] : []),
    ...(rucCheck.valid ? [] : [`El RUC ${ruc} no es válido.`]),
    ...(ambienteNombre === undefined ? [`El ambiente ${ambiente} no existe: es 1 (pruebas) o 2 (producción).`] : []),
    ...(emision === '1' ? [] : [`El tipo de emisión ${emision} no se usa: es 1, emisión normal.`]),
    ...(verificador === expected ? [] : [`El dígito verificador es ${verificador} y debe ser ${expected}: algún dígito está cambiado.`]),
  ]
  const partes = [
    { nombre: 'Fecha', valor: cut(0, 8), significado: isFecha(fecha) ? dia(fecha) : undefined },
    { nombre: 'Tipo', valor: codDoc, significado: tipoNombre },
    { nombre: 'RUC', valor: ruc },
    { nombre: 'Ambiente', valor: ambiente, significado: ambienteNombre },
    { nombre: 'Serie', valor: cut(24, 30), significado: `establecimiento ${cut(24, 27)}, punto de emisión ${cut(27, 30)}` },
    { nombre: 'Secuencial', valor: cut(30, 39) },
    { nombre: 'Código', valor: cut(39, 47), significado: 'lo elige el emisor' },
    { nombre: 'Emisión', valor: emision, significado: emision === '1' ? 'normal' : undefined },
    { nombre: 'Verificador', valor: verificador },
  ]
  return { valida: problemas.length === 0, problemas, partes }
}
