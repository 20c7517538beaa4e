/** The reduced IVA of tourism services (O-121): for who gives them, on the days and in the places of a decree. */
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

/** What these days say as their value: the rate that the table of IVA has. */
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

/** Who charges, and where. */
export interface LugarIva {
  /** Whether it gives tourism services on that day. */
  turismo: boolean
  /** Cantón of the establishment; null where it was not said, absent where any will do. */
  canton?: string | null
}

/** Who charges on that day. Without `canton` any place will do: of a document that was issued elsewhere it is not known. */
export const lugarIvaOf = (condiciones: readonly CondicionTributaria[], fecha: Fecha, canton?: string | null): LugarIva => ({
  turismo: condicionAt(condiciones, 'TURISMO', fecha) !== undefined,
  ...(canton === undefined ? {} : { canton }),
})

/** Whether a decree covers that day and place. */
export const isDiaTurismo = (fecha: Fecha, canton?: string | null): boolean =>
  tablaTurismo.rows().some((dias) => isVigente(dias, fecha) && (canton === undefined || isWithin(canton, dias.codigo)))
