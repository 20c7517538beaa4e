/** Tipo de sustento × tipo de comprobante (ATS tables 4 and 5). */
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { readTipos } from '../norma/norma-valor.ts'
import type { Problema } from '../valor/problema.ts'
import { nombreComprobanteAts } from '../documento/comprobante-ats.ts'
import { SUSTENTOS, type Sustento } from '../tablas/sustento.ts'
import { isVigente, vigenteAt } from '../norma/vigencia.ts'

export type { Sustento } from '../tablas/sustento.ts'

export const tablaSustentos = tablaOf<Sustento>({
  temas: ['SUSTENTO'],
  base: SUSTENTOS,
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda) => {
    const tipos = readTipos(enmienda.valor)
    return tipos && { codigo: enmienda.codigo, nombre: enmienda.nombre, tipos, ...vigenciaOf(enmienda) }
  },
})

/** Name of a support, from the newest row of its code. */
export const nombreSustento = (codigo: string): string | undefined => tablaSustentos.rows().findLast((one) => one.codigo === codigo)?.nombre

/** The supports that this kind of document may give on that day, in the order of the table. */
export const sustentosOf = (codDocSustento: string, fecha: Fecha): Sustento[] =>
  tablaSustentos.rows().filter((sustento) => isVigente(sustento, fecha) && sustento.tipos.includes(codDocSustento))

/** Whether the pair is one of the matrix on that day. */
export const sustentoAdmits = (codSustento: string, codDocSustento: string, fecha: Fecha): boolean =>
  sustentosOf(codDocSustento, fecha).some((sustento) => sustento.codigo === codSustento)

/** Problem of a pair that is not allowed; `campo` is the path of the supported document. */
export function checkSustento(codSustento: string, codDocSustento: string, fecha: Fecha, campo: string): Problema[] {
  const nombre = nombreComprobanteAts(codDocSustento)
  if (nombre === undefined)
    return [{ campo: `${campo}.codDocSustento`, mensaje: `El tipo de comprobante ${codDocSustento} no consta en la tabla del SRI.` }]
  const sustento = vigenteAt(
    tablaSustentos.rows().filter((one) => one.codigo === codSustento),
    fecha,
  )
  if (sustento === undefined)
    return [{ campo: `${campo}.codSustento`, mensaje: `El sustento tributario ${codSustento} no está vigente el ${displayFecha(fecha)}.` }]
  if (sustento.tipos.includes(codDocSustento)) return []
  return [{ campo: `${campo}.codSustento`, mensaje: `El sustento ${codSustento} no admite el comprobante ${codDocSustento} (${nombre}).` }]
}

/** ATS table 2 (purchases): RUC, cédula and foreign identification, each with its codes in the XML. */
const PROVEEDOR = { '01': ['04'], '02': ['05'], '03': ['06', '08'] } as const
type IdentificacionAts = keyof typeof PROVEEDOR

/** ATS table 4 («secuenciales»): suppliers admitted by kind of document; a kind that is not listed admits any. */
const PROVEEDORES_ATS: readonly (readonly [identificaciones: readonly IdentificacionAts[], tipos: readonly string[]])[] = [
  [['01'], ['01', '02', '08', '11', '20', '21', '43', '47', '48', '375']],
  [
    ['02', '03'],
    ['03', '294', '344'],
  ],
  [['03'], ['15']],
  [['01', '03'], ['45']],
]

/** Kinds of documents that admit only some suppliers, each with the identifications that it admits. */
export const proveedoresAts = (): { tipo: string; identificaciones: readonly string[] }[] =>
  PROVEEDORES_ATS.flatMap(([admite, tipos]) =>
    tipos.map((tipo) => ({ tipo, identificaciones: admite.flatMap((one): readonly string[] => PROVEEDOR[one]) })),
  )
