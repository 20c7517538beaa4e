import type { ComprobanteDetalle, ExportacionAts, ExportacionLeida } from '@yupana/contract'
import {
  checkExportacionAts,
  CLASE_EXPORTACION,
  CLASE_EXPORTACION_LABEL,
  CLASES_EXPORTACION,
  INGRESOS_EXTERIOR,
  REGIMEN_EXTERIOR_LABEL,
  REGIMENES_EXTERIOR,
  soloDeClase,
  TIPO_SUJETO_LABEL,
  TIPOS_SUJETO,
} from '@yupana/fiscal'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { entradaOf, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { PAIS_OPTIONS } from '../../domain/exportacion/pais-options.ts'
import { today } from '../../lib/formato/format.ts'
import { guardarExportacion } from './exportacion.queries.ts'

const TIPOS_CLIENTE = TIPOS_SUJETO.map((value) => ({ value, label: TIPO_SUJETO_LABEL[value] }))
const REGIMEN_OPTIONS = REGIMENES_EXTERIOR.map((value) => ({ value, label: REGIMEN_EXTERIOR_LABEL[value] }))
const INGRESO_OPTIONS = [
  { value: '', label: 'Elija el tipo de ingreso' },
  ...INGRESOS_EXTERIOR.map(({ codigo, nombre }) => ({ value: codigo, label: `${codigo} ${nombre}` })),
]

const texto = z.string().check(z.trim())
const Campos = z.object({
  clase: z.enum(CLASES_EXPORTACION),
  tipo_cliente: z.enum(TIPOS_SUJETO),
  parte_relacionada: z.boolean(),
  regimen: z.enum(REGIMENES_EXTERIOR),
  pais: z.string(),
  regimen_nombre: texto.check(z.maxLength(300, '300 caracteres máximos.')),
  pais_destino: z.string(),
  refrendo: texto,
  documento_transporte: texto,
  fecha_embarque: z.string(),
  valor_fob: montoEntradaOpcional(2),
  tipo_ingreso: z.string(),
  gravado: z.boolean(),
  impuesto_exterior: montoEntradaOpcional(2),
})
type Valores = z.input<typeof Campos>

const datosOf = ({ gravado, ...campos }: z.output<typeof Campos>): ExportacionAts =>
  soloDeClase({
    ...campos,
    regimen_nombre: campos.regimen_nombre || null,
    refrendo: campos.refrendo.toUpperCase() || null,
    documento_transporte: campos.documento_transporte || null,
    fecha_embarque: campos.fecha_embarque || null,
    tipo_ingreso: campos.tipo_ingreso || null,
    // A foreign tax must have an amount above 0.
    impuesto_exterior: gravado ? (campos.impuesto_exterior ?? 0) : null,
  })

const Schema = z.pipe(
  Campos.check(
    z.check(({ value, issues }) => {
      for (const { campo, mensaje } of checkExportacionAts(datosOf(value), today()))
        issues.push({ code: 'custom', message: mensaje, path: [campo], input: value })
    }),
  ),
  z.transform(datosOf),
)

const SIN_PAIS = ''
function initialOf({ clases, datos, valor, pais_destino: destino }: ExportacionLeida): Valores {
  return {
    clase: datos?.clase ?? clases[0] ?? CLASE_EXPORTACION.CON_REFRENDO,
    tipo_cliente: datos?.tipo_cliente ?? '02',
    parte_relacionada: datos?.parte_relacionada ?? false,
    regimen: datos?.regimen ?? '01',
    pais: datos?.pais ?? destino ?? SIN_PAIS,
    regimen_nombre: datos?.regimen_nombre ?? '',
    pais_destino: datos?.pais_destino ?? destino ?? SIN_PAIS,
    refrendo: datos?.refrendo ?? '',
    documento_transporte: datos?.documento_transporte ?? '',
    fecha_embarque: datos?.fecha_embarque ?? '',
    valor_fob: entradaOf(datos?.valor_fob ?? valor),
    tipo_ingreso: datos?.tipo_ingreso ?? '',
    gravado: typeof datos?.impuesto_exterior === 'number',
    impuesto_exterior: entradaOf(datos?.impuesto_exterior),
  }
}

interface ExportacionDialogProps {
  documento: Pick<ComprobanteDetalle, 'id'>
  leida: ExportacionLeida
  onClose: () => void
}

/** Export data of a sale for the ATS: customs, the carrier, the client's country. */
export function ExportacionDialog({ documento: { id }, leida, onClose }: ExportacionDialogProps) {
  // The data as read at opening, so that a save of another user is not overwritten.
  const [{ version, clases }] = useState(leida)
  const opciones = clases.map((value) => ({ value, label: CLASE_EXPORTACION_LABEL[value] }))
  return (
    <FormDialog
      title="Datos de exportación para el ATS"
      schema={Schema}
      initial={initialOf(leida)}
      onSubmit={(datos) => guardarExportacion(id, version, datos)}
      onClose={onClose}
    >
      <FieldPair>
        <SelectField name="clase" label="Clase de exportación" options={opciones} required />
        <SelectField name="tipo_cliente" label="El cliente es" options={TIPOS_CLIENTE} required />
      </FieldPair>
      <CheckboxField name="parte_relacionada" label="Es parte relacionada" />
      <Pais />
      <DeClase />
    </FormDialog>
  )
}

function Pais() {
  const regimen = useWatch<Valores, 'regimen'>({ name: 'regimen' })
  return (
    <>
      <FieldPair>
        <SelectField name="pais" label="País del cliente" options={PAIS_OPTIONS} required />
        <SelectField name="regimen" label="Régimen fiscal de ese país" options={REGIMEN_OPTIONS} required />
      </FieldPair>
      {regimen === '03' && <TextField name="regimen_nombre" label="Nombre del régimen" required />}
      <SelectField name="pais_destino" label="País de destino de la exportación" options={PAIS_OPTIONS} required />
    </>
  )
}

/** Fields of each kind. */
function DeClase() {
  const [clase, gravado] = useWatch<Valores, ['clase', 'gravado']>({ name: ['clase', 'gravado'] })
  if (clase === CLASE_EXPORTACION.SERVICIOS)
    return (
      <>
        <SelectField name="tipo_ingreso" label="Tipo de ingreso" options={INGRESO_OPTIONS} required />
        <CheckboxField name="gravado" label="Ese país cobró impuesto a la renta por este ingreso" />
        {gravado && <MontoField name="impuesto_exterior" label="Impuesto pagado en ese país" required />}
      </>
    )
  return (
    <>
      {clase === CLASE_EXPORTACION.CON_REFRENDO && (
        <FieldPair>
          <TextField
            name="refrendo"
            label="Refrendo"
            placeholder="028-2026-40-01234567"
            description="El número de la declaración aduanera."
            required
          />
          <TextField name="documento_transporte" label="Documento de transporte" description="De 3 a 13 letras y números." required />
        </FieldPair>
      )}
      <FieldPair>
        <CampoFecha name="fecha_embarque" label="Fecha de embarque" max={today()} required />
        <MontoField name="valor_fob" label="Valor FOB" required />
      </FieldPair>
    </>
  )
}
