import type { FacturaForm } from '@yupana/contract'
import {
  COD_DOC,
  CODIGO_IMPUESTO,
  NOMBRE_COMPROBANTE,
  percentOf,
  tarifaIvaAt,
  tarifasIvaAt,
  TIPO_IDENTIFICACION,
  TIPO_IDENTIFICACION_LABEL,
  TIPO_IVA,
  TIPO_SUJETO_LABEL,
  tipoIvaOf,
  TIPOS_IDENTIFICACION_PERSONA,
  TIPOS_SUJETO,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import grupo from '../../components/form/grupo.module.css'
import { REQUIRED } from '../../components/form/messages.ts'
import { entradaOf, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'

export type Reembolso = NonNullable<FacturaForm['reembolsos']>[number]

const MAX_REEMBOLSOS = 500
const IDENTIFICACIONES = TIPOS_IDENTIFICACION_PERSONA.map((value) => ({ value, label: TIPO_IDENTIFICACION_LABEL[value] }))
const SUJETOS = TIPOS_SUJETO.map((value) => ({ value, label: TIPO_SUJETO_LABEL[value] }))
/** Document types of the SRI's table of authorised documents that occur as reimbursed vouchers. */
const COMPROBANTES = [
  { value: COD_DOC.FACTURA, label: NOMBRE_COMPROBANTE[COD_DOC.FACTURA] },
  { value: '02', label: 'Nota de venta' },
  { value: COD_DOC.LIQUIDACION_COMPRA, label: NOMBRE_COMPROBANTE[COD_DOC.LIQUIDACION_COMPRA] },
  { value: '12', label: 'Documento de institución financiera' },
  { value: '19', label: 'Comprobante de pago de cuotas o aportes' },
  { value: '20', label: 'Documento por servicios administrativos del Estado' },
  { value: '21', label: 'Carta de porte aéreo' },
]
/** Bases without IVA. */
const SIN_TARIFA = [
  { name: 'cero', label: 'Base 0%', tipo: TIPO_IVA.CERO },
  { name: 'no_objeto', label: 'Base no objeto de IVA', tipo: TIPO_IVA.NO_OBJETO },
  { name: 'exento', label: 'Base exenta de IVA', tipo: TIPO_IVA.EXENTO },
] as const

const base = montoEntradaOpcional(2)
const Fila = z
  .object({
    /** The voucher before editing, with the values that no field shows. */
    original: z.nullable(z.custom<Reembolso>()),
    tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PERSONA),
    identificacion: z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(20, '20 caracteres máximos.')),
    tipo_proveedor: z.enum(TIPOS_SUJETO),
    cod_doc: z.string(),
    numero: z.string().check(z.trim(), z.regex(/^\d{3}-\d{3}-\d{1,9}$/, 'Escriba el número como 001-001-000000123.')),
    fecha: fechaEntrada(),
    autorizacion: z.string().check(z.trim(), z.regex(/^(?:\d{10}|\d{37}|\d{49})$/, 'La autorización tiene 10, 37 o 49 dígitos.')),
    tarifa: z.number(),
    gravada: base,
    cero: base,
    no_objeto: base,
    exento: base,
  })
  .check(z.refine((fila) => impuestosOf(fila).length > 0, { message: 'Indique la base del comprobante.', path: ['gravada'] }))
const Schema = z.object({ filas: z.array(Fila) })
type FilaLeida = z.output<typeof Fila>
type FilaInput = z.input<typeof Fila>

/** The bases, with the IVA at the rate of their day. */
function impuestosOf(fila: Pick<FilaLeida, 'tarifa' | 'gravada' | 'cero' | 'no_objeto' | 'exento' | 'fecha'>): Reembolso['impuestos'] {
  const impuestoOf = (tipo: number, monto: Monto | null): Reembolso['impuestos'] => {
    const tarifa = tarifaIvaAt(tipo, fila.fecha)
    if (!monto || !tarifa) return []
    const { codigoPorcentaje, tarifa: porcentaje } = tarifa
    return [
      {
        codigo: CODIGO_IMPUESTO.IVA,
        codigo_porcentaje: codigoPorcentaje,
        tarifa: porcentaje,
        base: monto,
        valor: percentOf(monto, porcentaje),
      },
    ]
  }
  return [impuestoOf(fila.tarifa, fila.gravada), ...SIN_TARIFA.map(({ name, tipo }) => impuestoOf(tipo, fila[name]))].flat()
}

const emptyFila = (hoy: Fecha): FilaInput => ({
  original: null,
  tipo_identificacion: TIPO_IDENTIFICACION.RUC,
  identificacion: '',
  tipo_proveedor: '02',
  cod_doc: COD_DOC.FACTURA,
  numero: '',
  fecha: hoy,
  autorizacion: '',
  tarifa: TIPO_IVA.QUINCE,
  gravada: '',
  cero: '',
  no_objeto: '',
  exento: '',
})

