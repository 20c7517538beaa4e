/** The reduced IVA of tourism services (O-121): for companies that give them, on the days and in the places of a decree. */
import { condicionAt, type CondicionTributaria } from '../identificacion/condicion.ts'
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import { isWithin, nombreLugar } from './lugar.ts'
import { readPorcentaje } from '../norma/norma-valor.ts'
import { DECRETOS_TURISMO } from '../tablas/turismo.ts'
import { isVigente, type Vigencia } from '../norma/vigencia.ts'

export interface DiasTurismo extends Vigencia {
  /** The place: `EC`, a provincia or a cantón. */
  codigo: string
  nombre: string
}

/** Value of these days as text: the rate in the table of IVA. */
export const TEXTO_TURISMO = '8%'

export const tablaTurismo = tablaOf<DiasTurismo>({
  temas: ['IVA_TURISMO'],
  base: DECRETOS_TURISMO.flatMap(({ desde, hasta, lugares, ...rest }) =>
    lugares.map((codigo) => ({ codigo, nombre: nombreLugar(codigo) ?? codigo, validFrom: desde, validTo: hasta, ...rest })),
  ),
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda) =>
    readPorcentaje(enmienda.valor) === readPorcentaje(TEXTO_TURISMO)
      ? { codigo: enmienda.codigo, nombre: enmienda.nombre, ...vigenciaOf(enmienda) }
      : undefined,
})

/** The company that charges IVA, and its place. */
export interface LugarIva {
  /** Whether the company gives tourism services on that day. */
  turismo: boolean
  /** Cantón of the establishment; null when it is not known, absent when any place will do. */
  canton?: string | null
}

/** The company that charges on that day. Without `canton` any place will do, as for a document issued elsewhere. */
export const lugarIvaOf = (condiciones: readonly CondicionTributaria[], fecha: Fecha, canton?: string | null): LugarIva => ({
  turismo: condicionAt(condiciones, 'TURISMO', fecha) !== undefined,
  ...(canton === undefined ? {} : { canton }),
})

/** Whether a decree covers that day and place. */
export const isDiaTurismo = (fecha: Fecha, canton?: string | null): boolean =>
  tablaTurismo.rows().some((dias) => isVigente(dias, fecha) && (canton === undefined || isWithin(canton, dias.codigo)))
