import type { RetencionRecibidaForm, RetencionRecibidaFormInput } from '@yupana/contract'
import { COD_DOC, inRange, parseEntrada, percentOf, retencionAt, type Monto } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'
import { entradaOf, montoEntrada, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { compradorOfForm, type CompradorValores } from '../../domain/emision/comprador-valores.ts'
import { today } from '../../lib/formato/format.ts'

const agente = z.pipe(
  z.nullable(z.custom<CompradorValores>()).check(
    z.check(({ value, issues }) => {
      if (value === null) issues.push({ code: 'custom', message: 'Elija quién retuvo.', input: value })
    }),
  ),
  z.transform((value) => value as CompradorValores),
)
const needed = z.string().check(z.trim(), z.minLength(1, REQUIRED))

export const RetencionSchema = z.object({
  agente,
  numero: needed,
  autorizacion: needed,
  fecha_emision: fechaEntrada(),
  periodo: z.string(),
  lineas: z
    .array(
      z.object({
        /** The line of its XML; null for a typed one. */
        original: z.nullable(z.custom<RetencionRecibidaForm['lineas'][number]>()),
        /** Number of the sale. */
        numero: z.string().check(z.trim()),
        impuesto: z.enum(['1', '2', '6']),
        codigo: needed,
        base: montoEntrada(2),
        porcentaje: montoEntrada(6),
        valor: montoEntradaOpcional(2),
      }),
    )
    .check(z.minLength(1, 'Agregue al menos una retención.')),
})
export type RetencionInput = z.input<typeof RetencionSchema>
type RetencionOutput = z.output<typeof RetencionSchema>

/** `numero`: most vouchers concern one sale. */
export const emptyLinea = (impuesto: '1' | '2' = '2', numero = ''): RetencionInput['lineas'][number] => ({
  original: null,
  numero,
  impuesto,
  codigo: '',
  base: '',
  porcentaje: '',
  valor: '',
})

export const retencionInitial = (): RetencionInput => ({
  agente: null,
  numero: '',
  autorizacion: '',
  fecha_emision: today(),
  periodo: '',
  lineas: [emptyLinea('1')],
})

export const inputOf = (form: RetencionRecibidaForm): RetencionInput => ({
  agente: compradorOfForm(form.agente),
  numero: form.numero,
  autorizacion: form.autorizacion,
  fecha_emision: form.fecha_emision,
  periodo: form.periodo ?? '',
  lineas: form.lineas.map((original) => ({
    original,
    numero: original.numero ?? '',
    impuesto: original.impuesto,
    codigo: original.codigo,
    base: entradaOf(original.base),
    porcentaje: entradaOf(original.porcentaje, 0),
    valor: entradaOf(original.valor),
  })),
})

const readOf = (text: string): Monto => {
  const entrada = parseEntrada(text)
  return text.trim() !== '' && entrada.ok ? entrada.monto : 0
}

/** Amount of a line while its field is empty. */
export function valorOf({ base, porcentaje }: RetencionInput['lineas'][number]): Monto {
  return inRange(() => percentOf(readOf(base), readOf(porcentaje))) ?? 0
}

/** Percentage of a code in the table on that day. */
export const porcentajeOf = (codigo: string, fecha: string): number | undefined =>
  retencionAt(codigo.trim().toUpperCase(), fecha)?.porcentaje

/** The body of the form. XML data about a sale goes with its number. */
export function bodyOf({ periodo, lineas, ...rest }: RetencionOutput): RetencionRecibidaFormInput {
  return {
    ...rest,
    ...(periodo !== '' && { periodo }),
    lineas: lineas.map(({ original, numero, valor, codigo, ...linea }) => ({
      ...linea,
      codigo: codigo.toUpperCase(),
      cod_doc: original?.cod_doc ?? COD_DOC.FACTURA,
      ...(original?.fecha !== undefined && numero === (original.numero ?? '') && { fecha: original.fecha }),
      ...(numero !== '' && { numero }),
      valor: valor ?? percentOf(linea.base, linea.porcentaje),
    })),
  }
}