function filaOf(original: Reembolso): FilaInput {
  const { impuestos, pais: _pais, ...rest } = original
  const baseOf = (tipo: number) => {
    const found = impuestos.find((one) => tipoIvaOf(one.codigo_porcentaje) === tipo)
    return found ? entradaOf(found.base) : ''
  }
  const gravado = impuestos.find(({ tarifa }) => tarifa > 0)
  return {
    ...emptyFila(rest.fecha),
    ...rest,
    original,
    tarifa: tipoIvaOf(gravado?.codigo_porcentaje ?? '') ?? TIPO_IVA.QUINCE,
    gravada: gravado ? entradaOf(gravado.base) : '',
    ...Object.fromEntries(SIN_TARIFA.map(({ name, tipo }) => [name, baseOf(tipo)])),
  }
}

/** The voucher to send. If its bases and rates are unchanged, the tax amounts stay those of the original, to the cent. */
function reembolsoOf(fila: FilaLeida): Reembolso {
  const { original, tipo_identificacion, identificacion, tipo_proveedor, cod_doc, numero, fecha, autorizacion } = fila
  const impuestos = impuestosOf(fila)
  const before = original && Fila.safeParse(filaOf(original))
  const isSame = before?.success === true && JSON.stringify(impuestosOf(before.data)) === JSON.stringify(impuestos)
  return {
    tipo_identificacion,
    identificacion,
    tipo_proveedor,
    cod_doc,
    numero,
    fecha,
    autorizacion,
    ...(original?.pais !== undefined && { pais: original.pais }),
    impuestos: original && isSame ? original.impuestos : impuestos,
  }
}

interface ReembolsosDialogProps {
  /** The present vouchers. */
  parte: readonly Reembolso[] | undefined
  /** Day of a new voucher. */
  hoy: Fecha
  onSave: (reembolsos: Reembolso[]) => void
  onClose: () => void
}

/** Vouchers that were paid for another person and are recovered with this document (ficha técnica, anexo 5). */
export function ReembolsosDialog({ parte, hoy, onSave, onClose }: ReembolsosDialogProps) {
  return (
    <FormDialog
      title="Reembolsos de gastos"
      schema={Schema}
      initial={{ filas: parte?.length ? parte.map(filaOf) : [emptyFila(hoy)] }}
      saveLabel="Listo"
      onSubmit={async ({ filas }) => onSave(filas.map(reembolsoOf))}
      onClose={onClose}
    >
      <Filas hoy={hoy} />
    </FormDialog>
  )
}

function Filas({ hoy }: { hoy: Fecha }) {
  const { fields, append, remove } = useFieldArray<{ filas: FilaInput[] }, 'filas'>({ name: 'filas' })
  return (
    <>
      {fields.map(({ id }, at) => (
        <fieldset key={id} className={grupo.grupo}>
          <legend>Comprobante {at + 1}</legend>
          <FieldPair>
            <SelectField
              name={`filas.${at}.tipo_identificacion`}
              label="Identificación del proveedor"
              options={IDENTIFICACIONES}
              required
            />
            <TextField name={`filas.${at}.identificacion`} label="Número de identificación" required />
          </FieldPair>
          <FieldPair>
            <SelectField name={`filas.${at}.tipo_proveedor`} label="Tipo de proveedor" options={SUJETOS} required />
            <SelectField name={`filas.${at}.cod_doc`} label="Comprobante" options={COMPROBANTES} required />
          </FieldPair>
          <FieldPair>
            <TextField name={`filas.${at}.numero`} label="Número" placeholder="001-001-000000123" required />
            <CampoFecha name={`filas.${at}.fecha`} label="Fecha" required />
          </FieldPair>
          <TextField name={`filas.${at}.autorizacion`} label="Autorización" inputMode="numeric" required />
          <FieldPair>
            <Tarifa at={at} />
            <MontoField name={`filas.${at}.gravada`} label="Base con IVA" />
          </FieldPair>
          <FieldPair>
            {SIN_TARIFA.map(({ name, label }) => (
              <MontoField key={name} name={`filas.${at}.${name}`} label={label} />
            ))}
          </FieldPair>
          {fields.length > 1 && (
            <div>
              <Button variant="subtle" leftSection={<IconTrash size={16} />} onClick={() => remove(at)}>
                Quitar el comprobante {at + 1}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {fields.length < MAX_REEMBOLSOS && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => append(emptyFila(hoy))}>
            Añadir comprobante
          </Button>
        </div>
      )}
    </>
  )
}

/** The rates of the voucher's day. */
function Tarifa({ at }: { at: number }) {
  const fecha = useWatch<{ filas: FilaInput[] }, `filas.${number}.fecha`>({ name: `filas.${at}.fecha` })
  const options = tarifasIvaAt(fecha).flatMap(({ tipoIva, tarifa, label }) =>
    tipoIva === undefined || tarifa === 0 ? [] : [{ value: tipoIva, label }],
  )
  return <SelectField name={`filas.${at}.tarifa`} label="Tarifa de IVA" options={options} />
}
